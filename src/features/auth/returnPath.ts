const origin = 'https://shop.invalid'
// oxlint-disable-next-line no-control-regex -- control characters are just what must be found
const unsafe = /[\\\u0000-\u001f\u007f]/

/**
 * Where a guest came from, if it is a place of this shop, which `isPlace` tells of a path; else the home page. Anything
 * that a browser could read as another origin is refused: only a path with one leading slash, without backslashes or
 * control characters, counts.
 */
export function returnPath(from: string | undefined, isPlace: (path: string) => boolean): string {
  if (from === undefined || !/^\/(?![/\\])/.test(from) || unsafe.test(from)) return '/'
  let decoded: string
  try {
    decoded = decodeURIComponent(from)
  } catch {
    return '/'
  }
  if (/^\/[/\\]/.test(decoded) || unsafe.test(decoded.split('?')[0] ?? '')) return '/'
  const url = new URL(from, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  if (/^\/(login|sign-up)\/?$/.test(url.pathname)) return '/'
  return isPlace(url.pathname) ? url.pathname + url.search + url.hash : '/'
}
