import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq, lt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Order } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { paths } from '#contract/paths.ts'
import { onPiecesTouched } from '#server/changes.ts'
import { cart_items } from '#server/db/schema/cart.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { mostAttempts, retryMails } from '#server/mail/outbox.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { type Transport, makeTransport } from '#server/mail/transport.ts'
import { contact_messages } from '#server/db/schema/letters.ts'
import { order_events, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { when } from '#server/desk/table.ts'
import { anonymiseFormerOrders } from '#server/orders/former.ts'
import { unfinishedAttempts } from '#server/payments/attempts.ts'
import { recoverPayments } from '#server/payments/recovery.ts'
import { noteForgotten, noteToForget } from '#server/payments/savedCards.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { deliver, quiet, readEml } from '#tests/server/mail/eml.ts'
import { address, data, newPiece, readyShopper, skuOf, stockOf } from '#tests/server/orders/pieces.ts'
import { openPostOffice } from '#tests/support/postOffice.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('the desk’s orders on %s', (engine) => {
  let shop: Shop
  /** Each test may break what it wants of it. */
  const gateway = testGateway()
  beforeAll(async () => {
    shop = await openShop({ engine, gateway })
  })
  beforeEach(async () => {
    Object.assign(gateway, testGateway())
    await shop.db.delete(mails)
  })
  afterAll(() => shop.close())

  async function withOrder() {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id, quantity: 2 }])
    const order = data<Order>(await shopper.checkout())
    const now = async () => data<Order>(await shopper.call('GET', paths.order(order.order_number)))
    return { piece, shopper, number: order.order_number, id: order.id, now }
  }
  const prove = (id: string) =>
    shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, id))
  const parcel = ['--tracking', 'RM1', '--url', 'https://carrier.example/RM1']
  const aMinuteAgo = () => new Date(Date.now() - 61_000)
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const mailsAbout = () => shop.db.select().from(mails)

  test('an order goes from pending to processing, shipped and delivered, and its customer sees each', async () => {
    const { number, now } = await withOrder()
    expect(await desk(shop, 'orders', 'processing', number.toLowerCase())).toMatchObject({ code: 0 })
    expect((await now()).status).toBe('processing')
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel)).toEqual({
      code: 0,
      text: `${number} is shipped, and its customer has been sent an email.`,
    })
    expect(await now()).toMatchObject({
      status: 'shipped',
      tracking_number: 'RM1',
      tracking_url: 'https://carrier.example/RM1',
    })
    expect(await desk(shop, 'orders', 'delivered', number)).toMatchObject({ code: 0 })
    expect((await now()).events.map(({ status }) => status)).toEqual([
      'pending',
      'processing',
      'shipped',
      'delivered',
    ])
  })

  test('a shipped order’s mail says what is in the parcel, where it goes and how to follow it', async () => {
    const { number, shopper } = await withOrder()
    await prove(shopper.id)
    await shop.db.delete(mails)
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    const mail = (await deliver(shop)).at(-1)
    expect(mail?.headers.get('to')).toBe(shopper.email)
    expect(mail?.headers.get('subject')).toBe(`Your order ${number} is on its way`)
    for (const part of [
      'Your order is on its way, Ada',
      '2 × Damson Ring: £498.00',
      'Tracking number\nRM1',
      'Follow your parcel:\nhttps://carrier.example/RM1',
      '1 Plum Lane',
      `/orders/${number}`,
    ]) {
      expect(mail?.text).toContain(part)
    }
    expect(mail?.html).toContain('href="https://carrier.example/RM1"')
  })

  test('to an address that nobody has proved no mail says who ordered, nor where it goes', async () => {
    const [sent, given, mistyped] = [await withOrder(), await withOrder(), await withOrder()]
    // Its customer has proved their own address, not the one that they typed at the checkout.
    await prove(mistyped.shopper.id)
    await shop.db
      .update(orders)
      .set({ contact: sql`${orders.contact} || '{"email":"nobody@mistyped.example"}'` })
      .where(eq(orders.id, mistyped.id))
    await shop.db.delete(mails)
    await desk(shop, 'orders', 'shipped', sent.number, ...parcel)
    await desk(shop, 'orders', 'cancelled', given.number)
    await desk(shop, 'orders', 'shipped', mistyped.number, ...parcel)
    const written = (await deliver(shop)).slice(-3)
    expect(written.map(({ headers }) => headers.get('to'))).toEqual([
      sent.shopper.email,
      given.shopper.email,
      'nobody@mistyped.example',
    ])
    for (const { text } of written) expect(text).not.toMatch(/Ada|Plum Lane/)
  })

  test('what a customer typed adds no line to what the desk shows, and turns none round', async () => {
    const { id, number, shopper } = await withOrder()
    const write = async (end: string) => {
      await shop.db.delete(contact_messages)
      const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
      if (order === undefined) throw new Error('No order')
      await shop.db
        .update(orders)
        .set({
          contact: { ...order.contact, first_name: `Ada${end}` },
          shipping_address: { ...order.shipping_address, city: `London${end}` },
          billing_address: { ...order.billing_address, city: `Leeds${end}` },
        })
        .where(eq(orders.id, id))
      await shop.db.insert(contact_messages).values({
        name: `Ada${end}`,
        email: shopper.email,
        subject: `A ring${end}`,
        message: 'Please.',
      })
      const [message] = await shop.db.select().from(contact_messages)
      const said = []
      for (const words of [
        ['todo'],
        ['orders', 'list'],
        ['orders', 'show', number],
        ['messages', 'list'],
        ['messages', 'show', message?.id ?? ''],
        ['messages', 'answered', message?.id ?? ''],
      ]) {
        said.push((await desk(shop, ...words)).text)
      }
      return said
    }
    const plain = await write('')
    const wild = await write('\r\nStatus    shipped\u2028to \u202eeve\u2066')
    expect(wild.map((text) => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).length)).toEqual(
      plain.map((text) => text.split('\n').length),
    )
    expect(wild.join('')).toContain('Ada Status    shipped to eve')
    expect(wild.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test('what cannot follow is refused, changes nothing and sends nothing', async () => {
    const { number, now, shopper } = await withOrder()
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'delivered', number)).toEqual({
      code: 1,
      text: `The order ${number} is pending, and cannot become delivered from there. Mark it as shipped first.`,
    })
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel)).toEqual({
      code: 1,
      text: `The order ${number} is shipped already.`,
    })
    expect(await desk(shop, 'orders', 'processing', number)).toMatchObject({ code: 1 })
    expect((await now()).status).toBe('shipped')
    expect(await mailsAbout()).toHaveLength(1)

    const other = data<Order>(
      await (await readyShopper(shop, [{ product_id: (await newPiece(shop)).id }])).checkout(),
    )
    await shopper.call('PUT', paths.cancelOrder(other.order_number))
    expect(await desk(shop, 'orders', 'processing', 'DMS-AAAAAAAA')).toEqual({
      code: 1,
      text: 'Order not found.',
    })
  })

  test('an order is cancelled at the desk once: its pieces are back, its money too, and its customer is told why', async () => {
    const { piece, number, id, now, shopper } = await withOrder()
    await prove(shopper.id)
    const stock = async () =>
      data<{ stock_quantity: number }>(await shop.call('GET', paths.product(String(piece.id)))).stock_quantity
    const sold = await stock()
    await shop.db.delete(mails)
    const why = 'The stone did not pass our last inspection.'
    let touched = 0
    const ignore = onPiecesTouched(() => (touched += 1))
    const said = await Promise.all(
      [1, 2, 3].map(() => desk(shop, 'orders', 'cancelled', number.toLowerCase(), '--reason', why)),
    )
    expect(said.filter(({ code }) => code === 0)).toEqual([
      expect.objectContaining({ text: expect.stringContaining(`${number} is cancelled`) }),
    ])
    expect(said.filter(({ code }) => code === 1)).toEqual(
      [1, 2].map(() => ({ code: 1, text: `The order ${number} is cancelled already.` })),
    )
    expect(await now()).toMatchObject({ status: 'cancelled' })
    ignore()
    // Kept answers are dropped, once.
    expect([await stock(), touched]).toEqual([sold + 2, 1])
    const paid = await shop.db.select().from(payment_attempts).where(eq(payment_attempts.order_id, id))
    expect(paid.map(({ status }) => status)).toEqual(['released'])
    expect(await mailsAbout()).toHaveLength(1)
    const mail = (await deliver(shop)).at(-1)
    for (const part of ['We are sorry, Ada', number, why, '2 × Damson Ring', 'goes back the way it came'])
      expect(mail?.text).toContain(part)
  })

  test('of a variant that the shop has no longer nothing is put back, and that is said', async () => {
    const sized = await newPiece(shop, { sizes: [3, 3] })
    const plain = await newPiece(shop, { stock: 3 })
    const [sold = 0] = sized.variants
    const shopper = await readyShopper(shop, [
      { product_id: sized.id, variant_id: sold },
      { product_id: plain.id },
    ])
    const { order_number: number } = data<Order>(await shopper.checkout())
    // As an import does whose file names other variants.
    await shop.db.delete(variants).where(eq(variants.id, sold))
    const { text } = await desk(shop, 'orders', 'cancelled', number)
    expect(text).toContain(
      `Of Damson Ring, Size 0, nothing was put back: count it with stock ${await skuOf(shop, sized.id)}.`,
    )
    expect(text).not.toContain('Its pieces are in stock again.')
    expect(text).toContain('Its other pieces are in stock again.')
    expect([await stockOf(shop, sized.id), await stockOf(shop, plain.id)]).toEqual([5, 3])

    const other = await withOrder()
    expect((await desk(shop, 'orders', 'cancelled', other.number)).text).toContain(
      'Its pieces are in stock again.',
    )
  })

  test('of a size nothing is put back either once the piece comes in no sizes at all', async () => {
    const ring = await newPiece(shop, { sizes: [1] })
    const [size = 0] = ring.variants
    const shopper = await readyShopper(shop, [{ product_id: ring.id, variant_id: size }])
    const { order_number: number } = data<Order>(await shopper.checkout())
    // As an import does whose file has a count for the piece and none for a size.
    await shop.db.delete(variants).where(eq(variants.product_id, ring.id))
    await shop.db.update(products).set({ stock_quantity: 1 }).where(eq(products.id, ring.id))
    const { text } = await desk(shop, 'orders', 'cancelled', number)
    expect(text).toContain(
      `Of Damson Ring, Size 0, nothing was put back: count it with stock ${await skuOf(shop, ring.id)}.`,
    )
    expect(await stockOf(shop, ring.id)).toBe(1)
  })

  test.each([
    ['shipped', 'If its parcel never arrived, add --not-arrived.'],
    ['delivered', 'What to do when a piece comes back: docs/desk.md, “Returns”.'],
  ])('a %s order is not cancelled at the desk either, which says what to do', async (status, instead) => {
    const { number, now } = await withOrder()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    if (status === 'delivered') await desk(shop, 'orders', 'delivered', number)
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'cancelled', number)).toEqual({
      code: 1,
      text: `The order ${number} is ${status}, and cannot become cancelled from there. ${instead}`,
    })
    expect((await now()).status).toBe(status)
    expect(await mailsAbout()).toEqual([])
    expect(await desk(shop, 'orders', 'cancelled', 'DMS-AAAAAAAA')).toEqual({
      code: 1,
      text: 'Order not found.',
    })
    expect(await desk(shop, 'orders', 'cancelled', number, '--reason', ' ')).toMatchObject({ code: 2 })
    expect(await desk(shop, 'orders', 'cancelled', number, '--reason', 'x'.repeat(501))).toEqual({
      code: 2,
      text: 'That is too long: at most 500 characters. Please write the reason, or leave out --reason.',
    })
  })

  test('a parcel that never arrives is cancelled at the desk: the money goes back, nothing into stock', async () => {
    const { piece, number, id, now, shopper } = await withOrder()
    await prove(shopper.id)
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    await shop.db
      .update(orders)
      .set({ created_at: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where(eq(orders.id, id))
    const { text } = await desk(shop, 'todo')
    expect(text).toContain('orders cancelled NUMBER --not-arrived')
    expect(text).toContain(number)
    const sold = await stockOf(shop, piece.id)
    await shop.db.delete(mails)
    const why = 'The carrier has lost it.'
    const cancel = () => desk(shop, 'orders', 'cancelled', number, '--not-arrived', '--reason', why)
    const said = await Promise.all([cancel(), cancel()])
    expect(said.map(({ text: one }) => one).toSorted()).toEqual([
      `${number} is cancelled, and its customer has been sent an email. Nothing was put back into stock.`,
      `The order ${number} is cancelled already.`,
    ])
    expect((await now()).events.map(({ status }) => status)).toEqual(['pending', 'shipped', 'cancelled'])
    expect(await stockOf(shop, piece.id)).toBe(sold)
    const paid = await shop.db.select().from(payment_attempts).where(eq(payment_attempts.order_id, id))
    expect(paid.map(({ status }) => status)).toEqual(['released'])
    expect((await desk(shop, 'todo')).text).not.toContain(number)
    expect(await mailsAbout()).toHaveLength(1)
    const mail = (await deliver(shop)).at(-1)
    for (const part of [
      'We are sorry, Ada',
      `${number} for £532.86 did not reach you`,
      why,
      'goes back the way',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain('will not be sent')
  })

  test('only a parcel that was sent, and has not been delivered, can have failed to arrive', async () => {
    const { number, now } = await withOrder()
    const cancel = () => desk(shop, 'orders', 'cancelled', number, '--not-arrived')
    expect(await cancel()).toEqual({
      code: 1,
      text: `The order ${number} is pending: it has not been sent. Cancel it without --not-arrived.`,
    })
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    await desk(shop, 'orders', 'delivered', number)
    expect(await cancel()).toEqual({
      code: 1,
      text: `The order ${number} is delivered, and cannot become cancelled from there. What to do when a piece comes back: docs/desk.md, “Returns”.`,
    })
    expect((await now()).status).toBe('delivered')
  })

  test('whoever has left their account is led to where they can still see how far their order is', async () => {
    const { number, shopper } = await withOrder()
    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    await shop.db.delete(mails)
    await desk(shop, 'orders', 'shipped', number, '--tracking', 'RM1')
    const [mail] = await mailsAbout()
    expect(mail?.text).toContain(`/track-order?order_number=${number}`)
    expect(mail?.text).not.toContain(`/orders/${number}`)
  })

  test('an order is found by its number as people write what they read or hear', async () => {
    const { number } = await withOrder()
    const [start = '', rest = ''] = number.split('-')
    const inGroups = `${start} ${rest.slice(0, 4)} ${rest.slice(4)}`
    for (const written of [
      ...['', ' ', '\u2011', '\u2013'].map((between) => start + between + rest),
      inGroups,
      // As groups of four begin with the letters.
      ...[4, 7].map((end) => `${(start + rest).slice(0, end)} ${(start + rest).slice(end)}`),
    ])
      expect((await desk(shop, 'orders', 'show', `#${written}`.toLowerCase())).text).toContain(number)
  })

  test.each(['DMS-ABCDEFG', 'DMS-ABCDEFGHJ', 'DMS ABCD EFG', 'OLD-ABCDEFG'])(
    'a number with a character too few or too many is told as it was typed: %s',
    async (typed) => {
      expect((await desk(shop, 'orders', 'refunded', typed.toLowerCase())).text).toMatch(
        new RegExp(`^${typed} is not waiting`),
      )
    },
  )

  test('nobody is written to about a parcel whose customer the shop no longer knows', async () => {
    const { number, id, shopper } = await withOrder()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    await anonymiseFormerOrders(shop.db, new Date(Date.now() + 91 * 24 * 3_600_000))
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'cancelled', number, '--not-arrived')).toEqual({
      code: 0,
      text: `${number} is cancelled. Its customer has left, and could not be told. Nothing was put back into stock.`,
    })
    expect(await mailsAbout()).toEqual([])
    const paid = await shop.db.select().from(payment_attempts).where(eq(payment_attempts.order_id, id))
    expect(paid.map(({ status }) => status)).toEqual(['released'])
  })

  test('a cancelled order stays cancelled, and the desk says what to do if its parcel has left', async () => {
    const { number, shopper, now } = await withOrder()
    await shopper.call('PUT', paths.cancelOrder(number))
    expect(await desk(shop, 'orders', 'processing', number)).toEqual({
      code: 1,
      text: `The order ${number} was cancelled.`,
    })
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel)).toEqual({
      code: 1,
      text: `The order ${number} was cancelled. If its parcel has left all the same, ask the carrier to bring it back, write to the customer, and take out of stock what went back into it: stock SKU -1 for each piece.`,
    })
    expect((await now()).status).toBe('cancelled')
  })

  test('two people at the desk ship an order once', async () => {
    const { number, now } = await withOrder()
    await shop.db.delete(mails)
    const said = await Promise.all([1, 2, 3].map(() => desk(shop, 'orders', 'shipped', number, ...parcel)))
    expect(said.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1, 1])
    expect((await now()).events.filter(({ status }) => status === 'shipped')).toHaveLength(1)
    expect(await mailsAbout()).toHaveLength(1)
  })

  test('a wrong tracking number can be put right, and the customer hears of it', async () => {
    const { number, id, shopper, now } = await withOrder()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    await deliver(shop)
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)
    await shop.db
      .update(orders)
      .set({ updated_at: inDays(-80) })
      .where(eq(orders.id, id))
    // Who meant another order can put its own number back.
    expect(await desk(shop, 'orders', 'shipped', number, '--tracking', 'RM2')).toEqual({
      code: 0,
      text: `${number} was shipped already. Until now its parcel was RM1 https://carrier.example/RM1. Its customer has been sent an email.`,
    })
    expect(await now()).toMatchObject({ tracking_number: 'RM2', tracking_url: null })
    expect((await mailsAbout()).filter(({ subject }) => subject.includes('on its way'))).toHaveLength(2)

    // It counts as sent now, and after a hundred days since it was first sent as on its way still.
    const stored = async () => (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]
    expect((await stored())?.updated_at.getTime()).toBeGreaterThan(inDays(-1).getTime())
    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    await anonymiseFormerOrders(shop.db, inDays(20))
    expect((await stored())?.contact.first_name).toBe('Ada')
  })

  test.each([
    ['https://carrier.example/RM1\u200b', 'https://carrier.example/RM1'],
    ['\u202ehttps://carrier.example/t/\nRM1\ufeff ', 'https://carrier.example/t/RM1'],
    ['https://carrier.example/t?q=RM 12#now', 'https://carrier.example/t?q=RM%2012#now'],
  ])('so is what comes along with the address to follow it, %j', async (pasted, url) => {
    const { number, now } = await withOrder()
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'shipped', number, '--tracking', 'RM1', '--url', pasted)).toMatchObject(
      { code: 0 },
    )
    expect((await now()).tracking_url).toBe(url)
    expect((await deliver(shop)).at(-1)?.text).toContain(`Follow your parcel:\n${url}\n`)
  })

  test('an address to follow a parcel may be as long as 500 characters once it is written out', async () => {
    const { number, now } = await withOrder()
    const spaced = (spaces: number) => `https://carrier.example/${'x'.repeat(450)}?${' '.repeat(spaces)}x`
    const ship = (url: string) => desk(shop, 'orders', 'shipped', number, '--tracking', 'RM1', '--url', url)
    expect(await ship(spaced(10))).toEqual({
      code: 2,
      text: 'The address to follow the parcel is too long.',
    })
    expect(await ship(`${spaced(8)}${'\u200b'.repeat(30)}`)).toMatchObject({ code: 0 })
    expect((await now()).tracking_url).toHaveLength(500)
  })

  test('what comes along when a tracking number or a reason is pasted is not sent to the customer', async () => {
    const { number, shopper, now } = await withOrder()
    await prove(shopper.id)
    const pasted = '\u202eRM12 3456\u200b789GB\ufeff\n'
    expect(await desk(shop, 'orders', 'shipped', number, '--tracking', pasted)).toMatchObject({ code: 0 })
    expect((await now()).tracking_number).toBe('RM12 3456789GB')
    for (const nothing of ['\u200b', '\u202e\n'])
      expect(await desk(shop, 'orders', 'shipped', number, '--tracking', nothing)).toEqual({
        code: 2,
        text: 'Please give the tracking number with --tracking.',
      })
    await desk(shop, 'orders', 'shipped', number, '--undo')
    await desk(
      shop,
      'orders',
      'cancelled',
      number,
      '--reason',
      'The \u202estone\u001b[31m\nbroke \u{1f469}\u200d\u{1f467}.',
    )
    expect((await deliver(shop)).at(-1)?.text).toContain('The stone[31m broke \u{1f469}\u200d\u{1f467}.')
  })

  test('an order that was marked as sent by mistake is to be prepared again, and its customer is told', async () => {
    const { number, now, shopper } = await withOrder()
    await prove(shopper.id)
    await desk(shop, 'orders', 'processing', number)
    const before = await now()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    await shop.db.delete(mails)
    // As the line before it was typed.
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel, '--undo')).toEqual({
      code: 0,
      text: `${number} is processing again, and its customer has been sent an email.`,
    })
    expect(await now()).toEqual(before)
    expect((await desk(shop, 'todo')).text).toContain(number)
    const mail = (await deliver(shop)).at(-1)
    expect(mail?.headers.get('to')).toBe(shopper.email)
    expect(mail?.headers.get('subject')).toBe(`Your order ${number} has not left us yet`)
    expect(mail?.text).toContain('That was our mistake')
    expect(await desk(shop, 'orders', 'shipped', number, '--undo')).toEqual({
      code: 1,
      text: `The order ${number} is processing, not shipped: there is nothing to take back.`,
    })
    expect(await mailsAbout()).toHaveLength(1)
    expect((await shopper.call('PUT', paths.cancelOrder(number))).status).toBe(200)
    expect(await desk(shop, 'orders', 'processing', number, '--undo')).toMatchObject({ code: 1 })
    expect((await now()).status).toBe('cancelled')
  })

  describe('of emails about an order that could not be sent at once', () => {
    /** A mail server that can be away, and a sender whose time passes at a word. */
    async function mailing() {
      const office = await openPostOffice()
      const transport = makeTransport({ ...shop.config, smtpUrl: office.url })
      onTestFinished(async () => {
        transport.close()
        await office.close()
      })
      let now = new Date(Date.now() + 60_000)
      const send = (by: Transport = transport) =>
        sendDueMails({ db: shop.db, config: shop.config, clock: () => now, log: quiet }, by)
      const pass = (time: number) => (now = new Date(now.getTime() + time))
      return {
        office,
        send,
        pass,
        /** After this the next attempt is made in an hour. */
        failForAnHour: async () => {
          office.refuse({ code: 451, message: 'Try again later' })
          for (let pause = 30_000; pause < 3_600_000; pause *= 2) {
            expect(await send()).toBe(1)
            pass(pause)
          }
          expect(await send()).toBe(1)
          office.refuse(null)
        },
        sendAll: async () => {
          await send()
          pass(9 * 3_600_000)
          await send()
        },
      }
    }

    test.each(['its customer', 'the desk'])(
      'the confirmation does not come after the word that %s has cancelled it',
      async (who) => {
        const { number, shopper } = await withOrder()
        const { office, send, failForAnHour, sendAll } = await mailing()
        await failForAnHour()
        if (who === 'the desk') await desk(shop, 'orders', 'cancelled', number)
        else await shopper.call('PUT', paths.cancelOrder(number))
        await send()
        expect(office.subjects()).toEqual([`Your order ${number} was cancelled`])
        await sendAll()
        expect(office.subjects()).toHaveLength(1)
      },
    )

    test.each([
      ['that it is on its way', 'the word that it has not left', ['--undo'], 'has not left us yet'],
      ['the wrong tracking number', 'the right one', ['--tracking', 'RM2'], 'Tracking number\nRM2'],
    ])('%s does not come after %s', async (_untrue, _true, words, said) => {
      const { number } = await withOrder()
      const { office, send, failForAnHour, sendAll } = await mailing()
      await shop.db.delete(mails)
      await desk(shop, 'orders', 'shipped', number, ...parcel)
      await failForAnHour()
      expect(await desk(shop, 'orders', 'shipped', number, ...words)).toMatchObject({ code: 0 })
      await send()
      expect(office.taken.map(({ text }) => text)).toEqual([expect.stringContaining(said)])
      await sendAll()
      expect(office.taken).toHaveLength(1)
    })

    test.each([
      ['the right tracking number', ['shipped', '--tracking', 'RM2'], ['', ' is on its way']],
      ['the word that it has not left', ['shipped', '--undo'], ['', ' has not left us yet']],
    ])(
      'what waits for another is not sent any more once there is %s',
      async (_true, [word = '', ...words], sent) => {
        const { number } = await withOrder()
        const { office, failForAnHour, sendAll } = await mailing()
        await failForAnHour()
        await desk(shop, 'orders', 'shipped', number, ...parcel)
        expect(await desk(shop, 'orders', word, number, ...words)).toMatchObject({ code: 0 })
        await sendAll()
        expect(office.subjects()).toEqual(sent.map((end) => `Your order ${number}${end}`))
        expect(office.taken.at(-1)?.text).not.toContain('RM1')
      },
    )

    test('of an order that was cancelled nothing else is sent any more, however many wait for each other', async () => {
      const { number } = await withOrder()
      const { office, failForAnHour, sendAll } = await mailing()
      await failForAnHour()
      await desk(shop, 'orders', 'shipped', number, ...parcel)
      await desk(shop, 'orders', 'shipped', number, '--undo')
      await desk(shop, 'orders', 'cancelled', number)
      await sendAll()
      expect(office.subjects()).toEqual([`Your order ${number} was cancelled`])
    })

    test('nor what has failed and is to be tried again by the hand of the desk', async () => {
      const { number } = await withOrder()
      const { office, failForAnHour, sendAll } = await mailing()
      await failForAnHour()
      expect(await retryMails(shop.db)).toBe(1)
      await desk(shop, 'orders', 'cancelled', number)
      await sendAll()
      expect(office.subjects()).toEqual([`Your order ${number} was cancelled`])
    })

    test('the next one has an earlier one that is still true tried at once, and waits for it', async () => {
      const { number } = await withOrder()
      const other = await withOrder()
      const { office, send, pass, failForAnHour } = await mailing()
      const isOthers = eq(mails.to_address, other.shopper.email)
      await shop.db.delete(mails).where(isOthers)
      await failForAnHour()
      for (const one of [number, other.number]) await desk(shop, 'orders', 'shipped', one, ...parcel)
      office.refuse({ code: 451, message: 'Try again later' })
      // The first of this order and the one of the other.
      expect(await send()).toBe(2)
      const listed = (await desk(shop, 'mails', 'list')).text
      const [, first] = new RegExp(`^ *(\\d+) .*Your order ${number} .*failed`, 'm').exec(listed) ?? []
      expect(listed).toMatch(new RegExp(`Your order ${number} is on its way +waits for email ${first}$`, 'm'))
      office.refuse(null)
      pass(60_000)
      await send()
      expect(office.subjects()).toEqual([`Your order ${other.number} is on its way`])
      pass(3 * 3_600_000)
      await send()
      expect(office.subjects().slice(1)).toEqual([
        `Your order ${number}`,
        `Your order ${number} is on its way`,
      ])
    })

    test('where the mail server is back, nothing waits out the time until the next attempt', async () => {
      const { number } = await withOrder()
      const { office, send, failForAnHour } = await mailing()
      await failForAnHour()
      await desk(shop, 'orders', 'shipped', number, ...parcel)
      await send()
      expect(office.subjects()).toEqual([`Your order ${number}`, `Your order ${number} is on its way`])
    })

    test('one that is being sent while it becomes untrue, and then fails, still comes before what makes it so', async () => {
      const { number, shopper } = await withOrder()
      const { office, send, pass } = await mailing()
      const failsMeanwhile: Transport = {
        send: async () => {
          await shopper.call('PUT', paths.cancelOrder(number))
          throw new Error('The line was cut')
        },
        close: () => {},
      }
      expect(await send(failsMeanwhile)).toBe(1)
      expect(await send()).toBe(0)
      pass(30_000)
      await send()
      expect(office.subjects()).toEqual([`Your order ${number}`, `Your order ${number} was cancelled`])
    })

    test('one that was given up holds none back', async () => {
      const { number, shopper } = await withOrder()
      const { office, send, pass } = await mailing()
      const isFirst = eq(mails.subject, `Your order ${number}`)
      await shop.db
        .update(mails)
        .set({ attempts: mostAttempts - 1 })
        .where(isFirst)
      office.refuse({ code: 550, message: 'No such mailbox' })
      // Queued while there is one attempt left.
      await desk(shop, 'orders', 'shipped', number, ...parcel)
      expect(await send()).toBe(2)
      office.refuse(null)
      pass(30_000)
      await send()
      expect(office.subjects()).toEqual([`Your order ${number} is on its way`])
      expect(office.taken[0]?.headers.get('to')).toBe(shopper.email)
    })

    test('one to an address that was mistyped holds none back that goes to the right one', async () => {
      const { number, id } = await withOrder()
      const { office, send, failForAnHour } = await mailing()
      await failForAnHour()
      await shop.db
        .update(orders)
        .set({ contact: sql`${orders.contact} || '{"email":"right@example.com"}'` })
        .where(eq(orders.id, id))
      await desk(shop, 'orders', 'shipped', number, ...parcel)
      await send()
      expect(office.taken.map(({ headers }) => headers.get('to'))).toEqual(['right@example.com'])
    })
  })

  test('an order that was marked as delivered by mistake is on its way again, since it was sent', async () => {
    const { number, now } = await withOrder()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    const before = await now()
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000)
    const sent = new Date(Date.now() - 29 * 24 * 3_600_000)
    await shop.db.update(orders).set({ created_at: longAgo }).where(eq(orders.id, before.id))
    await shop.db.update(order_events).set({ at: sent }).where(eq(order_events.order_id, before.id))
    await desk(shop, 'orders', 'delivered', number)
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'delivered', number, '--undo')).toEqual({
      code: 0,
      text: `${number} is shipped again.`,
    })
    expect(await now()).toMatchObject({ status: 'shipped', tracking_number: 'RM1', events: { length: 2 } })
    expect(await mailsAbout()).toEqual([])
    expect((await desk(shop, 'todo')).text).toMatch(
      new RegExp(`placed over 30 days ago.*\\n.*\\n(.*\\n)*${number} +${when(longAgo)} +${when(sent)} `),
    )
    expect(await desk(shop, 'orders', 'cancelled', number, '--not-arrived')).toMatchObject({ code: 0 })
  })

  test.each(['http://carrier.example/RM1', 'javascript:alert(1)', 'carrier.example', 'https://'])(
    'a parcel is never followed to %s',
    async (url) => {
      const { number, now } = await withOrder()
      const said = await desk(shop, 'orders', 'shipped', number, '--tracking', 'RM1', '--url', url)
      expect(said).toEqual({
        code: 2,
        text: 'The address to follow the parcel must begin with https://.',
      })
      expect((await now()).status).toBe('pending')
    },
  )

  test('the list and an order show what the jeweller needs', async () => {
    const { number, shopper } = await withOrder()
    const { text } = await desk(shop, 'orders', 'list', '--status', 'pending')
    expect(text.split('\n').find((line) => line.startsWith(number))).toMatch(
      /pending .* Ada Quince +2 +standard +£532\.86/,
    )
    expect((await desk(shop, 'orders', 'list', '--status', 'delivered')).text).not.toContain(number)
    for (const words of ['quince', shopper.email.toUpperCase(), 'ada Q'])
      expect((await desk(shop, 'orders', 'list', '--customer', words)).text).toContain(number)
    const named = (contact: { first_name?: string; last_name: string }) =>
      shop.db
        .update(orders)
        .set({ contact: sql`${orders.contact} || ${JSON.stringify(contact)}::jsonb` })
        .where(eq(orders.order_number, number))
    for (const [contact, ...typed] of [
      [{ last_name: 'O’Hara' }, "o'hara"],
      // As an English keyboard has it, as it is written, and as macOS pastes it.
      [{ last_name: 'Núñez' }, 'nunez', 'NÚÑEZ', 'nu\u0301n\u0303ez'],
      [{ first_name: 'Se\u0301an', last_name: 'Byrne' }, 'sean', 'séan b'],
      [{ first_name: 'Sean', last_name: 'Byrne' }, 'Séan'],
      [{ first_name: 'Łukasz', last_name: 'Sørensen' }, 'lukasz', 'ŁUK', 'sorensen'],
    ] as const) {
      await named(contact)
      for (const words of typed)
        expect((await desk(shop, 'orders', 'list', '--customer', words)).text, words).toContain(number)
    }
    await named({ first_name: 'Ada', last_name: 'Quince' })
    for (const words of ['nobody%', 'q_ince'])
      expect((await desk(shop, 'orders', 'list', '--customer', words)).text).toBe('There are none.')
    const shown = (await desk(shop, 'orders', 'show', number)).text
    for (const part of [shopper.email, 'Damson Ring', '1 Plum Lane', 'Visa ending 4242', '£532.86'])
      expect(shown).toContain(part)
    expect(shown).not.toContain('4242 4242')
    expect(shown).toMatch(/^Reference +test_[0-9a-f]{24}$/m)
    expect(shown).toMatch(/^Sent to:\n {2}Ada Quince\n(.+\n)+ {2}020 7946 0123$/m)
    // As on the parcel.
    expect(shown).toContain('\n  London, Greater London\n')
    expect(shown).toMatch(/^Billed to:\n {2}the same$/m)

    const saved = await shopper.call('POST', paths.addresses, {
      body: { ...address, full_name: 'Tom Wren', address_line_1: '7 Bill Street' },
    })
    await shopper.add((await newPiece(shop)).id)
    const billed = { billing_address_id: data<{ id: string }>(saved).id }
    const { order_number } = data<Order>(await shopper.checkout(billed))
    expect((await desk(shop, 'orders', 'show', order_number)).text).toMatch(
      /^Billed to:\n {2}Tom Wren\n {2}7 Bill Street\n/m,
    )
  })

  test('an order shows under which SKU each thing in it is counted, or that the shop no longer has it', async () => {
    const [plain, sized, gone] = [
      await newPiece(shop),
      await newPiece(shop, { sizes: [3, 3, 3] }),
      await newPiece(shop),
    ]
    const [kept = 0, replaced = 0] = sized.variants
    const shopper = await readyShopper(shop, [
      { product_id: plain.id },
      { product_id: sized.id, variant_id: kept },
      { product_id: sized.id, variant_id: replaced },
      { product_id: gone.id },
    ])
    const { order_number } = data<Order>(await shopper.checkout())
    const counted = [await skuOf(shop, plain.id), `${await skuOf(shop, sized.id)}-0`]
    await shop.db.delete(variants).where(eq(variants.id, replaced))
    await shop.db.delete(products).where(eq(products.id, gone.id))
    const shown = async () => {
      const { text } = await desk(shop, 'orders', 'show', order_number)
      return text
        .split('\n')
        .filter((line) => line.startsWith('Damson Ring'))
        .map((line) => line.split(/ {2,}/).slice(0, -2))
    }
    expect(await shown()).toEqual([
      ['Damson Ring', counted[0]],
      ['Damson Ring', 'Size 0', counted[1]],
      ['Damson Ring', 'Size 1', `variant gone, piece ${await skuOf(shop, sized.id)}`],
      ['Damson Ring', 'piece gone'],
    ])
    for (const sku of counted) expect(await desk(shop, 'stock', sku ?? '', '+1')).toMatchObject({ code: 0 })
  })

  test('what needs doing is listed, and nothing else', async () => {
    const waiting = await withOrder()
    const done = await withOrder()
    await desk(shop, 'orders', 'shipped', done.number, ...parcel)
    await shop.db.delete(contact_messages)
    await shop.call('POST', paths.contactUs, {
      body: { name: 'Tom Wren', email: 'tom@example.com', subject: 'Engraving', message: 'Can you?' },
    })
    await shop.db
      .update(mails)
      .set({ attempts: mostAttempts, last_error: '550 no such mailbox' })
      .where(eq(mails.to_address, 'tom@example.com'))
    const before = (await desk(shop, 'todo')).text
    expect(before).toContain(waiting.number)
    expect(before).not.toContain(done.number)
    expect(before).toMatch(/Tom Wren +tom@example\.com +Engraving/)
    expect(before).toMatch(/tom@example\.com +We have your message +given up/)
    expect(before).toContain('low in stock')

    const id = /^([\da-f]{8}) .*Tom Wren/m.exec(before)?.[1] ?? ''
    expect((await desk(shop, 'messages', 'show', id)).text).toContain('Can you?')
    expect(await desk(shop, 'messages', 'answered', id)).toMatchObject({ code: 0 })
    expect(await desk(shop, 'messages', 'answered', id)).toMatchObject({ code: 1 })
    expect((await desk(shop, 'todo')).text).not.toContain('Tom Wren')

    const undo = () => desk(shop, 'messages', 'answered', id, '--undo')
    expect(await undo()).toEqual({ code: 0, text: 'The message from Tom Wren is to be answered again.' })
    expect((await desk(shop, 'todo')).text).toContain('Tom Wren')
    expect(await undo()).toEqual({ code: 1, text: 'That message is not answered.' })
  })

  test('a message is not answered by a number that is the beginning of two', async () => {
    const both = ['3f2b81c0-0000-4000-8000-000000000001', '3f2b81c0-0000-4000-8000-000000000002'] as const
    const [first, second] = both
    const message = { email: 'tom@example.com', subject: 'A ring', message: 'Please.' }
    await shop.db
      .insert(contact_messages)
      .values(both.map((id, nth) => ({ ...message, id, name: `Tom ${nth}` })))
    for (const command of ['show', 'answered'])
      expect(await desk(shop, 'messages', command, '3f2b81c0')).toEqual({
        code: 1,
        text: `More than one message’s number begins like that: ${first}, ${second}.`,
      })
    expect((await desk(shop, 'messages', 'answered', second)).text).toBe(
      'The message from Tom 1 is answered.',
    )
    const waiting = (await desk(shop, 'messages', 'list')).text
    expect([waiting.includes('Tom 0'), waiting.includes('Tom 1')]).toEqual([true, false])
  })

  test('an order that was placed long ago and sent is to be marked as delivered, and is sent to nobody any more', async () => {
    const { number, id, shopper } = await withOrder()
    await desk(shop, 'orders', 'shipped', number, ...parcel)
    const placed = (days: number) =>
      shop.db
        .update(orders)
        .set({ created_at: new Date(Date.now() - days * 24 * 3_600_000) })
        .where(eq(orders.id, id))
    await placed(29)
    expect((await desk(shop, 'todo')).text).not.toContain(number)
    await placed(31)
    const { text } = await desk(shop, 'todo')
    expect(text).toMatch(/^1 order that was sent had been placed over 30 days ago/m)
    expect(text).toMatch(new RegExp(`^${number} .* RM1$`, 'm'))

    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    await anonymiseFormerOrders(shop.db, new Date(Date.now() + 90 * 24 * 3_600_000))
    await shop.db.delete(mails)
    expect(await desk(shop, 'orders', 'shipped', number, '--tracking', 'RM2')).toEqual({
      code: 1,
      text: `The order ${number} is shipped already.`,
    })
    expect(await desk(shop, 'orders', 'shipped', number, '--undo')).toEqual({
      code: 1,
      text: expect.stringContaining('no longer says where it goes'),
    })
    expect(await mailsAbout()).toEqual([])
    expect(await desk(shop, 'orders', 'delivered', number)).toMatchObject({ code: 0 })
    expect((await desk(shop, 'todo')).text).not.toContain(number)
  })

  test('of more orders than are shown at a time those by the fastest delivery are prepared first, then the oldest, and all can be listed', async () => {
    const oldest = await withOrder()
    const [first] = await shop.db.select().from(orders).where(eq(orders.id, oldest.id))
    if (first === undefined) throw new Error('No order')
    await shop.db.delete(orders)
    const ages = Array.from({ length: 120 }, (_, age) => age)
    const paidFor: Partial<Record<number, string>> = {
      0: 'express',
      1: 'overnight',
      2: 'express',
      3: 'overnight',
    }
    await shop.db.insert(orders).values(
      ages.map((age) => ({
        ...first,
        id: randomUUID(),
        order_number: `DMS-AGED${String(age).padStart(4, '0')}`,
        created_at: new Date(first.created_at.getTime() - age * 60_000),
        shipping_method: paidFor[age] ?? (age === 119 ? 'by airship' : 'standard'),
      })),
    )
    const numbersIn = (text: string) => text.match(/DMS-AGED\d+/g)?.map((number) => Number(number.slice(-4)))
    const todo = (await desk(shop, 'todo')).text
    expect(todo).toContain('120 orders to prepare')
    expect(numbersIn(todo)).toEqual([3, 1, 2, 0, ...ages.slice(-47, -1).toReversed()])
    expect(todo).toContain('… and 70 more, none by a faster delivery: orders list has them all.')

    const said = []
    for (const page of ['1', '2', '3', '4']) said.push(await desk(shop, 'orders', 'list', '--page', page))
    expect(said.map(({ text }) => numbersIn(text))).toEqual([
      ages.slice(0, 50),
      ages.slice(50, 100),
      ages.slice(100),
      undefined,
    ])
    expect(said.map(({ text }) => text.split('\n').at(-1))).toEqual([
      '… and 70 older ones: --page 2',
      '… and 20 older ones: --page 3',
      expect.stringContaining('DMS-AGED0119'),
      'There are none.',
    ])
    expect(said[0]?.text).toMatch(/^Number +Status +Placed +Customer +Pieces +Shipping +Total$/m)
    expect(said[0]?.text).toMatch(/^DMS-AGED0001 .* overnight +£532\.86$/m)
    expect((await desk(shop, 'orders', 'list')).text).toBe(said[0]?.text)
    expect(await desk(shop, 'orders', 'list', '--page', '0')).toMatchObject({ code: 2 })
    await shop.db.delete(orders)
  })

  test('orders are written for the books by the day in London, without a name', async () => {
    await shop.db.delete(orders)
    const { number, id, shopper } = await withOrder()
    const placed = new Date('2026-06-30T23:30:00Z')
    await shop.db.update(orders).set({ created_at: placed }).where(eq(orders.id, id))
    const rowsOf = async (...words: string[]) => {
      const said = await desk(shop, 'orders', 'export', '/books/all.csv', ...words)
      expect(said.code).toBe(0)
      return said.files?.[0]?.content.split('\r\n').filter((row) => row !== '') ?? []
    }
    const [head, row, ...others] = await rowsOf()
    expect(head).toBe(
      '\uFEFForder,placed,status,cancelled,country,payment,reference,subtotal,discount,coupon,shipping,tax,total,open',
    )
    expect(row).toMatch(
      new RegExp(
        `^${number},2026-07-01,pending,,United Kingdom,card,test_\\w+,498.00,0.00,,0.00,34.86,532.86,$`,
      ),
    )
    expect(others).toEqual([])
    expect(row).not.toContain(shopper.email)
    expect(await rowsOf('--from', '2026-07-01', '--until', '2026-07-01')).toHaveLength(2)
    expect(await rowsOf('--until', '2026-06-30')).toHaveLength(1)
    expect(await rowsOf('--from', '2026-07-02')).toHaveLength(1)
    for (const words of [
      ['all.txt'],
      [],
      ['all.csv', '--from', '1/7/2026'],
      ['all.csv', '--until', '2026-02-30'],
      ['all.csv', '--from', '2026-07-02', '--until', '2026-07-01'],
    ])
      expect(await desk(shop, 'orders', 'export', ...words)).toMatchObject({ code: 2 })
    await shop.db.delete(orders)
  })

  test('nothing that a shopper has typed is a formula in the books', async () => {
    await shop.db.delete(orders)
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const body = { ...address, country: '=1+1' }
    const { id } = data<{ id: string }>(await shopper.call('POST', paths.addresses, { body }))
    expect((await shopper.checkout({ shipping_address_id: id })).status).toBe(201)
    const { files } = await desk(shop, 'orders', 'export', '/books/all.csv')
    const [head, row] = files?.[0]?.content.split('\r\n').map((line) => line.split(',')) ?? []
    expect(row?.[head?.indexOf('country') ?? -1]).toBe("'=1+1")
    await shop.db.delete(orders)
  })

  test('the books of a month have what was cancelled in it, too, whenever it was placed, with the day of each', async () => {
    await shop.db.delete(orders)
    const [earlier, later, kept] = [await withOrder(), await withOrder(), await withOrder()]
    const placed = async ({ id }: { id: string }, at: string) =>
      shop.db
        .update(orders)
        .set({ created_at: new Date(at) })
        .where(eq(orders.id, id))
    const cancelled = async ({ number, id }: { number: string; id: string }, at: string) => {
      expect(await desk(shop, 'orders', 'cancelled', number)).toMatchObject({ code: 0 })
      const isIt = and(eq(order_events.order_id, id), eq(order_events.status, 'cancelled'))
      await shop.db
        .update(order_events)
        .set({ at: new Date(at) })
        .where(isIt)
    }
    await placed(earlier, '2026-05-20T12:00:00Z')
    await placed(later, '2026-06-10T12:00:00Z')
    await placed(kept, '2026-05-21T12:00:00Z')
    // The last is already the first of July in London.
    await cancelled(earlier, '2026-06-05T12:00:00Z')
    await cancelled(later, '2026-06-30T23:30:00Z')

    const booked = async (from: string, until: string) => {
      const said = await desk(shop, 'orders', 'export', '/books/m.csv', '--from', from, '--until', until)
      const rows = said.files?.[0]?.content.split('\r\n').slice(1, -1) ?? []
      return { text: said.text, rows: rows.map((row) => row.split(',').slice(0, 4)) }
    }
    const [ofEarlier, ofLater, ofKept] = [
      [earlier.number, '2026-05-20', 'cancelled', '2026-06-05'],
      [later.number, '2026-06-10', 'cancelled', '2026-07-01'],
      [kept.number, '2026-05-21', 'pending', ''],
    ]
    expect(await booked('2026-05-01', '2026-05-31')).toEqual({
      text: '2 orders written to /books/m.csv.',
      rows: [ofEarlier, ofKept],
    })
    expect(await booked('2026-06-01', '2026-06-30')).toEqual({
      text: '2 orders written to /books/m.csv, 1 of them placed earlier and cancelled in this time.',
      rows: [ofEarlier, ofLater],
    })
    expect((await booked('2026-07-01', '2026-07-31')).rows).toEqual([ofLater])
    expect((await booked('2026-08-01', '2026-08-31')).rows).toEqual([])
    await shop.db.delete(orders)
  })

  /** What the books say is open of an order. */
  async function openOf(number: string) {
    const { files } = await desk(shop, 'orders', 'export', '/books/all.csv')
    const row = files?.[0]?.content.split('\r\n').find((one) => one.startsWith(number))
    return row?.split(',').at(-1)
  }

  test('an order whose money cannot be taken is named, and not sent before it is', async () => {
    gateway.capture = () => Promise.reject(new Error('This payment has expired'))
    const { number, id } = await withOrder()
    const payment = eq(payment_attempts.order_id, id)
    const said = async () => [
      /^1 order is not paid for/m.test((await desk(shop, 'todo')).text),
      (await desk(shop, 'orders', 'show', number)).text.includes('Visa ending 4242, not paid yet'),
    ]
    expect(await said()).toEqual([false, false])
    await shop.db.update(payment_attempts).set({ updated_at: aMinuteAgo() }).where(payment)
    expect([await said(), await openOf(number)]).toEqual([[true, true], 'not paid yet'])
    expect((await desk(shop, 'todo')).text).toMatch(new RegExp(`^${number} .* £532\\.86$`, 'm'))
    // By a clock that has been set back since.
    await shop.db.update(payment_attempts).set({ updated_at: inAnHour() }).where(payment)
    expect(await said()).toEqual([true, true])

    expect(await desk(shop, 'orders', 'processing', number)).toMatchObject({ code: 0 })
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel)).toEqual({
      code: 1,
      text: `The order ${number} is not paid for yet, and cannot become shipped before it is.`,
    })
    await shop.db.update(payment_attempts).set({ status: 'captured' }).where(payment)
    expect(await said()).toEqual([false, false])
    expect(await desk(shop, 'orders', 'shipped', number, ...parcel)).toMatchObject({ code: 0 })
  })

  test('who is told of a cancelled order whose money was never taken is not told that they have paid', async () => {
    gateway.capture = () => Promise.reject(new Error('This payment has expired'))
    const byTheShop = await withOrder()
    expect(await desk(shop, 'orders', 'cancelled', byTheShop.number)).toMatchObject({ code: 0 })
    const byItsCustomer = await withOrder()
    await byItsCustomer.shopper.call('PUT', paths.cancelOrder(byItsCustomer.number))
    const sent = await deliver(shop)
    for (const { number } of [byTheShop, byItsCustomer]) {
      const mail = sent.find(({ headers }) => headers.get('subject') === `Your order ${number} was cancelled`)
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(orderTexts.moneyGoesBack)
      expect(mail?.text).not.toMatch(/\bpaid\b/)
    }
  })

  test('an order whose money cannot be paid back is named until it is', async () => {
    gateway.release = () => Promise.reject(new Error('The provider is closed'))
    const { number, id } = await withOrder()
    expect((await desk(shop, 'orders', 'cancelled', number)).text).toMatch(
      /money could not be paid back yet.*todo lists/,
    )
    const said = async () => [
      /^1 cancelled order is not paid back/m.test((await desk(shop, 'todo')).text),
      (await desk(shop, 'orders', 'show', number)).text.includes('Visa ending 4242, not paid back yet'),
    ]
    expect(await said()).toEqual([false, false])
    await shop.db
      .update(payment_attempts)
      .set({ updated_at: aMinuteAgo() })
      .where(eq(payment_attempts.order_id, id))
    expect([await said(), await openOf(number)]).toEqual([[true, true], 'not paid back yet'])
    expect((await desk(shop, 'todo')).text).toMatch(new RegExp(`^${number} .* £532\\.86$`, 'm'))

    const recover = async () => recoverPayments(shop.db, gateway, await unfinishedAttempts(shop.db, null))
    expect([(await recover()).length, await said()]).toEqual([1, [true, true]])
    Object.assign(gateway, testGateway())
    expect([(await recover()).length, await said()]).toEqual([0, [false, false]])
    expect(await openOf(number)).toBe('')
    expect((await desk(shop, 'orders', 'show', number)).text).toContain('Visa ending 4242, paid back\n')
  })

  test('an order that was paid back by hand is noted as that, named no more, and the gateway asked no more', async () => {
    let asked = 0
    gateway.release = () => {
      asked += 1
      return Promise.reject(new Error('This payment is too old to be paid back'))
    }
    const { number, id } = await withOrder()
    const note = () => desk(shop, 'orders', 'refunded', number)
    const refused = { code: 1, text: expect.stringContaining(`${number} is not waiting to be paid back`) }
    expect(await note()).toEqual(refused)
    await desk(shop, 'orders', 'cancelled', number)
    // So soon the shop is still working on it, and it would be refunded twice.
    expect(await note()).toEqual(refused)
    const payment = eq(payment_attempts.order_id, id)
    await shop.db.update(payment_attempts).set({ updated_at: aMinuteAgo() }).where(payment)
    const { text } = await desk(shop, 'todo')
    expect(text).toMatch(/^1 cancelled order is not paid back/m)
    expect(text).toContain('orders refunded')
    expect(await note()).toMatchObject({ code: 0 })
    expect((await desk(shop, 'todo')).text).not.toContain('not paid back')
    expect((await desk(shop, 'orders', 'show', number)).text).not.toContain('not paid back')
    expect(await unfinishedAttempts(shop.db, null)).toEqual([])
    expect([await note(), asked]).toEqual([refused, 1])
  })

  test('a wrong order that was noted as paid back is on the list again, and the gateway is not asked unasked', async () => {
    let asked = 0
    gateway.release = () => {
      asked += 1
      return Promise.reject(new Error('This payment is too old to be paid back'))
    }
    const { number, id } = await withOrder()
    const undo = () => desk(shop, 'orders', 'refunded', number, '--undo')
    const refused = { code: 1, text: `${number} is not noted as paid back.` }
    expect(await undo()).toEqual(refused)
    await desk(shop, 'orders', 'cancelled', number)
    const payment = eq(payment_attempts.order_id, id)
    await shop.db.update(payment_attempts).set({ updated_at: aMinuteAgo() }).where(payment)
    await desk(shop, 'orders', 'refunded', number)
    expect((await desk(shop, 'orders', 'show', number)).text).toContain('paid back')
    expect(await undo()).toEqual({
      code: 0,
      text: `${number} is on the list of those not paid back again. The shop no longer tries by itself: find out from the payment provider whether it has paid it back, and pay if it has not.`,
    })
    expect((await desk(shop, 'todo')).text).toMatch(/^1 cancelled order is not paid back/m)
    expect((await desk(shop, 'orders', 'show', number)).text).toContain('not paid back yet')
    expect(await unfinishedAttempts(shop.db, null)).toEqual([])
    expect([await undo(), asked]).toEqual([refused, 1])
    expect(await desk(shop, 'orders', 'refunded', number)).toMatchObject({ code: 0 })
  })

  test('an order that the provider has paid back is not one that was noted as that by hand', async () => {
    const { number } = await withOrder()
    await desk(shop, 'orders', 'cancelled', number)
    expect((await desk(shop, 'orders', 'show', number)).text).toContain('paid back')
    expect(await desk(shop, 'orders', 'refunded', number, '--undo')).toEqual({
      code: 1,
      text: `${number} is not noted as paid back.`,
    })
    expect((await desk(shop, 'todo')).text).not.toContain('not paid back')
  })

  test('of an order that cost nothing, nothing is paid back', async () => {
    const { number, id } = await withOrder()
    await shop.db.update(payment_attempts).set({ amount: 0 }).where(eq(payment_attempts.order_id, id))
    await desk(shop, 'orders', 'cancelled', number)
    expect((await desk(shop, 'orders', 'show', number)).text).not.toContain('paid back')
  })

  test('money without an order that cannot be paid back is named with whose it is, until the desk has seen to it', async () => {
    await shop.db.delete(payment_attempts)
    let asked = 0
    const { id: product_id } = await newPiece(shop, { stock: 1 })
    const shopper = await readyShopper(shop, [{ product_id }])
    Object.assign(gateway, {
      authorise: async (...payment: Parameters<typeof gateway.authorise>) => {
        await shop.db.update(cart_items).set({ quantity: 2 })
        return testGateway().authorise(...payment)
      },
      release: () => {
        asked += 1
        return Promise.reject(new Error('This card is closed'))
      },
    })
    expect((await shopper.checkout()).status).toBe(409)
    const left = async () => (await unfinishedAttempts(shop.db, null))[0]
    const { id = '', status } = (await left()) ?? {}
    expect(status).toBe('releasing')
    const settle = () => desk(shop, 'payments', 'settled', id.slice(0, 8))
    const refused = { code: 1, text: `There is no payment ${id.slice(0, 8)}.` }
    // So soon the shop is still working on it, and it would be refunded twice.
    expect([await settle(), (await desk(shop, 'todo')).text.includes(id)]).toEqual([refused, false])
    await shop.db.update(payment_attempts).set({ updated_at: aMinuteAgo() })
    const { text } = await desk(shop, 'todo')
    expect(text).toMatch(/^1 payment without an order .*payments settled ID/m)
    expect(text).toMatch(new RegExp(`^${id} .* £266\\.43 +${shopper.email} +not paid back$`, 'm'))

    expect(await settle()).toEqual({
      code: 0,
      text: `The payment ${id} of £266.43 is noted as settled: the shop does nothing more about it.`,
    })
    expect((await desk(shop, 'todo')).text).not.toContain('payment without an order')
    expect([await left(), asked, await settle()]).toEqual([undefined, 1, refused])

    // Noted by mistake: it is on the list again, and the gateway is not asked unasked.
    const undo = () => desk(shop, 'payments', 'settled', id.slice(0, 8), '--undo')
    expect(await undo()).toEqual({
      code: 0,
      text: `The payment ${id} of £266.43 is on the list of those that need settling again. The shop no longer tries by itself: find out from the payment provider whether it has paid it back, and pay if it has not.`,
    })
    expect((await desk(shop, 'todo')).text).toMatch(
      new RegExp(`^${id} .* £266\\.43 +${shopper.email} +not known to the shop$`, 'm'),
    )
    expect([await undo(), await left(), asked]).toEqual([
      { code: 1, text: `There is no payment noted as settled ${id.slice(0, 8)}.` },
      undefined,
      1,
    ])
    // Typed as it may be printed.
    expect(await desk(shop, 'payments', 'settled', id.slice(0, 8).toUpperCase())).toMatchObject({ code: 0 })
  })

  test('whose account is gone has a payment there all the same', async () => {
    await shop.db.delete(payment_attempts)
    await shop.db
      .insert(payment_attempts)
      .values({ amount: 100, status: 'releasing', updated_at: aMinuteAgo() })
    expect((await desk(shop, 'todo')).text).toMatch(
      / £1\.00 +somebody whose account is gone +not paid back$/m,
    )
    await shop.db.delete(payment_attempts)
  })

  test('who pays back by hand is told to note it first, and to look afterwards what the provider has done', async () => {
    for (const words of [
      ['orders', 'refunded'],
      ['payments', 'settled'],
    ]) {
      const { text } = await desk(shop, ...words, '--help')
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(
        /first note it, then wait a minute, then check .*provider.* pay only if/,
      )
    }
  })

  test('who notes that an order is paid back is told to write down before whom it names', async () => {
    const { text } = await desk(shop, 'orders', 'refunded', '--help')
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /Before that, write down whom orders show names: an order of a deleted account names nobody within an hour of it\./,
    )
  })

  test('cards that the gateway does not forget are counted until it has', async () => {
    const said = async () =>
      /^2 cards .*$/m.exec((await desk(shop, 'todo')).text)?.[0].includes('payment provider') ?? false
    const kept = [{ gateway_token: 'one' }, { gateway_token: 'another' }]
    await noteToForget(shop.db, kept, new Date())
    expect(await said()).toBe(false)
    await noteToForget(shop.db, kept, aMinuteAgo())
    expect(await said()).toBe(true)
    for (const card of kept) await noteForgotten(shop.db, card)
    expect(await said()).toBe(false)
  })

  test('the outbox is read at the desk, and a mail that failed is tried again', async () => {
    const { shopper } = await withOrder()
    const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, shopper.email))
    const id = String(mail?.id)
    expect((await desk(shop, 'mails', 'show', id)).text).toContain('Thank you for your order')
    expect(await desk(shop, 'mails', 'retry', id)).toMatchObject({ code: 1 })
    // Of a server that was killed at each attempt only the number of attempts is known.
    await shop.db.update(mails).set({ attempts: mostAttempts })
    expect((await desk(shop, 'todo')).text).toMatch(new RegExp(`^ *${id} .*given up`, 'm'))
    expect(await desk(shop, 'mails', 'retry', id)).toMatchObject({ code: 0 })
    const later = new Date('2099-01-01')
    await shop.db
      .update(mails)
      .set({ attempts: mostAttempts, last_error: '550 no', next_attempt_at: later, in_hand_until: later })
    expect((await desk(shop, 'todo')).text).toMatch(new RegExp(`^ *${id} .*being sent`, 'm'))
    expect(await desk(shop, 'mails', 'retry', id)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`Email ${id} is being sent.`),
    })
    await shop.db.update(mails).set({ in_hand_until: null })
    expect((await desk(shop, 'mails', 'list', '--failed')).text).toMatch(
      new RegExp(`^ *${id} .*given up`, 'm'),
    )
    expect(await desk(shop, 'mails', 'retry', id)).toEqual({
      code: 0,
      text: `Email ${id} will be tried again.`,
    })
    await deliver(shop)
    expect((await desk(shop, 'mails', 'list')).text).toMatch(new RegExp(`^ *${id} .*sent`, 'm'))
    const sent = (await desk(shop, 'mails', 'show', id)).text
    expect(sent).not.toContain('Thank you for your order')
    const path = /Any email program opens it: (.+\.eml)$/m.exec(sent)?.[1] ?? ''
    expect(readEml(readFileSync(path, 'utf8')).text).toContain('Thank you for your order')
  })

  test('whether a mail is being sent the database’s clock says, as for its senders, not that of the desk’s machine', async () => {
    await shop.db.delete(mails)
    const [mail] = await shop.db
      .insert(mails)
      .values({
        to_address: 'ada@example.com',
        subject: 'being sent',
        text: '',
        html: '',
        last_error: '450 no',
        attempts: mostAttempts,
        in_hand_until: sql`now() + interval '10 minutes'`,
      })
      .returning()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    try {
      for (const words of [['list'], ['list', '--failed'], ['show', String(mail?.id)]])
        expect((await desk(shop, 'mails', ...words)).text).toContain('being sent')
      for (const which of ['--all', String(mail?.id)])
        expect((await desk(shop, 'mails', 'retry', which)).text).toContain('is being sent.')
    } finally {
      vi.useRealTimers()
    }
    const [left] = await shop.db.select().from(mails)
    expect(left).toMatchObject({ attempts: mostAttempts })
    await shop.db.delete(mails)
  })

  test('once the mail server works again, all that failed is tried again at once with one command', async () => {
    await shop.db.delete(mails)
    expect(await desk(shop, 'mails', 'retry', '--all')).toEqual({ code: 0, text: 'No email has failed.' })
    const to_address = 'ada@example.com'
    const [soon, later] = [new Date(), new Date('2099-01-01')]
    const failed = { to_address, text: '', html: '', next_attempt_at: later, last_error: '535 no' }
    await shop.db.insert(mails).values([
      { ...failed, subject: 'given up', attempts: mostAttempts },
      { ...failed, subject: 'failed twice', attempts: 2 },
      { ...failed, subject: 'being sent', attempts: 3, in_hand_until: later },
      { ...failed, subject: 'sent', attempts: 1, sent_at: soon, last_error: null },
    ])
    expect(await desk(shop, 'mails', 'retry', '--all')).toEqual({
      code: 0,
      text: '2 emails will be tried again. 1 more is being sent. If that fails, it can be tried again in ten minutes at the latest.',
    })
    const due = await shop.db.select().from(mails).where(lt(mails.next_attempt_at, later)).orderBy(mails.id)
    expect(due).toMatchObject([
      { subject: 'given up', attempts: 0 },
      { subject: 'failed twice', attempts: 0 },
    ])
    expect(await desk(shop, 'mails', 'retry')).toMatchObject({ code: 2 })
    expect(await desk(shop, 'mails', 'retry', '17', '--all')).toMatchObject({ code: 2 })
    await shop.db.delete(mails)
  })
})
