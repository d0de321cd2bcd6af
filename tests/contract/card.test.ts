import { expect, test } from 'vitest'
import {
  cardBrand,
  cardDigits,
  isCardNumber,
  isExpired,
  isExpiryAhead,
  isSecurityCode,
  shortExpiry,
  spacedCardNumber,
} from '#contract/card.ts'

test.each([
  ['4242 4242 4242 4242', true, 'Visa'],
  ['4242-4242-4242-4242', true, 'Visa'],
  ['4000000000000002', true, 'Visa'],
  ['5555 5555 5555 4444', true, 'Mastercard'],
  ['5100000000000008', true, 'Mastercard'],
  ['2223003122003222', true, 'Mastercard'],
  ['2221000000000009', true, 'Mastercard'],
  ['2230000000000008', true, 'Mastercard'],
  ['2300000000000003', true, 'Mastercard'],
  ['2700000000000009', true, 'Mastercard'],
  ['2720 9990 0000 0008', true, 'Mastercard'],
  ['2220 9990 0000 0003', true, 'Card'],
  ['2721000000000004', true, 'Card'],
  ['5000000000000009', true, 'Card'],
  ['5600000000000003', true, 'Card'],
  ['340000000000009', true, 'American Express'],
  ['36000000000008', true, 'Card'],
  ['3782 822463 10005', true, 'American Express'],
  ['6011111111111117', true, 'Card'],
  ['4242 4242 4242 4241', false, 'Visa'],
  ['4242 4242 424', false, 'Visa'],
  ['4242 4242 4242 424x', false, 'Visa'],
  // As keyboards of Arabia, Persia and Japan write it, and as typesetters and other programs do.
  ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', true, 'Visa'],
  ['۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲', true, 'Visa'],
  ['\uff14\uff12\uff14\uff12\u30fc42424242\u30004242', true, 'Visa'],
  ['\u200e4242\u20114242\u20134242\u22124242\u200b', true, 'Visa'],
  ['900000000001', true, 'Card'],
  ['9000000000000000001', true, 'Card'],
  ['00000000000', false, 'Card'],
  ['00000000000000000000', false, 'Card'],
  ['', false, 'Card'],
])('the card number %j is right: %s, and of brand %s', (typed, isRight, brand) => {
  expect(isCardNumber(typed)).toBe(isRight)
  expect(cardBrand(typed)).toBe(brand)
})

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  ['11/26', true],
  ['11/2026', true],
  ['1/27', true],
  [' 01 / 27 ', true],
  ['12/51', true],
  ['\uff11\uff11\uff0f\uff12\uff16', true],
  ['١١/٢٦', true],
  ['\u200e۱۱ / ۲۰۲۶\u200b', true],
  ['10/26', false],
  ['١٠/٢٦', false],
  ['12/25', false],
  ['01/52', false],
  ['00/27', false],
  ['13/27', false],
  ['1127', false],
  ['aa/bb', false],
  ['', false],
])('on 21 November 2026 the expiry %j is still ahead: %s', (typed, isAhead) => {
  expect(isExpiryAhead(typed, now)).toBe(isAhead)
})

test('a card may be used to the last moment of its month', () => {
  expect(isExpiryAhead('11/26', new Date('2026-11-30T23:59:59Z'))).toBe(true)
  expect(isExpiryAhead('11/26', new Date('2026-12-01T00:00:00Z'))).toBe(false)
})

test.each([
  ['11/28', '11/28'],
  ['11/2028', '11/28'],
  [' 1 / 2028 ', '01/28'],
  ['١١/٢٨', '11/28'],
  ['\uff11\uff0f\uff12\uff10\uff12\uff18', '01/28'],
])('a card saved with the expiry %j is as good until %s', (typed, kept) => {
  expect(shortExpiry(typed)).toBe(kept)
  for (const then of [new Date('2028-01-31T12:00:00Z'), new Date('2028-12-01T12:00:00Z')])
    expect(isExpired({ expiry: kept }, then)).toBe(!isExpiryAhead(typed, then))
})

test.each([
  ['123', '4242424242424242', true],
  [' 123 ', '4242424242424242', true],
  ['\uff11\uff12\uff13', '4242424242424242', true],
  ['\u200e۱۲۳\u200b', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', true],
  ['1234', '4242424242424242', false],
  ['12', '4242424242424242', false],
  ['12a', '4242424242424242', false],
  ['1234', '378282246310005', true],
  ['123', '378282246310005', false],
])('the security code %j for %s is right: %s', (code, number, isRight) => {
  expect(isSecurityCode(code, number)).toBe(isRight)
})

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['4242x4242', '4242 4242'],
  ['٤٢٤٢٤', '4242 4'],
  ['۳۷۸۲۸۲۲', '3782 822'],
  ['\uff14\uff12\uff14\uff12\u30fc\uff14', '4242 4'],
  ['', ''],
])('the digits %j are grouped as on the card: %j', (typed, shown) => {
  expect(spacedCardNumber(typed)).toBe(shown)
  expect(cardDigits(shown)).toBe(cardDigits(typed).replaceAll(/\D/g, ''))
})
