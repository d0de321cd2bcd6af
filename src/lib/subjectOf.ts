/** The customer whom a token names, if it can be read. */
export function subjectOf(token: string): unknown {
  try {
    return partOf(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')), 'sub')
  } catch {
    return undefined
  }
}

/** One field of stored JSON; undefined if there is none. */
export function partOf(json: string | null, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}
