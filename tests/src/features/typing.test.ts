// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { slashExpiry, spaceCardNumber } from '#src/features/checkout/typing.ts'

/** What the field shows once this was typed, with the cursor at `|`. */
function shown(typed: string, format = slashExpiry): string {
  const input = document.createElement('input')
  input.value = typed.replace('|', '')
  const cursor = typed.indexOf('|')
  input.setSelectionRange(cursor, cursor)
  format(input)
  return `${input.value.slice(0, input.selectionStart ?? 0)}|${input.value.slice(input.selectionStart ?? 0)}`
}

it.each([
  ['1|', '1|'],
  ['4|', '04|'],
  ['1/|', '01|'],
  ['112|', '11 / 2|'],
  ['1128|', '11 / 28|'],
  ['11/28|', '11 / 28|'],
  ['1/28|', '01 / 28|'],
  ['4/2028|', '04 / 28|'],
  ['11 / |', '11|'],
])('an expiry typed as %s stands there as %s', (typed, expected) => {
  expect(shown(typed)).toBe(expected)
})

it.each([
  ['the second digit gone', '1| / 28', '1| / 28'],
  ['another in its place', '11| / 28', '11| / 28'],
  ['the first gone', '|2 / 28', '|2 / 28'],
  ['another in its place', '1|2 / 28', '1|2 / 28'],
  ['both gone', '| / 28', '| / 28'],
])('whoever corrects the month keeps the year: %s', (_what, typed, expected) => {
  expect(shown(typed)).toBe(expected)
})

it('nor does a digit too many of the month become one of the year', () => {
  expect(shown('112| / 28').replace('|', '')).toBe('11 / 28')
})

it.each([
  ['Arabia', '١١٢٨|', '11 / 28|'],
  ['Persia', '۱۱/۲۰۲۸|', '11 / 28|'],
  ['Japan', '\uff11\uff11\uff0f\uff12\uff18|', '11 / 28|'],
])('the digits of a keyboard of %s stand in an expiry as the shop’s own', (_where, typed, expected) => {
  expect(shown(typed)).toBe(expected)
})

it.each([
  ['at the end', '٤٢٤٢٤٢٤٢|', '4242 4242|'],
  ['in the middle', '4242 4٢|42', '4242 42|42'],
  ['of Japan', '\uff14\uff12\uff14\uff12\uff14|4242', '4242 4|424 2'],
])('and in a card number, with the cursor after the digit it was after: %s', (_where, typed, expected) => {
  expect(shown(typed, spaceCardNumber)).toBe(expected)
})
