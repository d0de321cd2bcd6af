import { expect, test } from 'vitest'
import { demoFolder, readDemoCatalogue } from '#server/demo/demoCatalogue.ts'

const read = await readDemoCatalogue(demoFolder)
if (read === null) throw new Error('No catalogue')
const pieces = read.products
const textOf = ({ short_description, description }: (typeof pieces)[number]) =>
  `${short_description} ${description}`
const slugsOf = (some: typeof pieces) => some.map(({ slug }) => slug)

const worn: readonly string[] = ['rings', 'bracelets', 'chains', 'anklets', 'pendants']
const isSized = /^(?:[A-Z]|\d+(?:\.\d)? cm|Small|Medium|Large)$/

test('a piece is bought in its size or length, or its page says how large it is', () => {
  const sizeless = pieces.filter(
    (piece) =>
      (worn.includes(piece.category) || /bracelet|pendant|chain|necklace/i.test(piece.name)) &&
      !(piece.variants.length > 1 && piece.variants.every(({ name }) => isSized.test(name))) &&
      !/\d [cm]m\b/.test(textOf(piece)),
  )
  expect(slugsOf(sizeless)).toEqual([])
})

test('whoever buys several rings at once is told which of them the chosen size is for', () => {
  const sets = pieces.filter(({ name }) => /\b(?:Rings|Band Pair)\b/.test(name))
  expect(sets).toHaveLength(3)
  expect(slugsOf(sets.filter((piece) => !/the size (?:of the|you choose)/.test(textOf(piece))))).toEqual([])
})

test('and where we have to ask for another size first, that the pair comes later than the days that its page shows', () => {
  const pairs = pieces.filter((piece) => /we write to you/.test(textOf(piece)))
  expect(pairs).toHaveLength(2)
  expect(slugsOf(pairs.filter((piece) => !/later than the days shown here/.test(textOf(piece))))).toEqual([])
})

test('chains and hoops say how wide they are', () => {
  const broad = pieces.filter(({ category, slug }) => category === 'chains' || /hoop|huggie/.test(slug))
  expect(broad).toHaveLength(11)
  expect(slugsOf(broad.filter((piece) => !/\d mm\b/.test(textOf(piece))))).toEqual([])
})

test('the pieces cover what a shop must show of stock and prices, with sizes and without', () => {
  const [whole, varied] = [
    pieces.filter(({ variants }) => variants.length === 0),
    pieces.filter(({ variants }) => variants.length > 0),
  ]
  const stocks = varied.map((piece) => ({
    ...piece,
    left: piece.variants.map(({ stock_quantity }) => stock_quantity),
  }))
  const isScarce = (left: number, threshold: number) => left > 0 && left <= threshold
  const cases = {
    'sold out': whole.filter(({ stock_quantity }) => stock_quantity === 0),
    'sold out in every size': stocks.filter(({ left }) => left.every((count) => count === 0)),
    'sold out in some sizes': stocks.filter(
      ({ left }) => left.includes(0) && left.some((count) => count > 0),
    ),
    'nearly gone': whole.filter((piece) => isScarce(piece.stock_quantity, piece.low_stock_threshold)),
    'nearly gone in one size': stocks.filter(({ left, low_stock_threshold }) =>
      left.some((count) => isScarce(count, low_stock_threshold)),
    ),
    'dearer when longer': varied.filter(
      ({ variants }) => new Set(variants.map(({ price }) => price)).size > 1,
    ),
  }
  const rare = Object.entries(cases).filter(([, found]) => found.length < 2)
  expect(rare.map(([name]) => name)).toEqual([])
})

test('a piece’s price and stock are those of its variants, whose reductions are all from 5% to 25%', () => {
  const off = pieces.filter(({ price, compare_at_price, stock_quantity, variants }) => {
    if (variants.length === 0) return false
    const cheapest = variants.toSorted((one, other) => one.price - other.price)[0]
    return (
      price !== cheapest?.price ||
      compare_at_price !== cheapest.compare_at_price ||
      stock_quantity !== variants.reduce((sum, variant) => sum + variant.stock_quantity, 0) ||
      variants.some(({ price: now, compare_at_price: was }) => was && (now / was > 0.95 || now / was < 0.75))
    )
  })
  expect(slugsOf(off)).toEqual([])
})
