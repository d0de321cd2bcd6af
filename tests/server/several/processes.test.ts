import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq, inArray, isNull } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { order_items, orders } from '#server/db/schema/orders.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { newPiece, newShopper, readyShopper, stockOf } from '#tests/server/orders/pieces.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import { endServers, openServer, runDesk } from '#tests/support/program.ts'
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

  test('a price changed at the desk is in every answer and on every page of every one of them', async () => {
    const priceAt = async (address: string, id: number) => {
      const answer = await fetch(`${address}${apiRoot}${paths.product(String(id))}`)
      return ((await answer.json()) as { data: Product }).data.price
    }
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

  /** A checkout under that key at that server; 0 when it broke off. */
  async function checkout(address: string, shopper: Awaited<ReturnType<typeof readyShopper>>, key: string) {
    try {
      const answer = await fetch(`${address}${apiRoot}${paths.checkout}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${shopper.token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify(shopper.order()),
      })
      const body = (await answer.json()) as { order_number?: string }
      return { status: answer.status, order_number: body.order_number ?? '' }
    } catch {
      return { status: 0, order_number: '' }
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

  test('each mail is sent once, by one of them', async () => {
    const subjects = Array.from({ length: rounds(30, 300) }, (_, index) => `Mail ${index} ${randomUUID()}`)
    await own.db.transaction(async (tx) => {
      for (const subject of subjects)
        await queueMail(tx, { to_address: 'ada@example.com', subject, text: 'Hello', html: '<p>Hello</p>' })
    })
    // A mail of their own makes all of them look.
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
    for (const subject of subjects) expect(post.arrived(subject), subject).toBe(1)
  })

  test('one that is killed takes no order along that it had confirmed', async () => {
    const { id: product_id } = await newPiece(own, { stock: 1_000 })
    for (let round = 0; round < rounds(1, 10); round++) {
      const shoppers = await Promise.all(
        Array.from({ length: 24 }, () => readyShopper(own, [{ product_id }])),
      )
      const before = await stockOf(own, product_id)
      let confirmed = 0
      const victim = servers[1]
      const answers = await Promise.all(
        shoppers.map(async (shopper, index) => {
          const key = randomUUID()
          const answer = await patiently(() => checkout(addressAt(index), shopper, key))
          if (answer.status === 201) confirmed += 1
          if (confirmed === 4) victim?.child.kill('SIGKILL')
          return answer
        }),
      )
      await victim?.exit
      expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(12)
      for (const { status } of answers) expect([201, 0]).toContain(status)
      const kept = await own.db
        .select({ number: orders.order_number, quantity: order_items.quantity })
        .from(orders)
        .innerJoin(order_items, eq(order_items.order_id, orders.id))
        .where(eq(order_items.product_id, product_id))
      const numbers = kept.map(({ number }) => number)
      const confirmedNumbers = answers.flatMap((one) => (one.order_number === '' ? [] : [one.order_number]))
      expect(numbers).toEqual(expect.arrayContaining(confirmedNumbers))
      // Nothing was half done: each order took its piece. At one moment, because the database may still be finishing
      // what the dead server had asked of it.
      const [made, left] = await own.db.transaction(
        async (tx) => [
          await tx.$count(
            orders,
            inArray(
              orders.customer_id,
              shoppers.map(({ id }) => id),
            ),
          ),
          (await tx.select().from(products).where(eq(products.id, product_id)))[0]?.stock_quantity ?? 0,
        ],
        { isolationLevel: 'repeatable read' },
      )
      expect(before - left).toBe(made)
      servers[1] = await openServer(environment)
    }
  })

  test('they are restarted one after another, and no shopper notices', async () => {
    const balancer = await startBalancer(() => servers.map(({ address }) => address))
    const shopper = await newShopper(own)
    // More than can be put into a cart until the last one is open again.
    const { id: product_id } = await newPiece(own, { stock: 1_000_000 })
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
      while (!isDone) {
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
