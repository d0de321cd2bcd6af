import { expect, test } from 'vitest'
import * as v from 'valibot'
import { NewAddress } from '#contract/address.ts'
import { NewOrder, paymentLabel } from '#contract/checkout.ts'
import { AccountDeletionByCode } from '#contract/account.ts'
import { CouponQuestion } from '#contract/couponCheck.ts'
import { checkCoupon } from '#contract/coupons.ts'
import { TrackQuery } from '#contract/order.ts'
import { fieldErrors } from '#contract/problem.ts'

const card = { name: 'Ada Quince', card_number: '4242 4242 4242 4242', expiry: '12/40', cvv: '123' }
const order = { shipping_address_id: 'an-address', payment_method: 'card', payment_data: card }

const faultsOf = (schema: v.GenericSchema, input: unknown) => {
  const checked = v.safeParse(schema, input)
  return checked.success ? {} : fieldErrors(checked.issues)
}

test('what is left out of an order has its default', () => {
  expect(v.parse(NewOrder, order)).toEqual({
    ...order,
    payment_data: { ...card, card_number: '4242424242424242' },
    save_card: false,
    billing_address_id: null,
    shipping_method: 'standard',
    coupon_code: null,
    contact: null,
  })
})

test('what is wrong with a field in two ways is said once where it is said in the same words', () => {
  const contact = { first_name: 'A', last_name: 'Q', email: 'a@b.example', phone: '1' }
  expect(faultsOf(NewOrder, { ...order, contact })).toEqual({
    'contact.phone': ['Please enter a valid phone number'],
  })
})

test('a cart as full as one can be is ordered as it was shown', () => {
  const expected_items = Array.from({ length: 100 }, (_, index) => ({ product_id: index + 1, quantity: 999 }))
  expect(faultsOf(NewOrder, { ...order, expected_items })).toEqual({})
})

test.each([
  [
    'no address',
    { shipping_address_id: undefined },
    'shipping_address_id',
    'Please select a shipping address',
  ],
  [
    'an empty address',
    { shipping_address_id: '' },
    'shipping_address_id',
    'Please select a shipping address',
  ],
  [
    'an unknown way to pay',
    { payment_method: 'cash' },
    'payment_method',
    'Please complete your payment details.',
  ],
  [
    'no cvv',
    { payment_data: { ...card, cvv: undefined } },
    'payment_data.cvv',
    'Please fill in all required credit card fields.',
  ],
  [
    'an empty name',
    { payment_data: { ...card, name: ' ' } },
    'payment_data.name',
    'Please fill in all required credit card fields.',
  ],
  [
    'a mistyped number',
    { payment_data: { ...card, card_number: '4242 4242 4242 4243' } },
    'payment_data.card_number',
    'Please check the card number',
  ],
  [
    'an expiry that is no month',
    { payment_data: { ...card, expiry: '13/40' } },
    'payment_data.expiry',
    'Please check the expiry date',
  ],
  [
    'a cvv too long',
    { payment_data: { ...card, cvv: '1234' } },
    'payment_data.cvv',
    'Please check the security code',
  ],
  [
    'an unknown shipping method',
    { shipping_method: 'pigeon' },
    'shipping_method',
    'Please select a shipping method',
  ],
  [
    'no PayPal password',
    { payment_method: 'paypal', payment_data: { email: 'a@b.example' } },
    'payment_data.password',
    'Please fill in all required PayPal fields.',
  ],
  [
    'no routing number',
    { payment_method: 'bank_transfer', payment_data: { account_number: '12345678' } },
    'payment_data.routing_number',
    'Please fill in all required bank transfer fields.',
  ],
  [
    'a contact without phone',
    { contact: { first_name: 'A', last_name: 'Q', email: 'a@b.example' } },
    'contact.phone',
    'Please fill all required fields',
  ],
  [
    'a short phone',
    { contact: { first_name: 'A', last_name: 'Q', email: 'a@b.example', phone: '020794601' } },
    'contact.phone',
    'Please enter a valid phone number',
  ],
  [
    'a phone with too much beside its number',
    {
      contact: {
        first_name: 'A',
        last_name: 'Q',
        email: 'a@b.example',
        phone: '02079460123, only after six o’clock',
      },
    },
    'contact.phone',
    'Please use at most 30 characters',
  ],
  [
    'a name on the card that is too long',
    { payment_data: { ...card, name: 'Q'.repeat(101) } },
    'payment_data.name',
    'Please use at most 100 characters',
  ],
  [
    'a PayPal password that is too long',
    { payment_method: 'paypal', payment_data: { email: 'a@b.example', password: 'x'.repeat(257) } },
    'payment_data.password',
    'Please use at most 256 characters',
  ],
])('an order with %s is refused in words that help', (_name, change, field, message) => {
  expect(faultsOf(NewOrder, { ...order, ...change })[field]).toContain(message)
})

test.each([
  [
    { payment_method: 'card', payment_data: { ...card, card_number: '4242424242424242' } },
    'Visa ending 4242',
  ],
  [
    { payment_method: 'card', payment_data: { ...card, card_number: '378282246310005' } },
    'American Express ending 0005',
  ],
  [{ payment_method: 'paypal', payment_data: { email: 'a@b.example', password: 'x' } }, 'PayPal'],
  [
    {
      payment_method: 'bank_transfer',
      payment_data: { account_number: '12345678', routing_number: '123456' },
    },
    'Bank transfer',
  ],
] as const)('of a payment no more is shown than its name (%#)', (payment, label) => {
  expect(paymentLabel(payment)).toBe(label)
})

test('a card’s numbers are in ASCII, whichever keyboard they were typed on', () => {
  const asTyped = [
    { ...card, card_number: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', expiry: '١٢/٤٠', cvv: '١٢٣' },
    {
      ...card,
      card_number: '\u200e4242\u20114242 4242 4242',
      expiry: '\u200e12/40\u200b',
      cvv: '\u2066123\u2069',
    },
    { ...card, expiry: '\uff11\uff12\uff0f\uff14\uff10', cvv: '\uff11\uff12\uff13' },
  ]
  for (const payment_data of asTyped)
    expect(v.parse(NewOrder, { ...order, payment_data }).payment_data).toEqual({
      ...card,
      card_number: '4242424242424242',
    })
})

const byBank = (account_number: string, routing_number = '123456') => ({
  ...order,
  payment_method: 'bank_transfer',
  payment_data: { account_number, routing_number },
})
const longIban = 'MT84MALT011000012345MTLCAST001S'

test.each([
  ['1234 5678', ' 12 34 56 ', '12345678', '123456'],
  ['12345678', '12-34-56', '12345678', '123456'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', '021000021', longIban, '021000021'],
  ['123\u00a0456', '1234 5678 9012', '123456', '123456789012'],
  ['\u200e12345678\u200b', '12\u201334\u201156', '12345678', '123456'],
  ['١٢٣٤٥٦٧٨', '\u200e۱۲-۳۴-۵۶\u200b', '12345678', '123456'],
  [
    '\uff21\uff22\uff11\uff12\uff13\uff14',
    '\uff11\uff12\u30fc\uff13\uff14\u30fc\uff15\uff16',
    'AB1234',
    '123456',
  ],
])(
  'an account number and a sort code may be written in groups: %s, %s',
  (account, routing, account_number, routing_number) => {
    const { payment_data } = v.parse(NewOrder, byBank(account, routing))
    expect(payment_data).toEqual({ account_number, routing_number })
  },
)

test.each(['1 2 3 4', '12345', '1234-5678', '1234\u20115678', 'A'.repeat(35), `IBAN ${longIban}`])(
  '%s cannot be an account, however many spaces it has',
  (account_number) => {
    expect(faultsOf(NewOrder, byBank(account_number))).toEqual({
      'payment_data.account_number': ['Please check the account number'],
    })
  },
)

test.each(['------', '12-34-5', '1234567890123', '12-34-AB'])(
  '%s cannot be a routing number, however many dashes it has',
  (routing_number) => {
    expect(faultsOf(NewOrder, byBank('12345678', routing_number))).toEqual({
      'payment_data.routing_number': ['Please check the routing number'],
    })
  },
)

test('an address names every field it lacks', () => {
  expect(Object.keys(faultsOf(NewAddress, {}))).toEqual([
    'full_name',
    'phone',
    'address_line_1',
    'city',
    'state',
    'postal_code',
    'country',
  ])
})

test('what comes along unseen when a code or number is pasted makes no other of it', () => {
  const pasted = (code: string) => `\u200b ${code.slice(0, 3)}\u00ad${code.slice(3)}\ufeff\n`
  expect(checkCoupon(pasted('save10'))).toEqual({ code: 'SAVE10', percent: 10 })
  expect(v.parse(CouponQuestion, { code: pasted('save10') })).toEqual({ code: 'SAVE10' })
  expect(v.parse(TrackQuery, { order_number: `\u200b#${pasted('dms-7k3m9qxt')}` })).toEqual({
    order_number: 'DMS-7K3M9QXT',
  })
  expect(v.parse(AccountDeletionByCode, { code: pasted('7k3m-9qxt') })).toEqual({ code: '7K3M9QXT' })
})

test('tracking asks for a number', () => {
  expect(faultsOf(TrackQuery, {})).toEqual({ order_number: ['Order number is required'] })
})
