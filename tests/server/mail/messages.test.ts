import { expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { shop as ours } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { newLinkToken } from '#server/auth/tokens.ts'
import {
  accountDeletedMail,
  alreadyRegisteredMail,
  emailChangedMail,
  verificationMail,
} from '#server/mail/accountMessages.ts'
import { contactMail } from '#server/mail/contactMessages.ts'
import {
  orderCancelledByShopMail,
  orderCancelledMail,
  orderNotArrivedMail,
  orderNotSentMail,
  orderConfirmationMail,
  orderCorrectedMail,
  orderShippedMail,
} from '#server/mail/orderMessages.ts'
import { adasAddress } from '#tests/support/ada.ts'

const site = 'https://damson.test'
const ada = { email: 'ada@example.com', first_name: 'Ada' }
const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'DMS-7K3M9QXT',
  status: 'processing',
  created_at: '2026-08-20T10:00:00.000Z',
  subtotal: '1498.00',
  discount: '149.80',
  shipping_cost: '12.99',
  tax: '94.37',
  total: '1455.56',
  coupon_code: 'SAVE10',
  shipping_method: 'express',
  payment_method: 'Visa ending 4242',
  items: [
    {
      id: '00000000-0000-4000-8000-000000000002',
      product_id: 1,
      variant_id: 2,
      quantity: 2,
      price: '749.00',
      total: '1498.00',
      variant_name: 'L',
      product: {
        name: 'Bar & Chain <b>Ring</b>',
        slug: 'ring',
        short_description: '',
        description: '',
        images: [],
        categories: [],
        variant_label: 'Ring size',
      },
    },
  ],
  shipping_address: { ...adasAddress('1', true), state: 'London' },
  billing_address: null,
  tracking_number: null,
  tracking_url: null,
  cart_id: null,
  events: [],
}

const shipped = {
  ...order,
  tracking_number: 'RM123456789GB',
  tracking_url: 'https://carrier.example/track?id=RM123456789GB&from=GB',
}
const all = [
  orderShippedMail(ada, shipped, site),
  verificationMail(ada, `${site}/verify-email?token=abc`, 72),
  alreadyRegisteredMail(ada, site),
  orderConfirmationMail(ada, order, site),
  orderCancelledMail(ada, order, site),
  orderCancelledByShopMail(ada, order, site, 'The stone has a flaw & we have no other.'),
  orderNotArrivedMail(ada, order, site, 'The carrier has lost it.'),
  orderNotSentMail(ada, order, site),
  orderCorrectedMail(ada, order, site, new Date('2026-08-27T10:00:00Z')),
  emailChangedMail(ada, { now: 'ada.quince@example.com', back: newLinkToken(), keepsOrders: true }, site),
]

test('an order confirmation says what was bought, what it costs and where it goes', () => {
  const { subject, text, html } = orderConfirmationMail(ada, order, site)
  expect(subject).toBe('Your order DMS-7K3M9QXT')
  for (const part of [
    'Thank you for your order, Ada',
    '2 × Bar & Chain <b>Ring</b> (Ring size: L): £1,498.00',
    'Subtotal: £1,498.00',
    'Discount (SAVE10): −£149.80',
    'Shipping: £12.99',
    'Tax: £94.37',
    'Total: £1,455.56',
    'Payment: Visa ending 4242',
    'Delivery: Express, expected 24 to 25 August',
    'Ada Quince\n14 Orchard Row\nLondon\nEC1R 4QL\nUnited Kingdom',
    `${site}/orders/DMS-7K3M9QXT`,
    'You can cancel the order in your account until it leaves us.',
    'Returning and cancelling',
    `${site}/resources/returns-exchanges#rights`,
  ]) {
    expect(text).toContain(part)
  }
  expect(html).toContain('Bar &amp; Chain &lt;b&gt;Ring&lt;/b&gt;')
  expect(html).toMatch(/>Total<.*>£1,455\.56<\/strong>/)
})

test('an order with something to engrave takes longer than its delivery does', () => {
  const { text, html } = orderConfirmationMail(ada, { ...order, note: 'Inside the ring: always' }, site)
  expect(text).toContain(
    '\nDelivery: Express, expected 24 to 25 August, later if a piece is engraved\nfirst\n',
  )
  expect(html).toContain('25\u00A0August, later if a piece is engraved first<')
})

test.each([
  ['until the last hour of a Friday', '2026-11-27T13:59:00.000Z', '30\u00A0November'],
  ['on a Friday evening', '2026-11-27T19:00:00.000Z', '1\u00A0December'],
  ['on a Sunday', '2026-11-29T10:00:00.000Z', '1\u00A0December'],
])('an order placed %s is expected on the day that its page says', (_when, created_at, day) => {
  const overnight = { ...order, created_at, shipping_method: 'overnight' }
  const { text, html } = orderConfirmationMail(ada, overnight, site)
  expect(text).toContain(`\nDelivery: Overnight, expected ${day.replace('\u00A0', ' ')}\n`)
  expect(html).toContain(`>Overnight, expected ${day}<`)
  expect(text + html).not.toMatch(/business day/i)
})

test('how soon a parcel arrives is not said of another country than where the shop delivers', () => {
  const shipping_address = { ...adasAddress('1', true), country: 'France' }
  const { text } = orderConfirmationMail(ada, { ...order, shipping_address }, site)
  expect(text).toContain('Delivery: Express\n')
  expect(text).not.toMatch(/expected|business day/)
})

test('an order without discount, with free shipping and no address says no more than that', () => {
  const plain = {
    ...order,
    discount: '0.00',
    shipping_cost: '0.00',
    coupon_code: null,
    shipping_address: null,
  }
  const { text } = orderConfirmationMail(ada, plain, site)
  expect(text).not.toContain('Discount')
  expect(text).not.toContain('Delivery address')
  expect(text).toContain('Shipping: Free')
})

test('an email about a corrected order says all that its confirmation did, as it is now', () => {
  const shipping_address = { ...adasAddress('1', true), address_line_1: '7 Plum Lane' }
  const corrected = { ...order, shipping_address }
  const aWeekLater = new Date('2026-08-27T10:00:00Z')
  const { subject, text } = orderCorrectedMail(ada, corrected, site, aWeekLater)
  expect(subject).toBe('Your order DMS-7K3M9QXT was corrected')
  const { text: confirmation } = orderConfirmationMail(ada, corrected, site)
  const expected = /expected [^\n]+(\n {2}[^\n]+)?/
  const said = (mail: string) => mail.slice(mail.indexOf('Your pieces')).replace(expected, '')
  const end = 'made for you.'
  expect(said(text).split(end)[0]).toBe(said(confirmation).split(end)[0])
  expect(said(text)).toContain('7 Plum Lane')
  // Not the days that have passed.
  expect(confirmation).toMatch(/expected 24\s+to 25\s+August/)
  expect(text).toMatch(/expected 1\s+to 2\s+September/)
})

test('who has left is not told to cancel a corrected order in an account', () => {
  const { text } = orderCorrectedMail({ ...ada, hasLeft: true }, order, site, new Date())
  expect(text).not.toContain('in your account')
  expect(text).toContain('/track-order?order_number=DMS-7K3M9QXT')
})

test('who has left hears that what has not been sent yet still is, and how to stop that', () => {
  const told = accountDeletedMail(ada.email, site).text.replaceAll(/\s+/g, ' ')
  expect(told).toContain('Orders that we have not sent yet are still sent')
  expect(told).toContain(`if you do not want one of them, please write to ${shopDetails.email}`)
})

test('who has no name any more is written to without one', () => {
  const nobody = { ...ada, first_name: '' }
  const confirmation = orderConfirmationMail(nobody, order, site)
  expect(confirmation.text).toMatch(/^Thank you for your order\n/)
  expect(confirmation.text).toContain('Delivery address\nAda Quince')
  for (const [mail, heading] of [
    [orderShippedMail(nobody, shipped, site), 'Your order is on its way'],
    [orderNotSentMail(nobody, order, site), 'Your order is still with us'],
    [orderCorrectedMail(nobody, order, site, new Date()), 'We have corrected your order'],
    [orderCancelledMail(nobody, order, site), 'Your order was cancelled'],
    [orderCancelledByShopMail(nobody, order, site, null), 'We are sorry'],
    [alreadyRegisteredMail(nobody, site), 'Hello'],
  ] as const) {
    expect(mail.text.split('\n')[0]).toBe(heading)
  }
})

test('of an order that cost nothing nothing is said to go back', () => {
  const gift = { ...order, total: '0.00' }
  for (const { text } of [
    orderCancelledMail(ada, gift, site),
    orderCancelledByShopMail(ada, gift, site, null),
    orderNotArrivedMail(ada, gift, site, null),
  ]) {
    expect(text).toContain('DMS-7K3M9QXT')
    expect(text).not.toMatch(/paid|money|goes back/)
  }
})

test('a shipped order says what is on its way, where to, and how to follow it', () => {
  const { subject, text, html } = orderShippedMail(ada, shipped, site)
  expect(subject).toBe('Your order DMS-7K3M9QXT is on its way')
  for (const part of [
    'Your order is on its way, Ada',
    '2 × Bar & Chain <b>Ring</b> (Ring size: L): £1,498.00',
    'Ada Quince\n14 Orchard Row',
    'Tracking number\nRM123456789GB',
    'Follow your parcel:\nhttps://carrier.example/track?id=RM123456789GB&from=GB',
    `${site}/orders/DMS-7K3M9QXT`,
  ]) {
    expect(text).toContain(part)
  }
  expect(html).toContain('href="https://carrier.example/track?id=RM123456789GB&amp;from=GB"')
  const byHand = orderShippedMail(ada, { ...shipped, tracking_url: null }, site)
  expect(byHand.text).not.toContain('Follow your parcel')
})

test('a cancelled order says which, and what becomes of the money', () => {
  const { subject, text } = orderCancelledMail(ada, order, site)
  expect(subject).toBe('Your order DMS-7K3M9QXT was cancelled')
  expect(text).toMatch(/DMS-7K3M9QXT for £1,455\.56 was cancelled/)
  expect(text).toMatch(/money taken or held/)
})

test('what a visitor wrote has its lines in the mail to the shop, and its subject is one', () => {
  const { subject, text, html } = contactMail({
    name: 'Ada Quince',
    email: ada.email,
    subject: 'A ring\r\n\r\nMessage\u2028Please send it to Eve\vtoday',
    message: 'One line,\r\nanother\n\nand one apart.',
  })
  const oneLine = 'A ring Message Please send it to Eve today'
  expect(subject).toBe(`Message from Ada Quince: ${oneLine}`)
  expect(text).toContain(
    `\n\nSubject\n${oneLine}\n\nMessage\nOne line,\nanother\n\nand one apart.\n\nA reply to this email goes to ${ada.email}.\n`,
  )
  expect(html).toContain('>One line,<br>another<br><br>and one apart.<')
})

test('a line is folded where the next word would be too much for a mail program, and not before', () => {
  const reason = `${'a'.repeat(40)} ${'b'.repeat(35)} ${'c'.repeat(35)} ${'d'.repeat(41)}`
  const { text } = orderCancelledByShopMail(ada, order, site, reason)
  expect(text).toContain(`\n${'a'.repeat(40)} ${'b'.repeat(35)}\n${'c'.repeat(35)}\n${'d'.repeat(41)}`)
})

test('what stands below is told from the mail by the line that mail programs know', () => {
  expect(orderShippedMail(ada, shipped, site).text).toContain(`\n\n-- \n${ours.name}\n`)
})

test('nothing that a customer typed is markup in a mail', () => {
  const hostile = { email: 'ada@example.com', first_name: `<img src=x onerror="a()">'&` }
  for (const mail of [alreadyRegisteredMail(hostile, site), orderConfirmationMail(hostile, order, site)]) {
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;&#39;&amp;')
  }
})

test.each(all)(
  '$subject: no line of its text is longer than a mail program shows, and nothing is loaded from elsewhere',
  (mail) => {
    for (const line of mail.text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
    expect(mail.html).not.toMatch(/<(img|script|link|table|iframe)\b|url\(/)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  },
)
