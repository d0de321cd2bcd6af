import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type SQL, eq, inArray, isNull, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { largestQuantity } from '#contract/constants.ts'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { isAnotherSecret, secretKey } from '#server/auth/sharedSecret.ts'
import { carts } from '#server/db/schema/cart.ts'
import { transaction } from '#server/db/db.ts'
import { products, settings } from '#server/db/schema/catalogue.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { seedLock } from '#server/demo/seed.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { allow, noEnd, startMortal } from '#tests/server/crashes/allow.ts'
import { faults, pieces } from '#tests/server/crashes/audit.ts'
import { newPiece, newShopper, readyShopper, several, variantStock } from '#tests/server/orders/pieces.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits, untilLockWaits } from '#tests/support/lockWaits.ts'
import { beginningWith, endServers, openServer, runDesk } from '#tests/support/program.ts'
import { patiently } from '#tests/support/patiently.ts'
import { rounds } from '#tests/support/rounds.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { withinHalfAMinute } from '#tests/support/withinHalfAMinute.ts'

describe.runIf(inject('postgres') !== null)('several servers on one PostgreSQL', () => {
  const post = postOffice()
  let own: Shop
  let environment: Record<string, string>
  let servers: Awaited<ReturnType<typeof openServer>>[] = []

  beforeAll(async () => {
    own = await openShop({ engine: 'postgres' })
    environment = {
      DATA_DIR: own.dataDir,
      DATABASE_URL: own.config.databaseUrl ?? '',
      SESSION_SECRET: own.config.sessionSecret,
      SMTP_URL: await post.open(),
    }
    servers = await Promise.all(Array.from({ length: rounds(2, 3) }, () => openServer(environment)))
  })
  afterAll(async () => {
    await endServers()
    post.close()
    await own.close()
  })
  const addressAt = (index: number) => servers[index % servers.length]?.address ?? ''

  const pieceAt = async (address: string, id: number) => {
    const answer = await fetch(`${address}${apiRoot}${paths.product(String(id))}`)
    return ((await answer.json()) as { data: Product }).data
  }

  test('a price changed at the desk is in every answer and on every page of every one of them', async () => {
    const priceAt = async (address: string, id: number) => (await pieceAt(address, id)).price
    const pageAt = async (address: string, slug: string) =>
      (await fetch(`${address}/products/${slug}`)).text()
    await withinHalfAMinute(
      async () => {
        const { id } = await newPiece(own)
        const [piece] = await own.db.select().from(products).where(eq(products.id, id))
        return { id, sku: piece?.sku ?? '', slug: piece?.slug ?? '' }
      },
      async ({ id, sku, slug }) => {
        for (const { address } of servers) {
          expect(await priceAt(address, id)).not.toBe('4321.00')
          expect(await pageAt(address, slug)).not.toContain('£4,321.00')
        }
        expect(await runDesk(environment, 'price', sku, '4321')).toMatchObject({ code: 0, error: '' })
        for (const { address } of servers) {
          while ((await priceAt(address, id)) !== '4321.00');
          while (!(await pageAt(address, slug)).includes('£4,321.00'));
        }
      },
    )
  })

  test.each([
    ['90 minutes ahead of', 90],
    ['1 minute behind', -1.2],
  ])('one whose clock is %s the database’s says so when it starts', async (said, minutes) => {
    const server = await openServer({
      ...environment,
      NODE_OPTIONS: beginningWith(`const { now } = Date; Date.now = () => now() + ${minutes * 60_000}`),
    })
    // What it said may still be on its way when it is open.
    await server.stop()
    expect(server.said.error).toContain(`This machine's clock is ${said} the database's.`)
  })

  test('one whose secret is another than the others’ says so when it starts, and when it starts again no more', async () => {
    const start = async (secret: string) => {
      const server = await openServer({ ...environment, SESSION_SECRET: secret })
      await server.stop()
      return server.said.error
    }
    const another = 'another secret than the other servers have, long enough'
    expect(await start(another)).toMatch(
      /^SESSION_SECRET differs from that of the server started before .+\n$/,
    )
    expect(await start(another)).toBe('')
    // Whoever has corrected it is told once more: the one with the other secret may still be open.
    expect(await start(own.config.sessionSecret)).toContain('SESSION_SECRET')
    expect(await start(own.config.sessionSecret)).toBe('')
    const kept = await own.db.select().from(settings)
    expect(JSON.stringify(kept)).not.toContain(own.config.sessionSecret)
  })

  test('of those that are the first on a database and start at once, one says so only if there are two secrets', async () => {
    const ofFirst = async (secrets: string[]) => {
      await own.db.delete(settings).where(eq(settings.key, secretKey))
      return Promise.all(secrets.map((secret) => isAnotherSecret(own.db, secret)))
    }
    const { sessionSecret } = own.config
    expect(await ofFirst(['another one, as long as a secret has to be', sessionSecret])).toContain(true)
    expect(await ofFirst([sessionSecret, sessionSecret, sessionSecret])).not.toContain(true)
  })

  test('nothing of the secret is in a database before the shop is, so that a start which is broken off leaves it empty', async () => {
    const kept = () => own.db.$count(settings, eq(settings.key, secretKey))
    // As it was before there was a shop.
    const before = await own.db.delete(settings).returning()
    const { server } = await transaction(own.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
      const server = openServer(environment)
      await untilLockWaits(own.db, 'select pg_advisory_xact_lock%')
      expect(await kept()).toBe(0)
      await tx.insert(settings).values(before.filter(({ key }) => key !== secretKey))
      return { server }
    })
    await (await server).stop()
    expect(await kept()).toBe(1)
  })

  test('the others say nothing of clocks or secrets', () => {
    for (const { said } of servers) expect(said.error).not.toMatch(/clock|SECRET/)
  })

  test('the last piece, sold at one, is sold out at all of them', async () => {
    const { id: product_id } = await newPiece(own, { stock: 1 })
    const shopper = await readyShopper(own, [{ product_id }])
    const stockAt = async (address: string) => (await pieceAt(address, product_id)).stock_quantity
    for (const { address } of servers) expect(await stockAt(address)).toBe(1)
    expect(await patiently(() => checkout(addressAt(0), shopper, 'mine'))).toMatchObject({ status: 201 })
    for (const { address } of servers) await eventually(async () => expect(await stockAt(address)).toBe(0))
  })

  test('who signs in at one is signed in at all of them, and after signing out at one at none', async () => {
    type Tokens = { access: string; refresh: string }
    const { email, password } = await own.signUp()
    const post = (index: number, path: string, body: object, token = '') =>
      fetch(`${addressAt(index)}${apiRoot}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const tokensOf = async (answer: Response) => (await answer.json()) as Tokens
    const profiles = ({ access }: Tokens) =>
      Promise.all(
        servers.map(async ({ address }) => {
          const headers = { authorization: `Bearer ${access}` }
          return (await fetch(`${address}${apiRoot}${paths.profile}`, { headers })).status
        }),
      )
    const at = (status: number) => servers.map(() => status)

    const first = await tokensOf(await post(0, paths.login, { email, password }))
    expect(await profiles(first)).toEqual(at(200))
    const second = await tokensOf(await post(1, paths.refreshToken, { refresh: first.refresh }))
    expect(await profiles(second)).toEqual(at(200))
    expect((await post(0, paths.logout, { refresh: second.refresh }, second.access)).status).toBe(200)
    for (const tokens of [first, second]) expect(await profiles(tokens)).toEqual(at(401))
    for (const index of servers.keys())
      expect((await post(index, paths.refreshToken, { refresh: second.refresh })).status).toBe(401)
  })

  test('who has used up all attempts to log in at one has none left at another', async () => {
    const { email } = await own.signUp()
    const attempt = async (index: number) => {
      const answer = await fetch(`${addressAt(index)}${apiRoot}${paths.login}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'not-the-password' }),
      })
      return answer.status
    }
    const statuses = await Promise.all(Array.from({ length: 14 }, (_, index) => attempt(index)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    for (const index of servers.keys()) expect(await attempt(index)).toBe(429)
  })

  type Ready = Awaited<ReturnType<typeof readyShopper>>

  /** A checkout at that server, with that key if there is one; 0 if it was cut off. */
  async function checkout(
    address: string,
    shopper: Ready,
    key: string | null,
    path: string = paths.checkout,
  ) {
    try {
      const answer = await fetch(`${address}${apiRoot}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${shopper.token}`,
          ...(key !== null && { 'idempotency-key': key }),
        },
        body: JSON.stringify(shopper.order()),
      })
      const { order_number = '', message } = (await answer.json()) as Record<string, string | undefined>
      return { status: answer.status, order_number, message }
    } catch {
      return { status: 0, order_number: '', message: undefined }
    }
  }

  test('one order comes of one key, wherever and however often it is sent at once', async () => {
    const { id: product_id } = await newPiece(own, { stock: 100 })
    for (let round = 0; round < rounds(3, 50); round++) {
      const shopper = await readyShopper(own, [{ product_id }])
      const key = randomUUID()
      const send = (index: number) => patiently(() => checkout(addressAt(index), shopper, key))
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index)))
      for (const { status } of answers) expect([201, 409]).toContain(status)
      const again = await Promise.all([...servers.keys()].map(send))
      const numbers = new Set([...answers, ...again].map((one) => one.order_number).filter(Boolean))
      expect(again.map(({ status }) => status)).toEqual(again.map(() => 201))
      expect(numbers.size).toBe(1)
      const made = await own.db.select().from(orders).where(eq(orders.customer_id, shopper.id))
      expect(made).toHaveLength(1)
    }
  })

  describe('whose orders are at the database at once', () => {
    /**
     * Makes the orders sent to each server wait for what this locks, the first server's first, and releases all of them
     * once every server waits: by then each has read what was there before any of them.
     */
    async function atOnce<T>(lock: SQL, send: (address: string, index: number) => Promise<T>): Promise<T[]> {
      const sent = await own.db.transaction(async (tx) => {
        await tx.execute(lock)
        const underWay: Promise<T>[] = []
        for (const [index, { address }] of servers.entries()) {
          underWay.push(send(address, index))
          await eventually(async () => expect(await lockWaits(own.db)).toBe(index + 1))
        }
        return underWay
      })
      return Promise.all(sent)
    }
    const cartsOf = (shoppers: readonly { id: string }[]) =>
      sql`select 1 from ${carts} where customer_id in ${shoppers.map(({ id }) => id)} for no key update`
    const counted = (answers: readonly { status: number; message: string | undefined }[]) => {
      const counts: Record<string, number> = {}
      for (const { status, message } of answers) {
        const outcome = status === 201 ? '201' : `${status} ${message}`
        counts[outcome] = (counts[outcome] ?? 0) + 1
      }
      return counts
    }

    test.each([
      ['the last piece', undefined],
      ['the last of a size', [1, 50]],
    ])('%s is sold once', async (_name, sizes) => {
      for (let round = 0; round < rounds(2, 20); round++) {
        // Also with one for each server: those that share a statement may be retried one by one.
        const crowd = round % 2 === 0 ? servers.length : 10
        const piece = await newPiece(own, { stock: 1, ...(sizes && { sizes }) })
        const { id: product_id } = piece
        const [variant_id] = piece.variants
        const line = { product_id, ...(variant_id !== undefined && { variant_id }) }
        const shoppers = await several(crowd, () => readyShopper(own, [line]))
        const answers = await atOnce(cartsOf(shoppers), (address, server) =>
          Promise.all(
            shoppers
              .filter((_shopper, index) => index % servers.length === server)
              .map((shopper, index) => {
                const path = index % 2 === 0 ? paths.orders : paths.checkout
                return patiently(() => checkout(address, shopper, 'mine', path))
              }),
          ),
        )
        expect(counted(answers.flat())).toEqual({ '201': 1, '409 Product is out of stock': crowd - 1 })
        const left = sizes?.[1] ?? 0
        expect(await pieces(own.db, [product_id])).toEqual([{ id: product_id, left, sold: 1 }])
        const leftOfSize = variant_id === undefined ? 0 : await variantStock(own, product_id, variant_id)
        expect(leftOfSize).toBe(0)
      }
    })

    test('baskets of the same pieces and sizes in either order are sold as long as there are any', async () => {
      for (let round = 0; round < rounds(1, 20); round++) {
        const half = 5
        const crowd = 2 * half
        const [a, b] = [await newPiece(own, { stock: half }), await newPiece(own, { stock: half })]
        const sized = await newPiece(own, { sizes: [crowd, crowd] })
        const lines = [
          { product_id: a.id },
          { product_id: b.id },
          ...sized.variants.map((variant_id) => ({ product_id: sized.id, variant_id })),
        ]
        const shoppers = await several(crowd, (index) =>
          readyShopper(own, index % servers.length === 0 ? lines : lines.toReversed()),
        )
        const answers = await atOnce(cartsOf(shoppers), (address, server) =>
          Promise.all(
            shoppers
              .filter((_shopper, index) => index % servers.length === server)
              .map((shopper) => patiently(() => checkout(address, shopper, 'mine'))),
          ),
        )
        expect(counted(answers.flat())).toEqual({ '201': half, '409 Product is out of stock': half })
        expect(await pieces(own.db, [a.id, b.id, sized.id])).toEqual([
          { id: a.id, left: 0, sold: half },
          { id: b.id, left: 0, sold: half },
          { id: sized.id, left: crowd, sold: crowd },
        ])
        for (const variant of sized.variants) expect(await variantStock(own, sized.id, variant)).toBe(half)
      }
    })

    test('one cart is one order, also without a key', async () => {
      const { id: product_id } = await newPiece(own, { stock: 1_000 })
      for (let round = 0; round < rounds(3, 50); round++) {
        const shopper = await readyShopper(own, [{ product_id }])
        const answers = await atOnce(cartsOf([shopper]), (address) =>
          patiently(() => checkout(address, shopper, null)),
        )
        expect(counted(answers)).toEqual({ '201': 1, '400 Your cart is empty': servers.length - 1 })
        expect(await own.db.$count(orders, eq(orders.customer_id, shopper.id))).toBe(1)
      }
    })
  })

  const subjects = Array.from({ length: rounds(30, 300) }, (_, index) => `Mail ${index} ${randomUUID()}`)
  /** Those that have not come, or more than once. */
  const wronglySent = () => subjects.filter((subject) => post.arrived(subject) !== 1)

  test('each mail is sent once, by one of them', async () => {
    await own.db.transaction(async (tx) => {
      for (const subject of subjects)
        await queueMail(tx, { to_address: 'ada@example.com', subject, text: 'Hello', html: '<p>Hello</p>' })
    })
    // An email of their own makes all of them check.
    await Promise.all(
      servers.map(({ address }, index) =>
        fetch(`${address}${apiRoot}${paths.newsletter}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: `reader-${index}@example.com` }),
        }),
      ),
    )
    const unsent = () => own.db.$count(mails, isNull(mails.sent_at))
    while ((await unsent()) > 0);
    expect(wronglySent()).toEqual([])
  })

  test('one that is killed takes no order along that it had confirmed', async () => {
    const stock = 100
    const kills = rounds(1, 10)
    // Once more if nobody's call was in progress at that moment.
    const most = 3 * kills
    let shown = 0
    for (let round = 0; shown < kills && round < most; round++) {
      const { id: product_id } = await newPiece(own, { stock })
      const ready = (count: number) => several(count, () => readyShopper(own, [{ product_id }]))
      const mortal = startMortal(environment)
      const address = await mortal.opened
      const early = await ready(3)
      await allow(mortal, noEnd)
      const confirmed: string[] = []
      const order = async (at: string, shopper: Ready, key: string) => {
        const answer = await patiently(() => checkout(at, shopper, key))
        if (answer.status === 201) confirmed.push(answer.order_number)
        return answer.status
      }
      for (const shopper of early) expect(await order(address, shopper, randomUUID())).toBe(201)
      const statements = await allow(mortal, noEnd)

      const late = await ready(24)
      // Its own statements are the clock: some of the simultaneous calls are done by then, and others are not. How many
      // share a statement is chance, so each further try allows fewer; the third less than one order takes.
      await allow(mortal, rounds(Math.ceil((2 * statements) / 4 ** round), randomInt(1, 4 * statements)))
      const sent = late.map((shopper, index) => ({
        shopper,
        key: randomUUID(),
        at: index % 2 === 0 ? address : addressAt(index),
      }))
      const statuses = await Promise.all(sent.map(({ at, shopper, key }) => order(at, shopper, key)))
      // If it was allowed more statements than there were, it is killed with nobody's call to cut off.
      mortal.child.kill('SIGKILL')
      await mortal.exit
      for (const [index, { at }] of sent.entries())
        expect(at === address ? [201, 0] : [201]).toContain(statuses[index])
      if (statuses.includes(0)) shown += 1

      // Nothing was half done: each order took its piece. In one snapshot, because the database may still be finishing
      // what the dead server had sent it.
      const buyers = [...early, ...late].map(({ id }) => id)
      const [made, left] = await own.db.transaction(
        async (tx) => [
          await tx.select().from(orders).where(inArray(orders.customer_id, buyers)),
          (await tx.select().from(products).where(eq(products.id, product_id)))[0]?.stock_quantity ?? 0,
        ],
        { isolationLevel: 'repeatable read' },
      )
      expect(stock - left).toBe(made.length)
      expect(made.map((one) => one.order_number)).toEqual(expect.arrayContaining(confirmed))
      expect(new Set(made.map((one) => one.customer_id)).size).toBe(made.length)
    }
    expect(shown, 'kills that broke some checkouts off').toBe(kills)
  })

  test('they are restarted one after another, and no shopper notices', async () => {
    const balancer = await startBalancer(() => servers.map(({ address }) => address))
    const { id: product_id } = await newPiece(own, { stock: largestQuantity })
    const wrong: string[] = []
    let asked = 0
    let isDone = false
    const ask = async (path: string, options: RequestInit, expected: number) => {
      const answer = await fetch(balancer.address + path, options)
      await answer.text()
      asked += 1
      if (answer.status !== expected) wrong.push(`${answer.status} ${path}`)
    }
    const busy = async (path: string) => {
      while (!isDone) await ask(path, {}, 200)
    }
    const buying = async () => {
      let shopper = await newShopper(own)
      for (let put = 1; !isDone; put += 1) {
        // A new shopper before one has used up the 600 keys of an hour.
        if (put % 600 === 0) shopper = await newShopper(own)
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${shopper.token}`,
          'idempotency-key': randomUUID(),
        }
        const body = JSON.stringify({ product_id, variant_id: null, quantity: 1 })
        await ask(`${apiRoot}${paths.cartItems}`, { method: 'POST', headers, body }, 201)
      }
    }
    const shoppers = [busy(`${apiRoot}${paths.products}`), busy('/'), busy('/all-jewellery'), buying()]
    try {
      for (let round = 0; round < rounds(1, 5); round++) {
        for (const [index, server] of servers.entries()) {
          const from = asked
          expect(await server.stop()).toBe(0)
          servers[index] = await openServer(environment)
          while (asked < from + 20) await Promise.race(shoppers.map((one) => Promise.race([one, tick()])))
        }
      }
    } finally {
      isDone = true
      await Promise.all(shoppers)
      balancer.stop()
    }
    expect(wrong).toEqual([])
  })

  test('and in all of this the books are right, and none was sent back by the database to let another pass', async () => {
    for (const server of servers) expect(await server.stop()).toBe(0)
    // Each connection reports its statistics when it ends, and only ours are left then.
    const connections = sql`select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`
    await eventually(async () =>
      expect((await own.db.execute(connections)).rows).toHaveLength(own.pool.totalCount),
    )
    const { rows } = await own.db.execute(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    )
    expect(rows).toEqual([{ deadlocks: 0 }])
    expect(await faults(own.db, { isRecovered: false })).toEqual({})
    // And none was sent again later: nobody is left who could.
    expect(wronglySent()).toEqual([])
  })
})

const tick = () => new Promise((resolve) => setImmediate(resolve))

/** A mail server that counts what comes in. */
function postOffice() {
  const subjects = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(text.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
        subjects.set(subject, (subjects.get(subject) ?? 0) + 1)
        done()
      })
    },
  })
  // A server that is killed hangs up in the middle of a word.
  server.on('error', () => {})
  return {
    async open() {
      const listening = server.listen(0, '127.0.0.1')
      await once(listening, 'listening')
      return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
    },
    arrived: (subject: string) => subjects.get(subject) ?? 0,
    close: () => server.close(),
  }
}
