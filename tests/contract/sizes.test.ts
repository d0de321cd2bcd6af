import { expect, test } from 'vitest'
import { circumference, measurableSizes, millimetres, ringSizes } from '#contract/sizes.ts'

test('twelve sizes, from 14.0 to 18.1 mm, each wider than the one before and each named once', () => {
  expect(ringSizes).toHaveLength(12)
  expect(ringSizes.map((size) => size.diameter)).toEqual(
    [...ringSizes].map((size) => size.diameter).sort((one, other) => one - other),
  )
  expect(ringSizes[0]).toMatchObject({ us: '3', uk: 'F', diameter: 14 })
  expect(ringSizes.at(-1)).toMatchObject({ us: '8', uk: 'P½', diameter: 18.1 })
  for (const name of ['us', 'uk', 'diameter'] as const) {
    expect(new Set(ringSizes.map((size) => size[name])).size).toBe(12)
  }
})

test('on a screen the chart goes on in the same steps, to one below the largest ring sold, a V', () => {
  expect(measurableSizes.slice(0, 12)).toEqual(ringSizes)
  const beyond = measurableSizes.slice(11)
  expect(beyond.at(-1)?.uk).toBe('U½')
  for (const [index, { us, uk, diameter }] of beyond.entries()) {
    expect(us).toBe(`${8 + Math.floor(index / 2)}${index % 2 === 1 ? '½' : ''}`)
    expect(uk).toBe(`${'PQRSTU'.charAt(index)}½`)
    // 11.63 mm at US 0 and 0.8128 mm to a size, as in the chart itself; rounded there and here.
    expect(Math.abs(diameter - (11.63 + 0.8128 * (8 + index / 2)))).toBeLessThanOrEqual(0.05)
  }
})

test.each([
  ['3', '14.0', '44.0'],
  ['5¾', '16.3', '51.2'],
  ['6', '16.5', '51.8'],
  ['8', '18.1', '56.9'],
])('US %s is %s mm across and %s mm round', (us, across, round) => {
  const size = ringSizes.find((candidate) => candidate.us === us)
  expect(size && [millimetres(size.diameter), millimetres(circumference(size))]).toEqual([across, round])
})
