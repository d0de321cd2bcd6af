import { far, laidOut } from './far.css.ts'

/**
 * Lays out one part of what was left for later (`far`), or, where none is left on this page, all that will be on those
 * that follow it. All at once would keep a slow phone from answering for a tenth of a second.
 * @returns whether there may be more of it.
 */
export function layOutMore(): boolean {
  const part = document.querySelector(`.${far}:not([${laidOut}])`)
  const next = part ?? document.documentElement
  next.setAttribute(laidOut, '')
  return part !== null
}
