import { expect, test } from 'vitest'
import { pageCount, pageWindow } from '#src/features/catalogue/pages.ts'

test.each<[current: number, last: number, numbers: number[], before: boolean, after: boolean]>([
  [1, 1, [1], false, false],
  [1, 3, [1, 2, 3], false, false],
  [3, 5, [1, 2, 3, 4, 5], false, false],
  [1, 7, [1, 2, 3, 4, 5], false, true],
  [3, 7, [1, 2, 3, 4, 5], false, true],
  [4, 7, [2, 3, 4, 5, 6], true, true],
  [5, 7, [3, 4, 5, 6, 7], true, false],
  [7, 7, [3, 4, 5, 6, 7], true, false],
  [50, 100, [48, 49, 50, 51, 52], true, true],
])('page %i of %i is offered among %j', (current, last, numbers, hasMoreBefore, hasMoreAfter) => {
  expect(pageWindow(current, last)).toEqual({ numbers, hasMoreBefore, hasMoreAfter })
})

test.each([
  [0, 0],
  [1, 1],
  [8, 1],
  [9, 2],
  [56, 7],
])('%i pieces take %i pages', (count, pages) => {
  expect(pageCount(count, 8)).toBe(pages)
})
