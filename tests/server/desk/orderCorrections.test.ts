import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { anonymiseFormerOrders } from '#server/orders/former.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { address, data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('what an order says of its customer on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  beforeEach(() => shop.db.delete(mails))
  afterAll(() => shop.close())

  /** With its confirmation sent, if `isTold`. */
  async function withOrder({ isTold = true, email }: { isTold?: boolean; email?: string } = {}) {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    await shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, shopper.id))
    const contact = { first_name: 'Ada', last_name: 'Quince', phone: '020 7946 0123' }
    const order = data<Order>(
      await shopper.checkout({ contact: { ...contact, email: email ?? shopper.email } }),
    )
    if (isTold) {
      await deliver(shop)
      await shop.db.delete(mails)
    }
    const number = order.order_number
    const now = async () => data<Order>(await shopper.call('GET', paths.order(number)))
    return { shopper, number, id: order.id, now }
  }
  const ship = (number: string) => desk(shop, 'orders', 'shipped', number, '--tracking', 'RM1')
  const waiting = async () =>
    (await shop.db.select().from(mails).orderBy(mails.id)).map(({ to_address, subject }) => [
      to_address,
      subject,
    ])
  const right = { ...address, address_line_1: '7 Plum Lane' }

  test('a wrong house number is corrected at the desk: the customer, the parcel’s email and the desk see the right one', async () => {
    const { shopper, number, now } = await withOrder()
    expect(await desk(shop, 'orders', 'address', number.toLowerCase(), '--line-1', ' 7 Plum Lane')).toEqual({
      code: 0,
      text: [
        `The delivery and billing address of ${number} is corrected, and its customer has been sent an email.`,
        'Delivery and billing  Now          Until now',
        '--------------------  -----------  -----------',
        '--line-1              7 Plum Lane  1 Plum Lane',
      ].join('\n'),
    })
    expect(await now()).toMatchObject({ shipping_address: right, billing_address: right, status: 'pending' })
    const corrected = (await deliver(shop)).at(-1)
    expect(corrected?.headers.get('to')).toBe(shopper.email)
    expect(corrected?.headers.get('subject')).toBe(`Your order ${number} was corrected`)
    expect(corrected?.text).toContain('Delivery address\nAda Quince\n7 Plum Lane\n')
    const { text } = await desk(shop, 'orders', 'show', number)
    expect(text).toMatch(/^Sent to:\n {2}Ada Quince\n {2}7 Plum Lane\n/m)
    expect(text).toMatch(/^Billed to:\n {2}the same$/m)
    await desk(shop, 'orders', 'processing', number)
    await ship(number)
    const sent = (await deliver(shop)).at(-1)
    expect(sent?.text).toContain('Sent to\nAda Quince\n7 Plum Lane\n')
    // The address book is the customer's own.
    const book = data<{ address_line_1: string }[]>(await shopper.call('GET', paths.addresses))
    expect(book.map(({ address_line_1 }) => address_line_1)).toEqual(['1 Plum Lane'])
  })

  test('the answer to a correction has all that puts it back', async () => {
    const { number, now } = await withOrder()
    const before = await now()
    const wrong = {
      '--name': ['Tom Wren', 'Ada Quince'],
      '--phone': ['+44 161 496 0000', '020 7946 0123'],
      '--line-1': ['2 Sloe Street', '1 Plum Lane'],
      '--line-2': ['Flat 3', '(none)'],
      '--city': ['Leeds', 'London'],
      '--county': ['West Yorkshire', 'Greater London'],
      '--postcode': ['LS1 1AA', 'N1 1AA'],
      '--country': ['England', 'United Kingdom'],
    }
    const given = Object.entries(wrong).flatMap(([option, [now = '']]) => [option, now])
    const { text } = await desk(shop, 'orders', 'address', number, ...given)
    const rows = text.split('\n').slice(3)
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
      Object.entries(wrong).map(([option, [now, was]]) => [option, now, was]),
    )
    const back = Object.entries(wrong).flatMap(([option, [, was = '']]) => [
      option,
      was === '(none)' ? '' : was,
    ])
    expect(await desk(shop, 'orders', 'address', number, ...back)).toMatchObject({ code: 0 })
    expect(await now()).toEqual(before)
  })

  test('where an order is billed to another address, only the one that is meant is corrected', async () => {
    const { number, id, now } = await withOrder()
    const billing_address = { ...address, full_name: 'Tom Wren', address_line_1: '7 Bill Street' }
    await shop.db.update(orders).set({ billing_address }).where(eq(orders.id, id))
    const { text } = await desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')
    expect(text).toContain(`The delivery address of ${number} is corrected`)
    expect(text).toContain('It is billed to another address, which stays as it is.')
    expect(await now()).toMatchObject({ shipping_address: right, billing_address })
    const billing = await desk(shop, 'orders', 'address', number, '--for', 'billing', '--city', 'Leeds')
    expect(billing.text).toContain(`The billing address of ${number} is corrected`)
    expect(await now()).toMatchObject({
      shipping_address: right,
      billing_address: { ...billing_address, city: 'Leeds' },
    })
    await shop.db.update(orders).set({ billing_address: right }).where(eq(orders.id, id))
    await desk(shop, 'orders', 'address', number, '--for', 'delivery', '--city', 'Leeds')
    expect(await now()).toMatchObject({
      shipping_address: { ...right, city: 'Leeds' },
      billing_address: right,
    })
  })

  test.each([
    [['address', '--postcode', ''], 'Postcode is required'],
    [['address', '--phone', '12'], 'Please enter a valid phone number'],
    [['address', '--line-1', 'www.example.com'], 'Please leave out links and line breaks'],
    [['address', '--for', 'both', '--city', 'Leeds'], 'Please write --for delivery or --for billing.'],
    [['address'], 'Please give what is to be corrected, such as --line-1 "7 Plum Lane".'],
    [['address', '--for', 'billing'], 'Please give what is to be corrected, such as --line-1 "7 Plum Lane".'],
    [['contact', 'ada@example'], 'Please enter a valid email address'],
    [['contact', '--phone', '0207946'], 'Please enter a valid phone number'],
    [['contact', '--first-name', ' '], 'Please fill all required fields'],
    [['contact'], 'Please give the right email address.'],
  ])('what the checkout would not take, the desk does not either: %j', async (words, why) => {
    const { number, now } = await withOrder()
    const before = await now()
    const [command = '', ...rest] = words
    expect(await desk(shop, 'orders', command, number, ...rest)).toEqual({ code: 2, text: why })
    expect(await now()).toEqual(before)
    expect(await waiting()).toEqual([])
  })

  test('what an order says already is not said again', async () => {
    const { shopper, number } = await withOrder()
    const already = { code: 1, text: `The order ${number} says that already.` }
    expect(await desk(shop, 'orders', 'address', number, '--line-1', '1 Plum Lane')).toEqual(already)
    expect(await desk(shop, 'orders', 'contact', number, shopper.email.toUpperCase())).toEqual(already)
    const twice = await Promise.all(
      [1, 2].map(() => desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')),
    )
    expect(twice.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(await waiting()).toHaveLength(1)
    expect(await desk(shop, 'orders', 'address', 'DMS-AAAAAAAA', '--city', 'Leeds')).toEqual({
      code: 1,
      text: 'Order not found.',
    })
  })

  test('the address of an order that has left stays, and the desk says what can be done', async () => {
    const { number, now } = await withOrder()
    await ship(number)
    await shop.db.delete(mails)
    const correct = () => desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')
    const refused = (why: string) => ({
      code: 1,
      text: `The order ${number} ${why}, and is not corrected any more.`,
    })
    expect(await correct()).toEqual({
      code: 1,
      text: `${refused('is shipped').text} If it has not left you after all, take that back first: orders shipped ${number} --undo. If it has, ask its carrier to bring the parcel elsewhere, and write to the customer.`,
    })
    expect(await waiting()).toEqual([])
    await desk(shop, 'orders', 'delivered', number)
    expect(await correct()).toEqual(refused('is delivered'))
    expect((await desk(shop, 'orders', 'contact', number, 'right@example.com')).text).toContain(
      'write to the customer yourself',
    )
    expect((await now()).shipping_address).toMatchObject(address)
    const other = await withOrder()
    await desk(shop, 'orders', 'cancelled', other.number)
    expect(await desk(shop, 'orders', 'address', other.number, '--city', 'Leeds')).toEqual({
      code: 1,
      text: `The order ${other.number} was cancelled, and is not corrected any more.`,
    })
  })

  test('a confirmation that could not be sent until then does not name the wrong address any more', async () => {
    const { shopper, number } = await withOrder({ isTold: false })
    await shop.db.update(mails).set({ attempts: 1, last_error: '451 later' })
    await desk(shop, 'orders', 'address', number, '--line-1', '2 Plum Lane')
    await shop.db.update(mails).set({ attempts: 1, last_error: '451 later' })
    await desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')
    expect(await waiting()).toEqual([[shopper.email, `Your order ${number} was corrected`]])
    const [mail] = await shop.db.select().from(mails)
    expect(mail?.text).toContain('7 Plum Lane')
  })

  test('a mistyped email address is corrected: what waits for it is withdrawn, and all further emails go to the right one', async () => {
    const { shopper, number, now } = await withOrder({ isTold: false, email: 'ada@mistyped.example' })
    const before = await now()
    expect(await waiting()).toEqual([['ada@mistyped.example', `Your order ${number}`]])
    expect(await desk(shop, 'orders', 'contact', number, shopper.email.toUpperCase())).toEqual({
      code: 0,
      text: [
        `The contact of ${number} is corrected, and its new address has been sent an email.`,
        `Contact  Now${' '.repeat(shopper.email.length - 3)}  Until now`,
        `-------  ${'-'.repeat(shopper.email.length)}  --------------------`,
        `EMAIL    ${shopper.email}  ada@mistyped.example`,
      ].join('\n'),
    })
    expect(await waiting()).toEqual([[shopper.email, `Your order ${number} was corrected`]])
    // It stands for the confirmation that went astray.
    const corrected = (await deliver(shop)).at(-1)
    for (const part of ['Ada', '1 × Damson Ring', '1 Plum Lane', 'Returning and cancelling'])
      expect(corrected?.text).toContain(part)
    await ship(number)
    expect((await deliver(shop)).at(-1)?.headers.get('to')).toBe(shopper.email)
    const { status: _status, events: _events, tracking_number: _number, ...stays } = before
    expect(await now()).toMatchObject(stays)
    for (const [words, found] of [
      [['orders', 'list', '--customer', shopper.email], true],
      [['orders', 'list', '--customer', 'ada@mistyped.example'], false],
      [['people', 'show', shopper.email], true],
      [['people', 'show', 'ada@mistyped.example'], false],
    ] as const)
      expect((await desk(shop, ...words)).text.includes(number)).toBe(found)
  })

  test('to an address that nobody has proved a correction says neither who ordered nor where it goes', async () => {
    const { number } = await withOrder()
    await desk(shop, 'orders', 'contact', number, 'friend@example.com')
    await desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')
    const written = (await deliver(shop)).slice(-2)
    expect(written.map(({ headers }) => headers.get('to'))).toEqual([
      'friend@example.com',
      'friend@example.com',
    ])
    for (const { text } of written) expect(text).not.toMatch(/Ada|Plum Lane/)
  })

  test('nor does one whose recipient is hidden from its customer', async () => {
    const { shopper, number, id, now } = await withOrder()
    await shop.db.update(orders).set({ is_recipient_hidden: true }).where(eq(orders.id, id))
    await desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')
    const mail = (await deliver(shop)).at(-1)
    expect(mail?.headers.get('to')).toBe(shopper.email)
    expect(mail?.text).not.toMatch(/Ada|Plum Lane/)
    expect((await now()).shipping_address).toBeNull()
  })

  test('who is written to can be corrected while the parcel is on its way, and hears of the parcel', async () => {
    const { shopper, number, id } = await withOrder({ email: 'ada@mistyped.example' })
    await ship(number)
    const [before] = await shop.db.select().from(orders).where(eq(orders.id, id))
    await desk(shop, 'orders', 'contact', number, shopper.email)
    expect(await waiting()).toEqual([[shopper.email, `Your order ${number} is on its way`]])
    const [after] = await shop.db.select().from(orders).where(eq(orders.id, id))
    // By this it is known for how long it has been on its way.
    expect(after?.updated_at).toEqual(before?.updated_at)
  })

  test('a name or a number to call is corrected without an email', async () => {
    const { number } = await withOrder()
    const given = ['--last-name', 'Sloe', '--phone', '+44 161 496 0000']
    const { text } = await desk(shop, 'orders', 'contact', number, ...given)
    expect(text.split('\n')).toEqual([
      `The contact of ${number} is corrected. No email has been sent.`,
      'Contact      Now               Until now',
      '-----------  ----------------  -------------',
      '--last-name  Sloe              Quince',
      '--phone      +44 161 496 0000  020 7946 0123',
    ])
    const shown = (await desk(shop, 'orders', 'show', number)).text
    expect(shown).toMatch(/^Customer +Ada Sloe$/m)
    expect(shown).toMatch(/^Phone +\+44 161 496 0000$/m)
    expect(await waiting()).toEqual([])
  })

  test('of a customer who has left an order is corrected until it names nobody any more', async () => {
    const { shopper, number } = await withOrder()
    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    expect(await desk(shop, 'orders', 'address', number, '--line-1', '7 Plum Lane')).toMatchObject({
      code: 0,
    })
    const [mail] = await shop.db.select().from(mails)
    expect(mail).toMatchObject({ to_address: shopper.email, is_forgotten: true })
    expect(mail?.text).toContain(`/track-order?order_number=${number}`)
    await ship(number)
    await shop.db.delete(mails)
    await anonymiseFormerOrders(shop.db, new Date(Date.now() + 91 * 24 * 3_600_000))
    const forgotten = {
      code: 1,
      text: `The order ${number} no longer says whom it is for: its customer has left.`,
    }
    expect(await desk(shop, 'orders', 'contact', number, 'right@example.com')).toEqual(forgotten)
    await shop.db.update(orders).set({ status: 'pending' }).where(eq(orders.order_number, number))
    expect(await desk(shop, 'orders', 'address', number, '--city', 'Leeds')).toEqual(forgotten)
    expect(await waiting()).toEqual([])
  })

  test('what a customer typed adds no line to the answer to a correction, and turns none round', async () => {
    const { number, id } = await withOrder()
    await shop.db
      .update(orders)
      .set({
        shipping_address: sql`${orders.shipping_address} || ${{ city: 'York\r\nStatus shipped\u202e' }}::jsonb`,
      })
      .where(eq(orders.id, id))
    const { text } = await desk(shop, 'orders', 'address', number, '--city', 'Leeds')
    expect(text.split('\n')).toHaveLength(5)
    expect(text).toContain('York Status shipped')
    expect(text).not.toContain('\u202e')
  })
})
