import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewAddress } from '#contract/address.ts'
import { ProfileChange } from '#contract/account.ts'
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

test.each(['  ', '\u200b', '\u2060\ufeff', '\u3164 \u200d'])(
  '%j, of which nothing is seen, is no part of an address',
  (blank) => {
    for (const field of ['full_name', 'address_line_1', 'city'])
      expect(v.is(NewAddress, { ...address, [field]: blank }), field).toBe(false)
    expect(v.is(Contact, { ...contact, first_name: blank })).toBe(false)
  },
)

test.each(['https://evil.example', 'www.evil.example'])(
  'nor is a part of an address a link, such as %s',
  (link) => {
    for (const field of ['full_name', 'address_line_1', 'address_line_2', 'city', 'state'])
      expect(v.is(NewAddress, { ...address, [field]: link }), field).toBe(false)
  },
)

test.each([
  ['020 7946 0123', '020 7946 0123', '02079460123'],
  ['030/1234567', '030/1234567', '0301234567'],
  ['(020) 7946-0123', '(020) 7946-0123', '02079460123'],
  // As lists of contacts copy it, and as typesetters write it.
  ['\u202a\u2068020 7946 0123\u2069\u202c\u200e', '020 7946 0123', '02079460123'],
  ['\ufeff020\u00a07946\u2011\u00a00123', '020 7946- 0123', '02079460123'],
  ['020\u20097946 \u2013\u202f0123', '020 7946 - 0123', '02079460123'],
  // As keyboards of Japan, Arabia and Persia write it.
  ['\uff10\uff13\u30fc\uff11\uff12\uff13\uff14\u30fc\uff15\uff16\uff17\uff18', '03-1234-5678', '0312345678'],
  ['\u0660\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '0501234567', '0501234567'],
  ['\u06f0\u06f9\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8', '0912345678', '0912345678'],
  // The zero in brackets is dialled at home only, which 00 is not.
  ['0044 (0)7700 900123', '0044 (0)7700 900123', '00447700900123'],
  ['00 44 - (0) 20 7946 0123', '00 44 - (0) 20 7946 0123', '00442079460123'],
  ['(0044) (0)20 7946 0123', '(0044) (0)20 7946 0123', '00442079460123'],
  ['0044\u00a0\uff08\uff10\uff0920 7946 0123', '0044 (0)20 7946 0123', '00442079460123'],
  ['(0)20 7946 0123', '(0)20 7946 0123', '02079460123'],
  // An account's number has digits only.
  ['+44 (0)20 7946 0123', '+44 (0)20 7946 0123', null],
  ['(+44) 20 7946 0123', '(+44) 20 7946 0123', null],
  ['020 7946 0123 ext. 12', '020 7946 0123 ext. 12', null],
  ['020 7946 0123/07700 900123', '020 7946 0123/07700 900123', null],
  ['020 7946 0123 x12', '020 7946 0123 x12', null],
])('%j is the telephone number %j, or in an account %j', (typed, told, digits) => {
  expect(v.parse(NewAddress, { ...address, phone: typed }).phone).toBe(told)
  expect(v.parse(Contact, { ...contact, phone: typed }).phone).toBe(told)
  const account = v.safeParse(ProfileChange, { ...contact, contact_no: typed })
  expect(account.success ? account.output.contact_no : null).toBe(digits)
})

test.each(['..........', '(((((((((()', '---------- 1', 'not a number', '020 7946 O123', '123456'])(
  '%j is no telephone number',
  (phone) => {
    for (const [schema, whole] of [
      [NewAddress, address],
      [Contact, contact],
    ] as const) {
      const { issues = [] } = v.safeParse(schema, { ...whole, phone })
      expect(issues.map(({ message }) => message)).toContain('Please enter a valid phone number')
    }
    expect(v.is(ProfileChange, { ...contact, contact_no: phone })).toBe(false)
  },
)

test.each(['full_name', 'address_line_1', 'address_line_2', 'city', 'state', 'postal_code', 'country'])(
  'a %s neither turns the text after it around nor commands a printer, and otherwise stays as typed',
  (field) => {
    const turning = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
    const typed = { ...address, [field]: `${turning}a\u202eb\u2068c\u001b[2Jd\u0007\u009b` }
    expect(v.parse(NewAddress, typed)).toHaveProperty(field, 'abc[2Jd')
    for (const text of ['\u0645\u06cc\u200c\u062e', '\u05e9\u200f!', '\u{1f469}\u200d\u{1f467}', 'a\tb'])
      expect(v.parse(NewAddress, { ...address, [field]: text })).toHaveProperty(field, text)
  },
)
