import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { contact_messages } from '#server/db/schema/letters.ts'
import { type AttemptStatus, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const days = 24 * 3_600_000
/** From the oldest of sixty to the newest. */
const nths = Array.from({ length: 60 }, (_, nth) => nth)
const nameOf = (nth: number) => `NTH${String(nth).padStart(4, '0')}`
const bornOf = (nth: number) => new Date(Date.now() - 300 * days + nth * 60_000)

test('of whatever needs doing todo shows the fifty that have waited longest, and how many more there are', async () => {
  const piece = await newPiece(shop)
  const shopper = await readyShopper(shop, [{ product_id: piece.id, quantity: 1 }])
  const { id } = data<Order>(await shopper.checkout())
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  const [payment] = await shop.db.select().from(payment_attempts).where(eq(payment_attempts.order_id, id))
  if (order === undefined || payment === undefined) throw new Error('No order')

  const ordersThatAre = async (status: typeof order.status, kind: string, money: AttemptStatus) => {
    const made = nths.map((nth) => ({
      ...order,
      id: randomUUID(),
      order_number: `DMS-${kind}${nameOf(nth)}`,
      status,
      created_at: bornOf(nth),
    }))
    await shop.db.insert(orders).values(made)
    await shop.db.insert(payment_attempts).values(
      made.map(({ id: order_id, created_at }) => ({
        ...payment,
        id: randomUUID(),
        order_id,
        status: money,
        created_at,
        updated_at: created_at,
      })),
    )
    return made.map(({ id: made_id }) => made_id)
  }
  await ordersThatAre('delivered', 'UNPAID', 'ordered')
  await ordersThatAre('cancelled', 'OWED', 'uncertain')
  const sent = await ordersThatAre('shipped', 'SENT', 'captured')
  await shop.db.update(orders).set({ tracking_number: 'RM1' }).where(inArray(orders.id, sent))
  const loose = nths.map((nth) => ({
    ...payment,
    id: `${String(nth).padStart(8, '0')}-0000-4000-8000-000000000000`,
    order_id: null,
    status: 'uncertain' as const,
    created_at: bornOf(nth),
  }))
  await shop.db.insert(payment_attempts).values(loose)
  await shop.db.insert(contact_messages).values(
    nths.map((nth) => ({
      name: `MESSAGE${nameOf(nth)}`,
      email: 'vera@example.com',
      subject: '',
      message: 'A stone',
      created_at: bornOf(nth),
    })),
  )
  await shop.db.delete(mails)
  await shop.db.insert(mails).values(
    nths.map((nth) => ({
      to_address: 'vera@example.com',
      subject: `MAIL${nameOf(nth)}`,
      text: '',
      html: '',
      attempts: 1,
      last_error: 'No such host',
      next_attempt_at: new Date(Date.now() + days),
    })),
  )

  const todo = (await desk(shop, 'todo')).text
  const shown = nths.slice(0, 50).map(nameOf)
  for (const [kind, title, more] of [
    ['UNPAID', '60 orders are not paid for', '… and 10 newer ones.'],
    ['OWED', '60 cancelled orders are not paid back', '… and 10 newer ones.'],
    ['SENT', '60 orders that were sent', '… and 10 newer ones.'],
    ['MESSAGE', '60 messages to answer', '… and 10 newer ones: messages list has them all.'],
    ['MAIL', '60 emails that could not be sent', '… and 10 newer ones: mails list --failed has them all.'],
  ] as const) {
    const part = todo.split('\n\n').find((one) => one.startsWith(title))
    expect(part?.match(new RegExp(`(?<=${kind})NTH\\d+`, 'g')), title).toEqual(shown)
    expect(part?.split('\n').at(-1)).toBe(more)
  }
  const payments = todo.split('\n\n').find((one) => one.startsWith('60 payments without an order'))
  expect(payments?.match(/^\d{8}-/gm)).toEqual(loose.slice(0, 50).map(({ id: own }) => own.slice(0, 9)))
  expect(payments?.split('\n').at(-1)).toBe('… and 10 newer ones.')

  expect((await desk(shop, 'messages', 'list')).text.match(/NTH\d+/g)).toEqual(nths.map(nameOf))
  expect((await desk(shop, 'mails', 'list', '--failed')).text.match(/NTH\d+/g)).toEqual(nths.map(nameOf))
})
