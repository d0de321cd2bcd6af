import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { AccountExport } from '#contract/account.ts'
import { deletionCodePath } from '#contract/accountDeletion.ts'
import { authTexts } from '#contract/authTexts.ts'
import { paths } from '#contract/paths.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { findByEmail, holdToDelete } from '#server/auth/store.ts'
import { carts } from '#server/db/schema/cart.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { customers, identities, saved_cards } from '#server/db/schema/customers.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { newsletter_subscribers } from '#server/db/schema/letters.ts'
import { order_items, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { mail, paragraph } from '#server/mail/layout.ts'
import { anonymiseFormerOrders } from '#server/orders/former.ts'
import { newOrderNumber } from '#server/orders/store.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { address, card, copyOrder, data, newPiece } from '#tests/server/orders/pieces.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Customer, type Shop, engines, openShop } from '#tests/support/shop.ts'

describe.each(engines())('on %s', (engine) => {
  let shop: Shop
  const forgotten: string[] = []
  let paysBack = true
  afterEach(() => void (paysBack = true))
  beforeAll(async () => {
    const gateway = testGateway()
    shop = await openShop({
      engine,
      environment: { PUBLIC_URL: 'https://damson.test' },
      gateway: {
        ...gateway,
        release: (payment) =>
          paysBack ? gateway.release(payment) : Promise.reject(new Error('This payment is too old')),
        forgetCard: async ({ gateway_token }) => void forgotten.push(gateway_token),
      },
    })
  })
  afterAll(() => shop.close())

  let people = 0
  /** A customer with something of everything, under a name that nobody else has. */
  async function regular({ isProven = true } = {}) {
    const name = `Zinnia${engine}${people++}`
    const phone = `07700${900_000 + people}`
    const ada = await shop.signUp({
      first_name: name,
      last_name: `${name}son`,
      email: `${name.toLowerCase()}@example.com`,
      contact_no: phone,
    })
    if (isProven) {
      await shop.db
        .update(customers)
        .set({ email_verified_at: new Date() })
        .where(eq(customers.id, ada.user_id))
    }
    const [bought, wished] = [await newPiece(shop), await newPiece(shop)]
    const home = {
      ...address,
      full_name: `${name} Home`,
      address_line_1: `${name} Lane`,
      phone: '07700900124',
    }
    const { id } = data<{ id: string }>(await ada.call('POST', paths.addresses, { body: home }))
    const pay = (payment_data: ReturnType<typeof card>) => {
      const body = {
        shipping_address_id: id,
        payment_method: 'card',
        payment_data,
        save_card: true,
        contact: { first_name: name, last_name: 'Gift', email: `${name}.gift@example.com`, phone },
        note: `To ${name}`,
      }
      return ada.call('POST', paths.checkout, { body, key: randomUUID() })
    }
    const order = async () => {
      await ada.call('POST', paths.cartItems, { body: { product_id: bought.id, variant_id: null } })
      return ((await pay(card())).body as { order_number: string }).order_number
    }
    const [delivered, pending] = [await order(), await order()]
    await shop.db.update(orders).set({ status: 'delivered' }).where(eq(orders.order_number, delivered))
    await ada.call('POST', paths.reviews(bought.id), {
      body: { rating: 4, title: `${name} says`, text: 'A good ring, and a heavy one.' },
    })
    await ada.call('POST', paths.wishlist, { body: { product_id: wished.id } })
    await ada.call('POST', paths.cartItems, { body: { product_id: wished.id, variant_id: null } })
    await pay(card('4000 0000 0000 0002'))
    const message = { name, email: ada.email, subject: '', message: `From ${name}, about a ring.` }
    await shop.call('POST', paths.contactUs, { body: message })
    await shop.call('POST', paths.newsletter, { body: { email: ada.email } })
    const identity = { issuer: 'https://login.example', subject: `${name}-there` }
    await shop.db.insert(identities).values({ customer_id: ada.user_id, ...identity })
    return { ...ada, name, phone, bought, delivered, pending }
  }

  const erase = (who: Customer, password: unknown = who.password) =>
    who.call('DELETE', paths.account, { body: { password } })

  /** The names and rows of the tables that contain a word. */
  async function tablesWith(word: string): Promise<string[]> {
    const { rows } = await shop.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const hits = await shop.db.execute(
        sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${word}%`}`,
      )
      found.push(...hits.rows.map(() => name))
    }
    return found
  }

  /** Puts an email into the outbox; returns a function that tells whether it is still there. */
  async function waiting(to_address: string, ...said: string[]) {
    const written = mail(to_address, 'Hello', 'Hello', said.map(paragraph))
    const values = { ...written, next_attempt_at: new Date('2099-01-01') }
    const [put] = await shop.db.insert(mails).values(values).returning({ id: mails.id })
    if (put === undefined) throw new Error('No mail was put into the outbox')
    return async () => (await shop.db.select().from(mails).where(eq(mails.id, put.id))).length === 1
  }

  describe('deleting an account', () => {
    test('leaves nothing of its owner but what an order under way needs, and that until it is done', async () => {
      const ada = await regular()
      const elsewhere = await shop.call('POST', paths.login, {
        body: { email: ada.email, password: ada.password },
      })
      await deliver(shop)
      const reply = await erase(ada)
      expect([reply.status, reply.body]).toEqual([200, { message: 'Your account has been deleted' }])

      expect((await tablesWith(ada.name)).toSorted()).toEqual(['mails', 'orders'])
      expect(await tablesWith(ada.phone)).toEqual(['orders'])
      await deliver(shop)
      expect(await tablesWith(ada.name)).toEqual(['orders'])
      await shop.db.update(orders).set({ status: 'delivered' }).where(eq(orders.order_number, ada.pending))
      await anonymiseFormerOrders(shop.db, new Date())
      expect(await tablesWith(ada.name)).toEqual([])
      expect(await tablesWith(ada.user_id)).toEqual([])

      expect((await ada.call('GET', paths.profile)).status).toBe(401)
      const { refresh } = elsewhere.body as Customer
      expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).toBe(401)
      const again = await shop.call('POST', paths.login, {
        body: { email: ada.email, password: ada.password },
      })
      expect(again.status).toBe(401)
    })

    test.each(['waits still', 'was written to a folder'])(
      'takes back no word to the shop that it is not to send an order, which %s, nor leaves its note anywhere',
      async (fate) => {
        const ada = await regular()
        await shop.db.update(orders).set({ status: 'processing' }).where(eq(orders.order_number, ada.pending))
        expect((await ada.call('PUT', paths.cancelOrder(ada.pending))).status).toBe(200)
        const subject = `Order ${ada.pending} was cancelled by its customer`
        const isTold = eq(mails.subject, subject)
        if (fate === 'waits still') await shop.db.update(mails).set({ attempts: 1 }).where(isTold)
        else await deliver(shop)
        // What a visitor wrote about the order goes.
        const message = await waiting(shopDetails.email, `Where is ${ada.pending}?`)
        expect((await erase(ada)).status).toBe(200)
        expect(await message()).toBe(false)
        expect(await tablesWith(`To ${ada.name}`)).toEqual([])
        const told = (await deliver(shop)).filter(({ headers }) => headers.get('subject') === subject)
        expect(told.map(({ headers }) => headers.get('to'))).toEqual([shopDetails.email])
        expect(told[0]?.text).toContain('1 × Damson Ring: back in stock as ')
        expect(JSON.stringify([...(told[0]?.headers ?? []), told[0]])).not.toContain(ada.name)
        // Once it is sent, nothing of it is kept.
        expect(await shop.db.select().from(mails).where(isTold)).toEqual([])
      },
    )

    test('takes back what was written about its orders also where numbers begin with something else by now', async () => {
      const ada = await regular()
      const formerly = (number: string) => number.replace(/^[^-]+/, 'SHOP2')
      const order_number = formerly(ada.pending)
      await shop.db.update(orders).set({ order_number }).where(eq(orders.order_number, ada.pending))
      const gone = [
        await waiting(shopDetails.email, `Where is ${order_number}?`),
        await waiting(shopDetails.email, `See https://x.uk/?q=%23${order_number.toLowerCase()}`),
      ]
      const kept = await waiting(shopDetails.email, `Where is ${formerly(newOrderNumber())}?`)
      expect((await erase(ada)).status).toBe(200)
      expect(await Promise.all(gone.map((isThere) => isThere()))).toEqual([false, false])
      expect(await kept()).toBe(true)
    })

    test('takes back the mails that name its address, and none that name a longer one', async () => {
      const name = `ann${engine}`
      const ann = await shop.signUp({ email: `${name}@x.uk` })
      await shop.db
        .update(customers)
        .set({ email_verified_at: new Date() })
        .where(eq(customers.id, ann.user_id))
      const naming = (text: string) => waiting('bo@example.com', text)
      const gone = [
        await waiting(ann.email.toUpperCase(), 'Nothing.'),
        await naming(`Please reply to ${ann.email}: or do not.`),
        await naming(`It was <${ann.email.toUpperCase()}>.`),
        await naming(`Write to ${ann.email}.`),
        await naming(`It was '${ann.email}'.`),
        await naming(`See https://x.uk/?email=${ann.email}`),
      ]
      const kept = [
        await naming(`Please reply to jo${ann.email}, or do not.`),
        await naming(`It was jo.${ann.email}, jo+${ann.email}, o'${ann.email} or jo-${ann.email}.`),
        await naming(`Please reply to ${ann.email}.com, ${ann.email}y or ${ann.email}-y.com.`),
        await naming(`It was ${name}@xyuk.`),
      ]
      await erase(ann)
      const areThere = async (all: typeof gone) => Promise.all(all.map((isThere) => isThere()))
      expect(await areThere(gone)).toEqual(gone.map(() => false))
      expect(await areThere(kept)).toEqual(kept.map(() => true))
    })

    test('takes back by an address that was never proved what was written to it, and no orders of others', async () => {
      const bo = await shop.signUp({ email: `${engine}.bo@example.com` })
      const to = await waiting(bo.email, 'Hello.')
      const others = [
        await waiting(bo.email, `Your order ${newOrderNumber()} is on its way.`),
        await waiting(bo.email, `Your order ${newOrderNumber().replace(/^[^-]+/, 'SHOP2')} is on its way.`),
        await waiting('eve@example.com', bo.email),
      ]
      await erase(bo)
      expect(await to()).toBe(false)
      expect(await Promise.all(others.map((isThere) => isThere()))).toEqual(others.map(() => true))
      await deliver(shop)
      const left = await shop.db.select().from(mails).where(eq(mails.to_address, bo.email))
      expect(left).toHaveLength(2)
    })

    test.each([shopDetails.email, shopDetails.email.slice(4)])(
      'of %s, which every mail ends with, costs nobody theirs',
      async (email) => {
        const [mine, theirs] = [
          await waiting(shopDetails.email, 'A message.'),
          await waiting('eve@example.com'),
        ]
        for (const email_verified_at of [null, new Date()]) {
          const who = await shop.signUp({ email })
          await shop.db.update(customers).set({ email_verified_at }).where(eq(customers.id, who.user_id))
          expect((await erase(who)).status).toBe(200)
          expect([await mine(), await theirs()]).toEqual([true, true])
        }
      },
    )

    test('of one that the shop had, with which its earlier mails end, costs nobody theirs', async () => {
      const former = `shop.${engine}@example.com`
      const earlier = [
        await waiting(former, 'A message.'),
        await waiting('eve@example.com'),
        await waiting('eve@example.com', `Please write to ${former}.`),
      ]
      const text = sql`replace(${mails.text}, ${shopDetails.email}, ${former})`
      await shop.db.update(mails).set({ text })
      const areThere = () => Promise.all(earlier.map((isThere) => isThere()))
      for (const email_verified_at of [null, new Date()]) {
        const later = [await waiting(former), await waiting('eve@example.com', `It was ${former}.`)]
        const who = await shop.signUp({ email: former })
        await shop.db.update(customers).set({ email_verified_at }).where(eq(customers.id, who.user_id))
        expect((await erase(who)).status).toBe(200)
        expect(await areThere()).toEqual([true, true, true])
        expect(await Promise.all(later.map((isThere) => isThere()))).toEqual([
          false,
          email_verified_at === null,
        ])
      }
    })

    test('while its owner is busy elsewhere is no failure of the server', async () => {
      const ada = await regular()
      const busy = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? ada.call('POST', paths.cartItems, { body: { product_id: ada.bought.id, variant_id: null } })
          : ada.call('POST', paths.addresses, { body: address }),
      )
      const [gone, ...others] = await Promise.all([erase(ada), ...busy])
      expect(gone.status).toBe(200)
      expect(others.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(await tablesWith(ada.user_id)).toEqual([])
    })

    test('ends the session of who puts something into the cart in that moment', async () => {
      const [ada, piece] = [await shop.signUp(), await newPiece(shop)]
      const add = () =>
        ada.call('POST', paths.cartItems, { body: { product_id: piece.id, variant_id: null } })
      await add()
      const adding = await shop.db.transaction(async (inside) => {
        await inside.select().from(carts).where(eq(carts.customer_id, ada.user_id)).for('update')
        const waiting = add()
        // The embedded database runs one transaction after another anyway.
        if (engine === 'postgres') await untilLockWaits(shop.db, '%from "carts"%for update%')
        await inside.delete(customers).where(eq(customers.id, ada.user_id))
        return { waiting }
      })
      expect(await adding.waiting).toMatchObject({
        status: 401,
        body: { message: authTexts.sessionExpired },
      })
    })
  })

  // The rest depends neither on who else is at the database nor on SQL written by hand. The embedded one shows it: with
  // its one connection, what asks for a second one hangs.
  if (engine !== 'embedded') return

  describe('a copy of one’s data', () => {
    test('holds everything there is, in one file', async () => {
      const ada = await regular()
      const reply = await ada.call('GET', paths.exportAccount)
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="my-data.json"',
      })
      const copy = reply.body as AccountExport
      expect(copy).toMatchObject({
        profile: {
          first_name: ada.name,
          email: ada.email,
          contact_no: ada.phone,
          created_at: expect.any(String),
          agreed_at: expect.any(String),
          former_emails: [],
        },
        identities: [{ issuer: 'https://login.example', subject: `${ada.name}-there`, refused_at: null }],
        addresses: [{ address_line_1: `${ada.name} Lane` }],
        payment_methods: [{ brand: 'Visa', last_four: '4242' }],
        cart: [{ quantity: 1, price: '249.00' }],
        wishlist: [{ name: 'Damson Ring' }],
        orders: [ada.pending, ada.delivered].map((order_number) => ({
          order_number,
          contact: { first_name: ada.name, last_name: 'Gift', phone: ada.phone },
          payment_reference: expect.stringMatching(/./),
        })),
        payments_without_order: [{ amount: '266.43', status: 'declined' }],
        reviews: [{ name: 'Damson Ring', rating: 4, title: `${ada.name} says` }],
        contact_messages: [{ message: `From ${ada.name}, about a ring.` }],
        newsletter: { confirmed_at: null },
        sessions: [{ revoked_at: null }],
      })
      expect(copy.emails).toContainEqual({
        to_address: ada.email,
        subject: 'We have your message',
        created_at: expect.any(String),
        sent_at: null,
      })
      expect(copy.emails.every(({ to_address }) => to_address === ada.email)).toBe(true)
      expect(JSON.stringify(copy)).not.toMatch(/argon2|password_hash|token/)
    })

    test('says which address the account has left, which an emailed link still gives back', async () => {
      const ada = await regular()
      const wanted = `new-${ada.email}`
      await ada.call('PATCH', paths.profile, { body: { email: wanted } })
      const mail = (await deliver(shop)).findLast(({ headers }) => headers.get('to') === wanted)
      const token = /verify-email\?token=(\S+)/.exec(mail?.text ?? '')?.[1]
      expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
      expect((await ada.call('GET', paths.exportAccount)).body).toMatchObject({
        profile: { email: wanted, former_emails: [ada.email] },
      })
    })

    test('is made in pieces, between which others are answered, however many orders there are', async () => {
      const ada = await regular()
      const [order] = await shop.db.select().from(orders).where(eq(orders.order_number, ada.pending))
      if (order === undefined) throw new Error('No order')
      const numbers = await copyOrder(shop, order.id, 1_000, order.created_at)
      let turn = 0
      let isOver = false
      /** How much JSON was written in each turn of the thread. */
      const written = new Map<number, number>()
      const { stringify } = JSON
      const writing = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
        const text = stringify(value)
        written.set(turn, (written.get(turn) ?? 0) + text.length)
        return text
      })
      // Where the thread is free, and what others have asked for is done.
      const next = () => {
        turn += 1
        if (!isOver) setImmediate(next)
      }
      setImmediate(next)
      const { body } = await ada.call('GET', paths.exportAccount)
      isOver = true
      writing.mockRestore()
      const { orders: copied } = v.parse(AccountExport, body)
      expect(copied.map(({ order_number }) => order_number).sort()).toEqual(
        [ada.pending, ada.delivered, ...numbers].sort(),
      )
      expect(Math.max(...written.values())).toBeLessThan(JSON.stringify(body).length / 10)
    })

    test('is whole also where there are as many orders as are read at a time, or twice as many', async () => {
      const ada = await regular()
      const [order] = await shop.db.select().from(orders).where(eq(orders.order_number, ada.pending))
      if (order === undefined) throw new Error('No order')
      for (const [more, all] of [
        [48, 50],
        [50, 100],
      ] as const) {
        await copyOrder(shop, order.id, more, order.created_at)
        const { orders: copied } = v.parse(AccountExport, (await ada.call('GET', paths.exportAccount)).body)
        expect(copied).toHaveLength(all)
      }
    })

    test('is given to its owner alone, and holds nothing of anybody else', async () => {
      const [ada, bo] = [await regular(), await regular()]
      expect((await shop.call('GET', paths.exportAccount)).status).toBe(401)
      expect(JSON.stringify((await bo.call('GET', paths.exportAccount)).body)).not.toContain(ada.name)
    })

    test('holds no messages of an address that was never proved to be theirs', async () => {
      const ada = await regular({ isProven: false })
      expect((await ada.call('GET', paths.exportAccount)).body).toMatchObject({
        profile: { email_verified_at: null },
        contact_messages: [],
        emails: [],
        newsletter: null,
      })
    })
  })

  describe('a deleted account', () => {
    test('leaves nothing of its owner in an order that nobody marks as delivered, once it must have arrived', async () => {
      const ada = await regular()
      const ninetyDays = 90 * 24 * 3_600_000
      const sent = new Date()
      await shop.db
        .update(orders)
        .set({ status: 'shipped', updated_at: sent })
        .where(eq(orders.order_number, ada.pending))
      await erase(ada)
      await deliver(shop)
      await anonymiseFormerOrders(shop.db, new Date(sent.getTime() + ninetyDays))
      expect(await tablesWith(ada.name)).toEqual(['orders'])
      await anonymiseFormerOrders(shop.db, new Date(sent.getTime() + ninetyDays + 1))
      expect(await tablesWith(ada.name)).toEqual([])
    })

    test.each([
      ['sent', [['shipped', '--tracking', 'RM1'], ['delivered']]],
      ['cancelled by the shop', [['cancelled']]],
    ])('leaves no mail about an order that is %s afterwards', async (_what, steps) => {
      const ada = await regular()
      await erase(ada)
      for (const [step = '', ...words] of steps)
        expect(await desk(shop, 'orders', step, ada.pending, ...words)).toMatchObject({ code: 0 })
      const subjects = (await deliver(shop)).map((mail) => mail.headers.get('subject') ?? '')
      expect(subjects.filter((subject) => subject.includes(ada.pending))).toHaveLength(1)
      await anonymiseFormerOrders(shop.db, new Date())
      expect(await tablesWith(ada.name)).toEqual([])
    })

    test('is named in an order that it is owed the money for until that is paid back', async () => {
      const ada = await regular()
      const tidy = () => anonymiseFormerOrders(shop.db, new Date())
      const payment = eq(
        payment_attempts.order_id,
        shop.db.select({ id: orders.id }).from(orders).where(eq(orders.order_number, ada.pending)),
      )
      paysBack = false
      expect((await ada.call('PUT', paths.cancelOrder(ada.pending))).status).toBe(200)
      await erase(ada)
      await deliver(shop)
      await tidy()
      expect(await tablesWith(ada.name)).toEqual(['orders'])
      expect((await desk(shop, 'orders', 'show', ada.pending)).text).toContain(
        `Customer   ${ada.name} Gift\n`,
      )
      // As after a restore.
      await shop.db.update(payment_attempts).set({ status: 'uncertain' }).where(payment)
      await tidy()
      expect(await tablesWith(ada.name)).toEqual(['orders'])
      expect(await desk(shop, 'orders', 'refunded', ada.pending)).toMatchObject({ code: 0 })
      await tidy()
      expect(await tablesWith(ada.name)).toEqual([])
    })

    test('leaves no mail to an address that was its owner’s before, or was to be', async () => {
      const ada = await regular()
      const address = (what: string) => `${ada.name}-${what}@example.com`.toLowerCase()
      await ada.call('PATCH', paths.profile, { body: { email: address('second') } })
      const link = (await deliver(shop)).find((mail) => mail.headers.get('to') === address('second'))
      const token = /verify-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1]
      const late = await waiting(ada.email, 'Hello.')
      expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
      expect((await ada.call('GET', paths.exportAccount)).body).toMatchObject({
        contact_messages: [{ message: `From ${ada.name}, about a ring.` }],
        newsletter: { confirmed_at: null },
      })
      expect(await late()).toBe(true)
      await shop.db.update(mails).set({ next_attempt_at: new Date() }).where(eq(mails.to_address, ada.email))
      await ada.call('PATCH', paths.profile, { body: { email: address('third') } })
      await deliver(shop)
      expect((await erase(ada)).status).toBe(200)
      await deliver(shop)
      const left = await shop.db.select({ to: mails.to_address }).from(mails)
      const theirs = [ada.email, address('second'), address('third')]
      expect(left.filter(({ to }) => theirs.includes(to))).toEqual([])
      // Nor what was written, or asked for, under the first.
      expect(await tablesWith(ada.email)).toEqual([])
      expect(await tablesWith(`From ${ada.name}`)).toEqual([])
    })

    test('leaves to others what they wrote under an address that it had without proof', async () => {
      const ada = await regular({ isProven: false })
      const second = `${ada.name}-second@example.com`.toLowerCase()
      await ada.call('PATCH', paths.profile, { body: { email: second } })
      const link = (await deliver(shop)).find((mail) => mail.headers.get('to') === second)
      const token = /verify-email\?token=([\w-]+)/.exec(link?.text ?? '')?.[1]
      expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
      expect((await ada.call('GET', paths.exportAccount)).body).toMatchObject({
        contact_messages: [],
        newsletter: null,
      })
      expect(await tablesWith(`From ${ada.name}`)).toEqual(['contact_messages'])
    })

    test('keeps the books: amounts, pieces and the country of each order', async () => {
      const ada = await regular()
      await erase(ada)
      const kept = await shop.db
        .select()
        .from(orders)
        .where(inArray(orders.order_number, [ada.delivered, ada.pending]))
        .orderBy(orders.created_at)
      expect(kept).toMatchObject([
        {
          customer_id: null,
          total: 26_643,
          payment_label: 'Visa ending 4242',
          contact: { first_name: '', email: '' },
          shipping_address: { full_name: '', city: '', country: 'United Kingdom' },
          anonymised_at: expect.any(Date),
        },
        { customer_id: null, total: 26_643, anonymised_at: null },
      ])
      const items = await shop.db
        .select()
        .from(order_items)
        .where(
          inArray(
            order_items.order_id,
            kept.map(({ id }) => id),
          ),
        )
      expect(items).toHaveLength(2)
      const tracked = await shop.call('GET', `${paths.trackOrder}?order_number=${ada.pending}`)
      expect(tracked.status).toBe(200)
    })

    test('changes in an order what names its customer, and nothing else of what the books need', async () => {
      /**
       * A column that is new in an order belongs here and, if it may name somebody, in `anonymiseFormerOrders` and in what
       * `regular` orders.
       */
      const fate = {
        id: 'kept',
        order_number: 'kept',
        customer_id: 'changed',
        status: 'kept',
        subtotal: 'kept',
        discount: 'kept',
        shipping_cost: 'kept',
        tax: 'kept',
        total: 'kept',
        shipping_method: 'kept',
        coupon_code: 'kept',
        payment_method: 'kept',
        payment_label: 'kept',
        payment_reference: 'kept',
        contact: 'changed',
        shipping_address: 'changed',
        billing_address: 'changed',
        note: 'changed',
        tracking_number: 'kept',
        tracking_url: 'kept',
        cart_id: 'kept',
        created_at: 'kept',
        updated_at: 'kept',
        anonymised_at: 'changed',
        is_recipient_hidden: 'kept',
      } satisfies Record<keyof typeof orders.$inferSelect, 'kept' | 'changed'>
      const ada = await regular()
      const row = async () => {
        const [found] = await shop.db.select().from(orders).where(eq(orders.order_number, ada.delivered))
        return new Map(Object.entries(found ?? {}).map(([column, value]) => [column, JSON.stringify(value)]))
      }
      const before = await row()
      await erase(ada)
      const after = await row()
      const found = [...before].map(([column, value]) => [
        column,
        after.get(column) === value ? 'kept' : 'changed',
      ])
      expect(Object.fromEntries(found)).toEqual(fate)
    })

    test('leaves of the emails that were written to a folder the last one', async () => {
      for (const isProven of [true, false]) {
        const ada = await regular({ isProven })
        const theirs = async () =>
          (await deliver(shop)).filter((mail) => mail.headers.get('to') === ada.email)
        expect((await theirs()).length).toBeGreaterThan(1)
        await erase(ada)
        expect((await theirs()).map((mail) => mail.headers.get('subject'))).toEqual([
          'Your account was deleted',
        ])
      }
    })

    test('counts its reviews out, has the gateway forget its cards, and tells the owner', async () => {
      const ada = await regular()
      const rating = async () => {
        const [row] = await shop.db.select().from(products).where(eq(products.id, ada.bought.id))
        return [row?.rating_sum, row?.review_count]
      }
      expect(await rating()).toEqual([4, 1])
      const [saved] = await shop.db.select().from(saved_cards).where(eq(saved_cards.customer_id, ada.user_id))
      forgotten.length = 0
      await erase(ada)
      expect(await rating()).toEqual([0, 0])
      expect(forgotten).toEqual([saved?.gateway_token])
      const subjects = (await deliver(shop))
        .filter((mail) => mail.headers.get('to') === ada.email)
        .map((mail) => mail.headers.get('subject'))
      expect(subjects.at(-1)).toBe('Your account was deleted')
      expect(await shop.db.select().from(mails).where(eq(mails.to_address, ada.email))).toEqual([])
    })

    test('touches nobody else, and lets the address sign up anew', async () => {
      const [ada, bo] = [await regular(), await regular()]
      const before = (await bo.call('GET', paths.exportAccount)).body as AccountExport
      await erase(ada)
      const after = (await bo.call('GET', paths.exportAccount)).body as AccountExport
      expect({ ...after, exported_at: '' }).toEqual({ ...before, exported_at: '' })
      const next = await shop.signUp({ email: ada.email })
      expect(data<{ orders: unknown[] }>(await next.call('GET', paths.orderHistory)).orders).toEqual([])
    })

    test('takes back the letter of an address that was proved, not of one that was merely typed', async () => {
      const isListed = async (email: string) =>
        (await shop.db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.email, email)))
          .length === 1
      const [proven, typed] = [await regular(), await regular({ isProven: false })]
      await erase(proven)
      await erase(typed)
      expect([await isListed(proven.email), await isListed(typed.email)]).toEqual([false, true])
    })

    test('needs the password', async () => {
      const ada = await regular()
      expect(await erase(ada, '')).toMatchObject({
        status: 400,
        body: { errors: { password: expect.arrayContaining(['Password is required']) } },
      })
      expect(await erase(ada, 'plum-stone-8')).toMatchObject({
        status: 400,
        body: { errors: { password: ['This password is not right'] } },
      })
      expect((await shop.call('DELETE', paths.account, { body: { password: ada.password } })).status).toBe(
        401,
      )
      expect((await ada.call('GET', paths.profile)).status).toBe(200)
    })

    test('is not deleted by a proof from before its address or its password was changed', async () => {
      const { email } = await shop.signUp()
      const now = await findByEmail(shop.db, email)
      if (now === null) throw new Error('Nobody signed up')
      const earlier = [{ email: `former-${email}` }, { password_hash: 'another' }, { password_hash: null }]
      for (const before of earlier) expect(await holdToDelete(shop.db, { ...now, ...before })).toBe(false)
      expect(await holdToDelete(shop.db, now)).toBe(true)
    })
  })
})

test('a code to delete an account with is mailed three times an hour, and the fourth caller is told how long to wait', async () => {
  const shop = await openShop({ environment: { RATE_LIMIT: 'on' } })
  try {
    const ada = await shop.signUp()
    const ask = () => ada.call('POST', deletionCodePath)
    for (let time = 0; time < 3; time++) expect(await ask()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { message: authTexts.tooManyAttempts },
    })
  } finally {
    await shop.close()
  }
})

test('a code that a later one has replaced before it was sent is not sent any more', async () => {
  const shop = await openShop()
  try {
    const ada = await shop.signUp()
    await deliver(shop)
    const waiting = and(eq(mails.to_address, ada.email), isNull(mails.sent_at))
    expect(await ada.call('POST', deletionCodePath)).toMatchObject({ status: 200 })
    // As after a mail server that was away.
    const next_attempt_at = new Date(Date.now() + 1_200_000)
    await shop.db.update(mails).set({ attempts: 6, last_error: 'Timeout', next_attempt_at }).where(waiting)
    expect(await ada.call('POST', deletionCodePath)).toMatchObject({ status: 200 })
    expect(await shop.db.select().from(mails).where(waiting)).toMatchObject([{ attempts: 0 }])
  } finally {
    await shop.close()
  }
})

test('the password of an account that is to be deleted cannot be guessed', async () => {
  const shop = await openShop({ environment: { RATE_LIMIT: 'on' } })
  try {
    const ada = await shop.signUp()
    await shop.db.delete(rate_limits)
    const guesses = []
    for (let guess = 0; guess < 12; guess++) {
      guesses.push((await ada.call('DELETE', paths.account, { body: { password: `guess-${guess}` } })).status)
    }
    expect(guesses).toEqual([...Array(10).fill(400), 429, 429])
  } finally {
    await shop.close()
  }
})

test('nor can the code that is mailed for it: once there were too many, not even the right one is taken', async () => {
  const shop = await openShop({ environment: { RATE_LIMIT: 'on' } })
  try {
    const ada = await shop.signUp()
    expect(await ada.call('POST', deletionCodePath)).toMatchObject({ status: 200 })
    const mailed = (await deliver(shop)).at(-1)?.text ?? ''
    const right = /^ *([2-9A-HJ-NP-Z]{8})$/m.exec(mailed)?.[1] ?? ''
    await shop.db.delete(rate_limits)
    const guesses = []
    for (const code of [...Array<string>(12).fill('ABCD2345'), right]) {
      guesses.push((await ada.call('DELETE', paths.account, { body: { code } })).status)
    }
    expect(guesses).toEqual([...Array(10).fill(400), 429, 429, 429])
    // It was the right one.
    await shop.db.delete(rate_limits)
    expect((await ada.call('DELETE', paths.account, { body: { code: right } })).status).toBe(200)
  } finally {
    await shop.close()
  }
})
