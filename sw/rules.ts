import { takeApart } from '#contract/tracking.ts'

/** Path and query of a page without what makes no difference: tracking, a trailing slash, the hash. */
export function bareAddress({ pathname, search }: URL): string {
  const { own } = takeApart(search.slice(1))
  return barePath(pathname) + (own === '' ? '' : `?${own}`)
}

export const barePath = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1')

/** Whether a navigation to this path asks for a page of the shop, and not for a file or the API. */
export const isPage = (pathname: string): boolean =>
  !/^\/(api|assets|pictures|pages)\//.test(pathname) && !/\.[a-z\d]+$/i.test(pathname)

/** Whether the file never changes under its name, so that whoever has it has the right one. */
export const isHashed = (pathname: string): boolean => pathname.startsWith('/assets/')

export const isPicture = (pathname: string): boolean => pathname.startsWith('/pictures/')

type Kind = 'page' | 'picture'
const types: Record<Kind, RegExp> = {
  page: /^text\/html\b/i,
  picture: /^image\//,
}

/**
 * Whether an answer may be kept: only what the page asked for, and what the server marked as the same for everybody.
 * The path alone does not decide: the answer to an emailed link is for one reader only.
 */
export function mayKeep(kind: Kind, { status, redirected, headers }: Response): boolean {
  const rules = (headers.get('cache-control') ?? '').split(',').map((rule) => rule.trim().toLowerCase())
  return (
    status === 200 &&
    !redirected &&
    types[kind].test(headers.get('content-type') ?? '') &&
    rules.includes('public') &&
    !rules.some((rule) => rule === 'no-store' || rule.startsWith('private'))
  )
}

/** Whether a file of the build came as what it is: a captive portal answers everything with a page of its own. */
export const cameAsItself = (path: string, { headers }: Response): boolean =>
  path.endsWith('.html') === types.page.test(headers.get('content-type') ?? '')

/** Which scripts and styles of the shop a document loads. */
const loadedBy = (html: string): string[] => html.match(/\/assets\/[\w.~$-]+\.(?:js|css)/g) ?? []

/** Whether a document is the shop's own, of whichever build. */
export const isOfShop = (html: string): boolean => loadedBy(html).length > 0

/** Whether a document is the shop's own and everything that it loads is among these files. */
export const isWhole = (html: string, has: (path: string) => boolean): boolean =>
  isOfShop(html) && loadedBy(html).every(has)

/** A gateway's way of saying that the server could not be reached; from 520 on, codes of Cloudflare and its like. */
export const isUnreachable = (status: number): boolean =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 530)

/**
 * Whether the shop itself answers for a picture, even if only to say that there is none (any more): anybody else's
 * answer says nothing about it.
 */
export const isOfPicture = ({ ok, status, headers }: Response): boolean =>
  status === 404 || (ok && types.picture.test(headers.get('content-type') ?? ''))

/**
 * Of these addresses, the one that shows the same picture as the wanted one in the best other size: the smallest that
 * is larger, else the largest.
 */
export function otherSize(wanted: string, kept: readonly string[]): string | undefined {
  const width = widthOf(wanted)
  const same = kept
    .filter((address) => withoutWidth(address) === withoutWidth(wanted))
    .sort((one, other) => widthOf(one) - widthOf(other))
  return same.find((address) => widthOf(address) >= width) ?? same.at(-1)
}

const widthOf = (address: string): number => Number(new URL(address).searchParams.get('w') ?? Infinity)

function withoutWidth(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('w')
  return url.href
}
