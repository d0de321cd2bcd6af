/** What search engines, campaigns and email programs append to an address. */
const tracking =
  /^(utm_\w+|srsltid|gclid|gbraid|wbraid|gad_\w+|dclid|fbclid|msclkid|ttclid|twclid|mc_cid|mc_eid|_ga|_gl)(=|$)/

/** Splits a query, without its `?`, into the page's own parameters and those that were appended and change nothing. */
export function takeApart(query: string): { own: string; appended: string } {
  const parts = query.split('&').filter((part) => part !== '')
  const joined = (isAppended: boolean) => parts.filter((part) => tracking.test(part) === isAppended).join('&')
  return { own: joined(false), appended: joined(true) }
}
