import { expect, it } from 'vitest'
import { addressLine } from '#src/features/checkout/shippingChoice.ts'

it('an address in one line keeps its postcode whole', () => {
  const line = addressLine({
    full_name: 'Ada Quince',
    phone: '02079460123',
    address_line_1: '14 Orchard Row',
    address_line_2: '',
    city: 'Bath',
    state: 'Somerset',
    postal_code: 'BA1 2FJ',
    country: 'United Kingdom',
  })
  expect(line).toBe('14 Orchard Row, Bath, Somerset, BA1\u00a02FJ, United Kingdom')
})
