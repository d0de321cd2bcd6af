import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewAddress } from '#contract/address.ts'
import { Contact } from '#contract/checkout.ts'

const address = {
  full_name: 'Ada Quill',
  phone: '020 7946 0123',
  address_line_1: '1 Rose Lane',
  address_line_2: 'Flat 2',
  city: 'Bath',
  state: 'Somerset',
  postal_code: 'BA1 1AA',
  country: 'United Kingdom',
}
const contact = { first_name: 'Ada', last_name: 'Quill', email: 'ada@example.com', phone: '020 7946 0123' }

test('an address and a contact as people write them are taken as they are', () => {
  expect(v.parse(NewAddress, address)).toEqual({ ...address, is_default: false })
  expect(v.parse(Contact, contact)).toEqual(contact)
})

test.each([
  ...Object.entries(address).map(
    ([field, text]) => ['an address', NewAddress, address, field, text] as const,
  ),
  ...Object.entries(contact).map(([field, text]) => ['a contact', Contact, contact, field, text] as const),
])(
  'of %s each part is one line, on labels and in mails whose other lines are the shop’s',
  (_of, schema, whole, field, text) => {
    for (const end of ['\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029']) {
      const broken = { ...whole, [field]: `${text.slice(0, 2)}${end}${text.slice(2)}` }
      expect(v.is(schema, broken), JSON.stringify(broken)).toBe(false)
    }
  },
)

test.each(['https://evil.example', 'www.evil.example'])(
  'nor is a part of an address a link, such as %s',
  (link) => {
    for (const field of ['full_name', 'address_line_1', 'address_line_2', 'city', 'state'])
      expect(v.is(NewAddress, { ...address, [field]: link }), field).toBe(false)
  },
)
