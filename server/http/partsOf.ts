/** Takes an address apart as the router does, for which a `#` begins the query too. */
export function partsOf(url: string): { path: string; query: string } {
  const end = url.search(/[?#]/)
  return end < 0 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) }
}
