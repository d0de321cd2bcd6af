export type SearchValues = Record<string, string | string[]>

/**
 * Parses an address's query plainly: a repeated name gives an array. It contains no JSON, so that links stay readable.
 */
export function parseSearch(search: string): SearchValues {
  const values: SearchValues = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(values, name) ? values[name] : undefined
    if (Array.isArray(before)) {
      // No more than are ever read: an address can repeat a name thousands of times.
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

/** The reverse; what is undefined or an empty list is left out. Starts with `?`, or is empty. */
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
