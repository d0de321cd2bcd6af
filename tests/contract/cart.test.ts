import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ClearedLines } from '#contract/cart.ts'
import { lineKey } from '#contract/cartLine.ts'
import { largestCart } from '#contract/constants.ts'

it('a clearing may name each line of a full cart, however large the numbers of its pieces and sizes', () => {
  const largest = 2_147_483_647
  const line = lineKey({ product_id: largest, variant_id: largest })
  const lines = Array.from({ length: largestCart }, () => line)
  expect(v.parse(ClearedLines, { lines: lines.join(',') })).toEqual({ lines })
})
