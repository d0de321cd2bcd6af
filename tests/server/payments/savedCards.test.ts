import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderPlaced } from '#contract/checkout.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { Db } from '#server/db/db.ts'
import { cards_to_forget, saved_cards, sessions } from '#server/db/schema/customers.ts'
import { saveCard } from '#server/payments/keeping.ts'
import { claimToForget, countToForget, noteForgotten, noteToForget } from '#server/payments/savedCards.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import {
  type Shopper,
  card,
  data,
  messageOf,
  newPiece,
  newShopper,
  readyShopper,
  several,
} from '#tests/server/orders/pieces.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, engines, makeData, openShop } from '#tests/support/shop.ts'

const mastercard = card('5555 5555 5555 4444')
const declined = card('4000 0000 0000 0002')
const withoutFunds = card('4000 0000 0000 9995')
const fiveMinutes = 5 * 60_000
const nobodys = '00000000-0000-4000-8000-000000000000'

describe.each(engines())('saved cards on %s', (engine) => {
  let shop: Shop
  /** The cards that the gateway was told to forget. */
  const forgotten: string[] = []
  let hasHeard = Promise.resolve()
  /** What the gateway does before it keeps a card. */
  let beforeKeeping = async () => {}
  let now = new Date()
  let ticks = 0
  beforeAll(async () => {
    const gateway = testGateway()
    shop = await openShop({
      engine,
      clock: () => new Date(now.getTime() + ticks++),
      gateway: {
        ...gateway,
        keepCard: async (typed) => {
          await beforeKeeping()
          return gateway.keepCard(typed)
        },
        forgetCard: async ({ gateway_token }) => {
          await hasHeard
          forgotten.push(gateway_token)
        },
      },
    })
  })
  afterAll(() => shop.close())

  const save = (shopper: Shopper, body: object = card()) =>
    shopper.call('POST', paths.paymentMethods, { body })
  const saved = async (shopper: Shopper, body?: object) => data<SavedCard>(await save(shopper, body))
  const list = async (shopper: Shopper) => data<SavedCard[]>(await shopper.call('GET', paths.paymentMethods))
  const rows = (shopper: Shopper) =>
    shop.db.select().from(saved_cards).where(eq(saved_cards.customer_id, shopper.id))

  /** Saves the card as the server does, on the given database. */
  async function saveOn(db: Db, { id: customer_id }: Shopper) {
    const [session] = await shop.db.select().from(sessions).where(eq(sessions.customer_id, customer_id))
    const log = { error: () => {}, warn: () => {} }
    return saveCard(
      { db, clock: () => new Date(), log, gateway: shop.gateway, afterwards: () => {} },
      { customer_id, session_id: session?.id ?? '' },
      { ...card(), card_number: '4242424242424242' },
      false,
    )
  }

  test('a card is kept by brand, last four digits and expiry, and by nothing else', async () => {
    const shopper = await newShopper(shop)
    expect(await list(shopper)).toEqual([])
    const reply = await save(shopper)
    const { id } = data<SavedCard>(reply)
    expect([reply.status, reply.body]).toEqual([
      201,
      { data: { id, brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true } },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await list(shopper)).toEqual([data(reply)])
    const kept = JSON.stringify(await rows(shopper))
    expect(kept).not.toMatch(/42424242|123"|Ada|cvv/)
  })

  test('the first is the default; of more there is always exactly one', async () => {
    const shopper = await newShopper(shop)
    const first = await saved(shopper)
    const second = await saved(shopper, mastercard)
    const third = await saved(shopper, { ...card('378282246310005', '1234'), is_default: true })
    const defaults = async () => (await list(shopper)).filter((one) => one.is_default).map((one) => one.brand)
    expect([first.is_default, second.is_default, third.is_default]).toEqual([true, false, true])
    expect(await defaults()).toEqual(['American Express'])
    const set = await shopper.call('PUT', paths.setDefaultPaymentMethod(first.id), { body: {} })
    expect([set.status, data<SavedCard>(set).is_default]).toEqual([200, true])
    expect((await list(shopper)).map((one) => one.brand)).toEqual(['Visa', 'American Express', 'Mastercard'])
    expect((await shopper.call('DELETE', paths.paymentMethod(first.id))).status).toBe(200)
    expect(await defaults()).toEqual(['American Express'])
    await shopper.call('DELETE', paths.paymentMethod(third.id))
    expect(await defaults()).toEqual(['Mastercard'])
    const again = await shopper.call('DELETE', paths.paymentMethod(third.id))
    expect([again.status, messageOf(again)]).toEqual([404, 'Payment method not found.'])
  })

  test('a card typed again as the default becomes it, and typed again without that stays it', async () => {
    const shopper = await newShopper(shop)
    await saved(shopper)
    await saved(shopper, mastercard)
    const renewed = await save(shopper, { ...mastercard, is_default: true })
    expect([renewed.status, data<SavedCard>(renewed).is_default]).toEqual([200, true])
    await save(shopper, mastercard)
    expect((await list(shopper)).map(({ brand, is_default }) => [brand, is_default])).toEqual([
      ['Mastercard', true],
      ['Visa', false],
    ])
  })

  test('who removes another card than the default keeps the default', async () => {
    const shopper = await newShopper(shop)
    await saved(shopper)
    const second = await saved(shopper, mastercard)
    await saved(shopper, card('378282246310005', '1234'))
    await shopper.call('DELETE', paths.paymentMethod(second.id))
    const left = (await list(shopper)).map(({ brand, is_default }) => [brand, is_default])
    expect(left).toEqual([
      ['Visa', true],
      ['American Express', false],
    ])
  })

  test('the same card again is no second one, also when it comes ten times at once', async () => {
    const shopper = await newShopper(shop)
    forgotten.length = 0
    const replies = await several(10, () => save(shopper))
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]))
    expect(await list(shopper)).toHaveLength(1)
    const [kept] = await rows(shopper)
    await eventually(() => expect(forgotten).toHaveLength(9))
    expect(forgotten).not.toContain(kept?.gateway_token)
  })

  test('what is forgotten here is forgotten by the gateway', async () => {
    const shopper = await newShopper(shop)
    const { id } = await saved(shopper)
    const [kept] = await rows(shopper)
    forgotten.length = 0
    await shopper.call('DELETE', paths.paymentMethod(id))
    expect(forgotten).toEqual([kept?.gateway_token])
    expect(await shop.db.select().from(cards_to_forget)).toEqual([])
  })

  test('what the gateway does not forget at once it is asked for again by the next server', async () => {
    const stored = await makeData(engine)
    let asked = 0
    const deaf = async () => {
      asked += 1
      throw new Error('not now')
    }
    const first = await openShop({ engine, data: stored, gateway: { ...testGateway(), forgetCard: deaf } })
    const ada = await first.signUp()
    expect((await ada.call('POST', paths.paymentMethods, { body: card() })).status).toBe(201)
    const removed = data<SavedCard>(await ada.call('POST', paths.paymentMethods, { body: mastercard }))
    const kept = await first.db.select().from(saved_cards)
    expect((await ada.call('DELETE', paths.paymentMethod(removed.id))).status).toBe(200)
    const gone = await ada.call('DELETE', paths.account, { body: { password: ada.password } })
    expect([gone.status, asked]).toEqual([200, 2])
    await first.close()

    const heard: string[] = []
    const second = await openShop({
      engine,
      data: stored,
      // On PostgreSQL other servers may be asking just now: there only after some minutes.
      clock: () => new Date(Date.now() + (engine === 'postgres' ? 10 * 60_000 : 0)),
      gateway: { ...testGateway(), forgetCard: async ({ gateway_token }) => void heard.push(gateway_token) },
    })
    await second.app.ready()
    await eventually(async () => expect(await second.db.select().from(cards_to_forget)).toEqual([]))
    expect(heard.toSorted()).toEqual(kept.map(({ gateway_token }) => gateway_token).toSorted())
    await second.close()
    await stored.discard()
  })

  test('a card typed again is renewed: the gateway’s newest name for it pays, and the one before is forgotten', async () => {
    const shopper = await newShopper(shop)
    const { id } = await saved(shopper)
    const [before] = await rows(shopper)
    forgotten.length = 0
    const again = await save(shopper)
    expect([again.status, data<SavedCard>(again).id]).toEqual([200, id])
    const [after] = await rows(shopper)
    expect(after).toBeDefined()
    expect(after?.gateway_token).not.toBe(before?.gateway_token)
    await eventually(async () => expect(await shop.db.select().from(cards_to_forget)).toEqual([]))
    expect(forgotten).toEqual([before?.gateway_token])
  })

  test('and noted to be forgotten later, where the gateway does not do so at once', async () => {
    const shopper = await newShopper(shop)
    await save(shopper)
    const [before] = await rows(shopper)
    const heard = Promise.withResolvers<void>()
    hasHeard = heard.promise
    await save(shopper)
    const noted = await shop.db.select().from(cards_to_forget)
    expect(noted).toMatchObject([{ gateway_token: before?.gateway_token }])
    heard.resolve()
    await eventually(async () => expect(await shop.db.select().from(cards_to_forget)).toEqual([]))
  })

  test('the card that its bank sends when the last one runs out is another, which pays after that', async () => {
    const shopper = await newShopper(shop)
    const old = await saved(shopper, { ...card(), expiry: '12/30' })
    const next = await save(shopper, { ...card(), expiry: '12/34' })
    expect([next.status, data<SavedCard>(next).expiry]).toEqual([201, '12/34'])
    expect((await list(shopper)).map(({ id }) => id)).toEqual([old.id, data<SavedCard>(next).id])
  })

  test.each([
    ['the database’s last answer was lost', {}],
    [
      'neither that answer nor a later one was heard',
      {
        select: () => {
          throw new Error('Connection terminated unexpectedly')
        },
      },
    ],
  ])('a card that the account has is not forgotten because %s', async (_why, silent) => {
    const shopper = await newShopper(shop)
    forgotten.length = 0
    const lossy: Db = Object.assign(Object.create(shop.db), {
      ...silent,
      transaction: async (work: (tx: Db) => Promise<unknown>) => {
        await shop.db.transaction(work)
        throw new Error('Connection terminated unexpectedly')
      },
    })
    await expect(saveOn(lossy, shopper)).rejects.toThrow('Connection terminated')
    expect([await list(shopper), forgotten]).toEqual([[expect.objectContaining({ last_four: '4242' })], []])
  })

  test('one that was kept and could not be noted is forgotten at once: nobody would know of it', async () => {
    const shopper = await newShopper(shop)
    forgotten.length = 0
    const lossy: Db = Object.assign(Object.create(shop.db), {
      insert: () => {
        throw new Error('Connection terminated unexpectedly')
      },
    })
    await expect(saveOn(lossy, shopper)).rejects.toThrow('Connection terminated')
    expect([await list(shopper), forgotten]).toEqual([[], [expect.stringMatching(/^visa\./)]])
  })

  test('nor is one kept that another server is having forgotten since it was noted', async () => {
    const shopper = await newShopper(shop)
    forgotten.length = 0
    await shop.db.execute(sql`create function claim() returns trigger language plpgsql as
      $$ begin new.asked_at := new.asked_at + interval '1 second'; return new; end $$`)
    await shop.db.execute(
      sql`create trigger claim before insert on cards_to_forget for each row execute function claim()`,
    )
    try {
      expect((await save(shopper)).status).toBe(500)
    } finally {
      await shop.db.execute(sql`drop function claim cascade`)
    }
    expect(await list(shopper)).toEqual([])
    await eventually(() => expect(forgotten).toHaveLength(1))
  })

  test('and what was noted within the last minutes is left to the server that may be saving it', async () => {
    const noted = new Date('2026-11-21T12:00:00Z')
    const later = (minutes: number) => new Date(noted.getTime() + minutes * 60_000)
    const saving = { gateway_token: 'visa.being-saved' }
    // Of the tests before, one may be just being forgotten.
    await shop.db.delete(cards_to_forget)
    await noteToForget(shop.db, [saving], noted)
    expect(await claimToForget(shop.db, later(5), fiveMinutes)).toEqual([])
    expect(await claimToForget(shop.db, later(6), fiveMinutes)).toEqual([saving])
    expect(await claimToForget(shop.db, later(6), fiveMinutes)).toEqual([])
    // By the clock of another server.
    expect(await claimToForget(shop.db, later(5), fiveMinutes)).toEqual([])
    await noteForgotten(shop.db, saving)
  })

  test('one noted by a clock that was ahead is not kept until that time comes, and the desk is told of it', async () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const kept = { gateway_token: 'visa.of-next-year' }
    await shop.db.delete(cards_to_forget)
    await noteToForget(shop.db, [kept], new Date('2027-11-21T12:00:00Z'))
    expect(await countToForget(shop.db, { now, within: fiveMinutes })).toBe(1)
    expect(await claimToForget(shop.db, now, fiveMinutes)).toEqual([kept])
    expect(await countToForget(shop.db, { now, within: fiveMinutes })).toBe(0)
    await noteForgotten(shop.db, kept)
  })

  test('an account keeps ten', async () => {
    const shopper = await newShopper(shop)
    const expiries = Array.from({ length: 12 }, (_, month) => `${month + 1}/40`)
    const replies = await Promise.all(expiries.map((expiry) => save(shopper, { ...card(), expiry })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map((reply) => [reply.status, messageOf(reply)])).toEqual(
      Array(2).fill([400, 'You have reached the most cards one account can keep.']),
    )
    expect((await list(shopper)).filter((one) => one.is_default)).toHaveLength(1)
  })

  test('what is wrong with a card is said field by field, and one that its bank refuses is not kept', async () => {
    const shopper = await newShopper(shop)
    const missing = await save(shopper, {})
    expect(missing).toMatchObject({
      status: 400,
      body: { errors: { card_number: expect.any(Array), expiry: expect.any(Array) } },
    })
    expect(await save(shopper, card('4242 4242 4242 4241'))).toMatchObject({
      status: 400,
      body: { errors: { card_number: ['Please check the card number'] } },
    })
    // Valid by its check digit, but no test card: nobody's real one is accepted.
    expect(await save(shopper, card('4539578763621486'))).toMatchObject({
      status: 400,
      body: { errors: { card_number: [expect.stringContaining('Only test cards')] } },
    })
    const refused = await save(shopper, declined)
    expect([refused.status, messageOf(refused)]).toEqual([
      402,
      'Your bank did not accept this card. Please try another one.',
    ])
    expect(await list(shopper)).toEqual([])
  })

  test('nobody sees, forgets, defaults or pays with a card of another: it answers as if it did not exist', async () => {
    const piece = await newPiece(shop)
    const owner = await newShopper(shop)
    const other = await readyShopper(shop, [{ product_id: piece.id }])
    const { id } = await saved(owner)
    for (const form of [id, id.toUpperCase(), ` ${id}`, '1', '%00']) {
      for (const [method, path] of [
        ['DELETE', paths.paymentMethod],
        ['PUT', paths.setDefaultPaymentMethod],
      ] as const) {
        const denied = await other.call(method, path(form))
        expect([denied.status, denied.body]).toEqual([404, (await other.call(method, path(nobodys))).body])
        expect((await shop.call(method, path(form))).status).toBe(401)
      }
      const denied = await other.checkout({ payment_data: { saved_card_id: form } })
      const missing = await other.checkout({ payment_data: { saved_card_id: nobodys } })
      expect([denied.status, denied.body]).toEqual([404, missing.body])
      const { notFound } = savedCardTexts
      expect(denied.body).toMatchObject({ errors: { 'payment_data.saved_card_id': [notFound] } })
    }
    expect(await list(owner)).toHaveLength(1)
    expect(await list(other)).toEqual([])
    expect((await shop.call('GET', paths.paymentMethods)).status).toBe(401)
    expect((await shop.call('POST', paths.paymentMethods, { body: card() })).status).toBe(401)
  })

  describe('at the checkout', () => {
    test('a saved card pays, once for each key, also when it has been forgotten since', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const { id } = await saved(shopper, mastercard)
      const payment = { payment_data: { saved_card_id: id } }
      const first = await shopper.checkout(payment, { key: 'once' })
      expect([first.status, data<Order>(first).payment_method]).toEqual([201, 'Mastercard ending 4444'])
      await shopper.call('DELETE', paths.paymentMethod(id))
      const again = await shopper.checkout(payment, { key: 'once' })
      expect([again.status, again.body]).toEqual([201, first.body])
      const other = await shopper.checkout({ payment_data: { saved_card_id: nobodys } }, { key: 'once' })
      expect(other.status).toBe(422)
    })

    test('a saved card without funds is declined, and the cart stays as it is', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const { id } = await saved(shopper, withoutFunds)
      const reply = await shopper.checkout({ payment_data: { saved_card_id: id } })
      expect([reply.status, messageOf(reply)]).toEqual([402, 'Payment failed. Please try again.'])
      expect((await shopper.checkout()).status).toBe(201)
    })

    test('a card that has expired since it was saved is refused by name', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const year = (now.getUTCFullYear() + 1) % 100
      const { id } = await saved(shopper, { ...card(), expiry: `01/${year}` })
      await shop.db.update(saved_cards).set({ expiry: '01/26' }).where(eq(saved_cards.id, id))
      now = new Date('2026-02-01T00:00:00Z')
      const reply = await shopper.checkout({ payment_data: { saved_card_id: id } })
      now = new Date()
      expect([reply.status, messageOf(reply)]).toEqual([
        400,
        'This card has expired. Please choose another one.',
      ])
    })

    test('a typed card is saved if the shopper says so, and only once it has paid', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      expect((await shopper.checkout({ save_card: true, payment_data: declined })).status).toBe(402)
      expect(await list(shopper)).toEqual([])
      expect((await shopper.checkout()).status).toBe(201)
      expect(await list(shopper)).toEqual([])
      await shopper.add(piece.id)
      expect((await shopper.checkout({ save_card: true })).status).toBe(201)
      expect(await list(shopper)).toMatchObject([{ brand: 'Visa', last_four: '4242', is_default: true }])
    })

    test('an order waits for no gateway that takes its time to forget a card under its name before', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      await saved(shopper)
      const heard = Promise.withResolvers<void>()
      hasHeard = heard.promise
      forgotten.length = 0
      expect((await shopper.checkout({ save_card: true })).status).toBe(201)
      expect(forgotten).toEqual([])
      heard.resolve()
      await eventually(() => expect(forgotten).toHaveLength(1))
      await eventually(async () => expect(await shop.db.select().from(cards_to_forget)).toEqual([]))
    })

    test('a card that cannot be saved does not stand in the way of the order', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      for (let month = 1; month <= 10; month++) await save(shopper, { ...mastercard, expiry: `${month}/40` })
      const reply = await shopper.checkout({ save_card: true }, { key: 'once' })
      expect([reply.status, reply.body]).toMatchObject([201, { card_saved: false }])
      expect(await list(shopper)).toHaveLength(10)
      const again = await shopper.checkout({ save_card: true }, { key: 'once' })
      expect(again.body).toEqual(reply.body)
    })

    test('whether a card was saved is said where it was to be, also when the answer is sent again', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const asked = async (save_card: boolean, key: string) =>
        v.parse(OrderPlaced, (await shopper.checkout({ save_card }, { key })).body).card_saved
      expect(await asked(false, 'first')).toBeUndefined()
      for (const key of ['second', 'third']) {
        await shopper.add(piece.id)
        expect([await asked(true, key), await asked(true, key)]).toEqual([true, true])
      }
      expect(await list(shopper)).toHaveLength(1)
    })

    test('nobody is told that a card is saved before it is', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const asked = Promise.withResolvers<void>()
      const kept = Promise.withResolvers<void>()
      beforeKeeping = async () => {
        asked.resolve()
        await kept.promise
      }
      const first = shopper.checkout({ save_card: true }, { key: 'once' })
      await asked.promise
      const again = await shopper.checkout({ save_card: true }, { key: 'once' })
      expect(again.status).toBe(201)
      expect(again.body).not.toHaveProperty('card_saved')
      kept.resolve()
      expect((await first).body).toMatchObject({ card_saved: true })
    })
  })
})

test('cards are not tried out without end from one network', async () => {
  const shop = await openShop({ environment: { RATE_LIMIT: 'on' } })
  try {
    const shopper = await newShopper(shop)
    const replies = []
    for (let time = 0; time < 22; time++) {
      replies.push(await shopper.call('POST', paths.paymentMethods, { body: declined }))
    }
    expect(replies.map(({ status }) => status)).toEqual([...Array(20).fill(402), 429, 429])
    expect((await shopper.call('GET', paths.paymentMethods)).status).toBe(200)
  } finally {
    await shop.close()
  }
})
