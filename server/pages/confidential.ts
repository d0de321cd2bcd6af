/**
 * Names in a page's query whose values are for one reader only: emailed links, an order's number, the answer of a
 * third-party login.
 */
const secretNames = ['token', 'unsubscribe', 'order_number', 'code', 'state']

/** No way of ours leads through more logins. Each is read anew, and an address has room for a thousand. */
const deepest = 3

/**
 * Whether a page's address contains something that nobody else may learn, or may. Such a page is cached nowhere, not in
 * this process, not in a CDN, and no other site learns its address.
 */
export function isConfidential(href: string, depth = 0): boolean {
  if (!href.includes('?')) return false
  if (depth > deepest) return true
  const query = new URLSearchParams(href.slice(href.indexOf('?') + 1).split('#')[0])
  if (secretNames.some((name) => query.has(name))) return true
  // Whoever logs in may be on their way to such a page, or to an order, whose number is in its path.
  const from = query.get('from') ?? ''
  return /^\/orders\/./i.test(from) || isConfidential(from, depth + 1)
}
