import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { registerMetrics } from '#server/metrics/register.ts'
import { anonymiseFormerOrders } from '#server/orders/former.ts'
import { hideRecipients } from '#server/orders/store.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { withLog } from '#tests/support/log.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { contentOf } from '#tests/support/tables.ts'
import { data, newPiece, readyShopper } from './pieces.ts'

const METRICS_TOKEN = 'a token that only these tests know, long enough'
const note = 'Inside the signet: “A & B”\n12.6.26 Zinnia'

describe.each(engines())('a note to the jeweller on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const prove = (id: string) =>
    shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, id))
  const ready = async () => {
    const piece = await newPiece(shop)
    return { piece, ...(await readyShopper(shop, [{ product_id: piece.id }])) }
  }
  const shown = async (shopper: Awaited<ReturnType<typeof ready>>, { order_number, id }: Order) => {
    const history = data<{ orders: Order[] }>(await shopper.call('GET', paths.orderHistory)).orders
    const copy = (await shopper.call('GET', paths.exportAccount)).body as AccountExport
    const isIt = (order: { id: string }) => order.id === id
    return [
      data<Order>(await shopper.call('GET', paths.order(order_number))).note,
      history.find(isIt)?.note,
      copy.orders.find(isIt)?.note,
    ]
  }
  /** What the desk shows of the order. */
  const show = async ({ order_number }: Order) => (await desk(shop, 'orders', 'show', order_number)).text
  const written = async (to: string) => {
    const all = await deliver(shop)
    return all.filter(({ headers }) => headers.get('to') === to).at(-1)
  }

  test('is with the order wherever its customer and the jeweller look', async () => {
    const shopper = await ready()
    await prove(shopper.id)
    const order = data<Order>(await shopper.checkout({ note }))
    expect(order.note).toBe(note)
    expect(await shown(shopper, order)).toEqual([note, note, note])

    const mail = await written(shopper.email)
    expect(mail?.text).toContain(`Gift message or engraving\n${note}`)
    expect(mail?.html).toContain('“A &amp; B”<br>12.6.26 Zinnia')

    expect(await show(order)).toContain(
      '\n\nGift message or engraving:\n  Inside the signet: “A & B”\n  12.6.26 Zinnia\n\n',
    )
    expect((await desk(shop, 'todo')).text).toMatch(
      new RegExp(`^${order.order_number} .* Inside the signet: “A & B” 12\\.6\\.26 Zinnia$`, 'm'),
    )
  })

  test('is not said to who merely knows the order’s number, nor to an address that nobody has proved', async () => {
    const shopper = await ready()
    const { order_number } = data<Order>(await shopper.checkout({ note }))
    const tracked = await shop.call('GET', `${paths.trackOrder}?order_number=${order_number}`)
    expect(tracked.status).toBe(200)
    expect(JSON.stringify(tracked.body)).not.toContain('Zinnia')
    const mail = await written(shopper.email)
    expect(mail?.text).toContain(order_number)
    expect(mail?.text).not.toMatch(/Zinnia|engraving/)
  })

  test('is cleaned like other texts, keeps its lines, and adds none to what the desk shows', async () => {
    const shopper = await ready()
    const order = data<Order>(
      await shopper.checkout({
        note: ' \u0000To \u202eAda\u001b[2J\r\nStatus  shipped\u2028and more\ud800 ',
      }),
    )
    expect(order.note).toBe('To Ada[2J\nStatus  shipped\nand more')
    expect(await show(order)).toContain(
      '\n\nGift message or engraving:\n  To Ada[2J\n  Status  shipped\n  and more\n\n',
    )
    expect((await desk(shop, 'todo')).text).toMatch(/ To Ada\[2J Status shipped and more$/m)
  })

  test('is begun in the desk’s list, and ends there with a whole character', async () => {
    const shopper = await ready()
    await shopper.checkout({ note: `${'p'.repeat(49)}💍💍` })
    expect((await desk(shop, 'todo')).text).toMatch(/ p{49}💍$/mu)
  })

  test('has 300 characters at most', async () => {
    const shopper = await ready()
    const refused = await shopper.checkout({ note: 'p'.repeat(301) })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ errors: { note: ['Please use at most 300 characters'] } })
    expect((await shopper.checkout({ note: 'p'.repeat(300) })).status).toBe(201)
  })

  test('is no part of what tells an order from another: sent again to a version of the shop that knows no notes, or from one to this, it is the same order', async () => {
    for (const [first, again] of [
      [{ note }, {}],
      [{}, { note }],
    ] as const) {
      const shopper = await ready()
      const placed = await shopper.checkout(first, { key: 'one' })
      const reply = await shopper.checkout(again, { key: 'one' })
      expect([reply.status, reply.headers['idempotent-replayed'], reply.body]).toEqual([
        201,
        'true',
        placed.body,
      ])
      expect(data<Order>(reply).note).toBe('note' in first ? note : undefined)
    }
  })

  test('that is none, however a client says so, changes nothing: neither the order nor its key', async () => {
    const shopper = await ready()
    await prove(shopper.id)
    const first = await shopper.checkout({}, { key: 'none' })
    const order = data<Order>(first)
    expect(Object.keys(order)).not.toContain('note')
    for (const none of [null, '', ' \n ']) {
      const reply = await shopper.checkout({ note: none }, { key: 'none' })
      expect([reply.status, reply.body]).toEqual([201, first.body])
    }
    expect(await shown(shopper, order)).toEqual([undefined, undefined, undefined])
    expect(await show(order)).not.toContain('engraving')
    expect((await written(shopper.email))?.text).not.toContain('engraving')
  })

  test('is hidden where the order does not say whom it is for, but not from the desk', async () => {
    const shopper = await ready()
    const order = data<Order>(await shopper.checkout({ note }))
    await hideRecipients(shop.db, shopper.id)
    expect(await shown(shopper, order)).toEqual([undefined, undefined, undefined])
    expect(await show(order)).toContain('12.6.26 Zinnia')
  })

  test('is hidden together with all else that may name them, and with nothing that does not', async () => {
    /** A field that is new in an order belongs here and, if it may name somebody, in `toOwnOrder` and in the order below. */
    const fate = {
      id: 'shown',
      order_number: 'shown',
      status: 'shown',
      created_at: 'shown',
      subtotal: 'shown',
      discount: 'shown',
      shipping_cost: 'shown',
      tax: 'shown',
      total: 'shown',
      coupon_code: 'shown',
      shipping_method: 'shown',
      payment_method: 'shown',
      items: 'shown',
      shipping_address: 'hidden',
      billing_address: 'hidden',
      note: 'hidden',
      tracking_number: 'shown',
      tracking_url: 'shown',
      cart_id: 'shown',
      events: 'shown',
    } satisfies Record<keyof Order, 'shown' | 'hidden'>
    const shopper = await ready()
    const { order_number } = data<Order>(await shopper.checkout({ note }))
    const seen = async () =>
      new Map(Object.entries(data<Order>(await shopper.call('GET', paths.order(order_number)))))
    const before = await seen()
    await hideRecipients(shop.db, shopper.id)
    const after = await seen()
    const isSame = (field: string) => JSON.stringify(after.get(field)) === JSON.stringify(before.get(field))
    const found = Object.keys(fate).map((field) => [field, isSame(field) ? 'shown' : 'hidden'])
    expect(Object.fromEntries(found)).toEqual(fate)
  })

  test('goes when the order’s addresses go: not before it has arrived, and then at once', async () => {
    const shopper = await ready()
    const order = data<Order>(await shopper.checkout({ note }))
    await deliver(shop)
    await shop.db.delete(mails)
    await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    for (const step of [['show'], ['processing'], ['shipped', '--tracking', 'RM1']]) {
      const [command = '', ...more] = step
      expect((await desk(shop, 'orders', command, order.order_number, ...more)).code).toBe(0)
      await anonymiseFormerOrders(shop.db, new Date())
      expect(await show(order), command).toMatch(/12\.6\.26 Zinnia[^]*1 Plum Lane/)
    }
    await desk(shop, 'orders', 'delivered', order.order_number)
    const row = async () => {
      const [found] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
      return new Map(Object.entries(found ?? {}))
    }
    const before = await row()
    await anonymiseFormerOrders(shop.db, new Date())
    const left = await show(order)
    for (const gone of ['Zinnia', 'engraving', '1 Plum Lane']) expect(left).not.toContain(gone)
    const after = await row()
    expect(JSON.stringify([...after])).not.toContain('Zinnia')

    // As a version of the shop that does not know one of these leaves an order from which it has removed the others.
    const removed = [...after].flatMap(([column, value]) =>
      column === 'anonymised_at' || JSON.stringify(value) === JSON.stringify(before.get(column))
        ? []
        : column,
    )
    expect(removed).toContain('note')
    for (const column of removed) {
      await shop.db
        .update(orders)
        .set({ [column]: before.get(column) })
        .where(eq(orders.id, order.id))
      await anonymiseFormerOrders(shop.db, new Date())
      expect((await row()).get(column), column).toEqual(after.get(column))
    }
    // And what is removed is written no more.
    const done = await row()
    await anonymiseFormerOrders(shop.db, new Date())
    expect(await row()).toEqual(done)
  })
})

test('is in no log and no metrics, and in no table but where its order and the email about it are', async () => {
  const canary = 'canary-note-5d1c'
  await withLog(async (read) => {
    const shop = await openShop({ environment: { LOG_LEVEL: 'trace', METRICS_TOKEN } })
    registerMetrics(shop.app, shop)
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    await shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, shopper.id))
    expect((await shopper.checkout({ note: canary }, { key: 'one' })).status).toBe(201)
    await shopper.checkout({ note: canary.repeat(30) })
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const metrics = await shop.app.inject({ url: '/metrics', headers })
    expect(metrics.body).toContain('damson_orders_placed_total')
    expect(metrics.body).not.toContain(canary)
    const tables = await contentOf(shop)
    await shop.close()
    expect(tables).toContain(canary)
    expect(read()).not.toContain(canary)
  })
})
