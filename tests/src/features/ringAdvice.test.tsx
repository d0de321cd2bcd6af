// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { measurableSizes } from '#contract/sizes.ts'
import { RingAdvice } from '#src/features/guides/RingAdvice.tsx'

afterEach(cleanup)

function advice(uk: string | null, ...names: string[]): string | null {
  const variants = names.map((name, id) => ({
    id,
    name,
    price: '120.00',
    compare_at_price: null,
    stock_quantity: 5,
  }))
  const size = measurableSizes.find((one) => one.uk === uk) ?? null
  render(<RingAdvice size={size} variants={variants} onTake={() => undefined} />)
  return screen.queryByRole('status')?.textContent ?? null
}

it.each([
  ['several sizes, the smallest and the largest', ['N', 'L', 'M'], 'This piece comes in sizes L to N.'],
  ['one size, that one', ['M'], 'This piece comes in size M only.'],
  ['sizes of which one is no UK size, nothing', ['M', 'Made to measure'], null],
])('before a ring is measured, of a piece in %s is said', (_what, names, said) => {
  expect(advice(null, ...names)).toBe(said)
})

it.each([
  ['M 1/2', 'For this piece, take M 1/2.'],
  ['UK M½', 'For this piece, take UK M½.'],
  ['N', 'For this piece, take N, the next size up.'],
])(
  'whether %s is the size itself or the next one up is said rightly, however it is written',
  (name, said) => {
    expect(advice('M½', name)).toBe(said)
  },
)
