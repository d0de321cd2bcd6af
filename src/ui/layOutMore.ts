import { far, laidOut } from './far.css.ts'

/**
 * Lays out one part of what was left for later (`far`), or, if none is left on this page, everything on the pages that
 * follow. All at once would block a slow phone for a tenth of a second.
 * @returns whether there may be more of it.
 */
export function layOutMore(): boolean {
  const part = document.querySelector(`.${far}:not([${laidOut}])`)
  const next = part ?? document.documentElement
  next.setAttribute(laidOut, '')
  return part !== null
}
