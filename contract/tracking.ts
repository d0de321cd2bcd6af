/** What campaigns and mail programs append to an address. */
const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|gad_source|dclid|fbclid|msclkid|ttclid|twclid|mc_cid|mc_eid|_ga|_gl)(=|$)/

/** A query, without its `?`, taken apart: what is the page's own, and what was appended and changes nothing of it. */
export function takeApart(query: string): { own: string; appended: string } {
  const parts = query.split('&').filter((part) => part !== '')
  const joined = (isAppended: boolean) => parts.filter((part) => tracking.test(part) === isAppended).join('&')
  return { own: joined(false), appended: joined(true) }
}
