import { describe, expect, test } from 'vitest'
import { measurableSizes } from '#contract/sizes.ts'
import { ringToTake, ringsOf } from '#src/features/guides/ringsOf.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const advice = (uk: string, ...names: string[]) => {
  const size = measurableSizes.find((one) => one.uk === uk)
  if (!size) throw new Error(`No ${uk}`)
  return ringToTake(size, ringsOf(named(...names)))?.name ?? null
}

describe('the ring to take for a finger is', () => {
  test.each([
    ['the size itself, where the piece has it', 'L', ['K', 'L', 'M'], 'L'],
    ['the next size up, between two', 'M½', ['L', 'M', 'N'], 'N'],
    ['a half size, where the piece has it', 'M½', ['M', 'M½', 'N'], 'M½'],
    ['the smallest, up to a size below it', 'G', ['H', 'I'], 'H'],
    ['none, further below', 'F', ['H', 'I'], null],
    ['none above the largest', 'S½', ['R', 'S'], null],
    ['none where a whole size is missing between', 'K½', ['K', 'M½', 'O'], null],
    ['the same, however the sizes are sorted or written', 'N½', ['UK P', 'UK N', 'UK O'], 'UK O'],
    ['none of sizes that are not British', 'M½', ['52', '54', 'Medium', 'K · Platinum'], null],
  ])('%s', (_what, uk, names, taken) => {
    expect(advice(uk, ...names)).toBe(taken)
  })
})

test('only UK ring sizes are rings, and they rise', () => {
  expect(ringsOf(named('M', 'One size', 'L½', 'UK L', '45 cm', '')).map(({ name }) => name)).toEqual([
    'UK L',
    'L½',
    'M',
  ])
})
