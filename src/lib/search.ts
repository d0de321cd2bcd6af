export type SearchValues = Record<string, string | string[]>

/** The query of an address, plainly: a repeated name gives an array. No JSON hides in it, so links stay readable. */
export function parseSearch(search: string): SearchValues {
  const values: SearchValues = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(values, name) ? values[name] : undefined
    if (Array.isArray(before)) {
      // As many as are ever read: an address can say a name thousands of times.
      if (before.length < 50) before.push(value)
      continue
    }
    Object.defineProperty(values, name, {
      value: before === undefined ? value : [before, value],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return values
}

/** The other way round; what is undefined or an empty list is left out. Starts with `?`, or is empty. */
export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        query.append(name, String(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
