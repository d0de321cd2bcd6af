import { paginationWindow as width } from '#contract/constants.ts'

/** What the pagination offers: the numbers around the current page, and whether there are more on either side. */
export type PageWindow = { numbers: number[]; hasMoreBefore: boolean; hasMoreAfter: boolean }

/** The window slides with the current page and stops at both ends, so that it always shows as many as it can. */
export function pageWindow(current: number, last: number): PageWindow {
  const start = Math.max(1, Math.min(current - Math.floor(width / 2), last - width + 1))
  const end = Math.min(last, start + width - 1)
  return {
    numbers: Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index),
    hasMoreBefore: start > 1,
    hasMoreAfter: end < last,
  }
}

export const pageCount = (count: number, size: number): number => Math.ceil(count / size)
