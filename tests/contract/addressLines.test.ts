import { expect, test } from 'vitest'
import { addressLines } from '#contract/addressLines.ts'
import { adasAddress } from '#tests/support/ada.ts'

const address = { ...adasAddress('1', true), state: 'London' }

test('an address names a town once, never breaks its postcode, and has the country on a line of its own', () => {
  expect(addressLines(address)).toEqual(['14 Orchard Row', 'London', 'EC1R 4QL', 'United Kingdom'])
  expect(addressLines({ ...address, address_line_2: 'Flat 2', state: 'Greater London' })).toEqual([
    '14 Orchard Row',
    'Flat 2',
    'London, Greater London',
    'EC1R 4QL',
    'United Kingdom',
  ])
})
