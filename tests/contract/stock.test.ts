import { describe, expect, it } from 'vitest'
import { available, isInStock } from '#contract/stock.ts'

const of = (stock_quantity: number) => ({ stock_quantity })

describe('what can be had of a piece', () => {
  it.each([
    ['a piece without variants', { ...of(3), variants: [] }, null, 3],
    ['one that is sold out', { ...of(0), variants: [] }, null, 0],
    ['a line of the cart, which has no list of variants', of(2), null, 2],
    ['a chosen variant', { ...of(5), variants: [of(2), of(3)] }, of(2), 2],
    ['a variant that is sold out, of a piece that is not', { ...of(3), variants: [of(0), of(3)] }, of(0), 0],
    ['a variant of which there are more than of the whole piece', { ...of(1), variants: [of(4)] }, of(4), 1],
    ['a piece of which no variant is chosen', { ...of(5), variants: [of(2), of(3)] }, null, 0],
  ])('of %s', (_name, product, variant, most) => {
    expect(available({ product, variant })).toBe(most)
  })

  it.each([
    ['it has no variants and there are some', { ...of(1), variants: [] }, true],
    ['it has no variants and there are none', { ...of(0), variants: [] }, false],
    ['one of its variants is there', { ...of(1), variants: [of(0), of(1)] }, true],
    ['none of its variants is there', { ...of(0), variants: [of(0), of(0)] }, false],
    ['its variants say so, and the piece does not', { ...of(0), variants: [of(2)] }, false],
  ])('is something where %s', (_name, product, is) => {
    expect(isInStock(product)).toBe(is)
  })
})
