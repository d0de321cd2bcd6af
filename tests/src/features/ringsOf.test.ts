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
    ['a half size, however the half is written', 'M½', ['M', 'M 1/2', 'N'], 'M 1/2'],
    ['a half size with a space before it', 'M½', ['M', 'M ½', 'N'], 'M ½'],
    ['a half size with a fraction’s own stroke', 'M½', ['M', 'M1⁄2', 'N'], 'M1⁄2'],
    ['a half size with a point', 'M½', ['M', 'UK M.5', 'N'], 'UK M.5'],
    ['a size beside those above Z', 'U½', ['U', 'V', 'Z', 'Z½', 'Z+1', 'Z+2'], 'V'],
    ['the same in small letters', 'L', ['k', 'uk l', 'm'], 'uk l'],
    [
      'none where one of the sizes might be the one, and cannot be told',
      'M½',
      ['M', 'M and a half', 'N'],
      null,
    ],
    ['none of small, medium and large', 'L', ['S', 'M', 'L'], null],
    ['nor of these in small letters', 'L', ['s', 'm', 'l'], null],
    ['none of sizes that are not British', 'M½', ['52', '54', 'Medium', 'K · Platinum'], null],
  ])('%s', (_what, uk, names, taken) => {
    expect(advice(uk, ...names)).toBe(taken)
  })
})

test('rings rise, and are none where any is of another kind', () => {
  const names = (...choice: string[]) => ringsOf(named(...choice)).map(({ name }) => name)
  expect(names('M', 'L½', 'UK L')).toEqual(['UK L', 'L½', 'M'])
  expect(names('Z+2', 'Z½', 'Z+1', 'Z')).toEqual(['Z', 'Z½', 'Z+1', 'Z+2'])
  for (const other of ['One size', '45 cm', 'Y+1', '']) expect(names('M', other, 'L')).toEqual([])
})
