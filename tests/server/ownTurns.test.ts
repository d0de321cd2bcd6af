import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { paths } from '#contract/paths.ts'
import { beginSession } from '#server/auth/rotation.ts'
import { cart_items } from '#server/db/schema/cart.ts'
import { tally } from '#server/metrics/tally.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { longestQueue } from '#tests/support/longestQueue.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import { statementsAtOnce } from '#tests/support/statementsOf.ts'
import { crowd } from './crashes/crowd.ts'
import { ask } from './hostile/socket.ts'
import { address as home, newPiece, readyShopper } from './orders/pieces.ts'

const room = 504

describe.each(engines())('what customers read and change of their own on %s', (engine) => {
  let shop: Shop
  let address = ''
  beforeAll(async () => {
    shop = await openShop({ engine, environment: { TRUST_PROXY: '127.0.0.1' } })
    address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => shop.close())

  const call =
    (token: string, from = '192.0.2.1') =>
    (method: string, path: string, body?: object, key?: string): Promise<Response> =>
      fetch(`${address}${apiRoot}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': from,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })

  /** Somebody who has bought a piece. */
  async function buyer() {
    const { id } = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: id }])
    const { body } = await shopper.checkout()
    const { order_number } = body as { order_number: string }
    return { id, order_number, token: shopper.token, call: call(shopper.token) }
  }

  /** While every connection is held, nothing is read or written. */
  async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
    const held = await Promise.all(
      Array.from({ length: shop.pool.options.max ?? 1 }, () => shop.pool.connect()),
    )
    try {
      return await work()
    } finally {
      for (const client of held) client.release()
    }
  }

  test('a crowd of customers who read what is theirs leaves the database to others: few of a kind ask it at a time', async () => {
    const customer = await buyer()
    const { id } = await newPiece(shop)
    const other = await readyShopper(shop, [{ product_id: id }])
    const kinds = [paths.cart, paths.profile, paths.wishlist, paths.addresses, paths.paymentMethods]
    const own = [...kinds, paths.orderHistory, paths.order(customer.order_number), paths.exportAccount]
    let answered = 0
    const read = async (path: string) => {
      const { status } = await customer.call('GET', path)
      answered += 1
      return status
    }
    const size = 30 * own.length
    const before = tally.ownReads.waiting + tally.ownReads.atWork
    const longest = await longestQueue(shop, async () => {
      const { reads, ordered } = await whileHeld(async () => {
        const reads = own.flatMap((path) => Array.from({ length: 30 }, () => read(path)))
        await eventually(() => expect(tally.ownReads.waiting + tally.ownReads.atWork).toBe(before + size))
        return { reads, ordered: call(other.token)('POST', paths.checkout, other.order()) }
      })
      expect((await ordered).status).toBe(201)
      // Each of its statements is behind those few that ask at the time, and not behind all of the crowd. With one
      // connection that is counted in statements, with twenty it depends on the machine.
      expect(answered).toBeLessThan(engine === 'embedded' ? size / 2 : size)
      expect(new Set(await Promise.all(reads))).toEqual(new Set([200]))
    })
    expect(longest).toBeLessThanOrEqual(4 * own.length)
  })

  test('so does a crowd that changes what is theirs', async () => {
    const customer = await buyer()
    const { id } = await newPiece(shop, { stock: 1_000 })
    const changes = [
      () => customer.call('POST', paths.cartItems, { product_id: id, variant_id: null, quantity: 1 }),
      () => customer.call('POST', paths.wishlist, { product_id: id }),
      () => customer.call('POST', paths.addresses, home),
      () => customer.call('PATCH', paths.profile, { first_name: 'Eve' }),
      () => customer.call('POST', paths.coupon, { code: 'SAVE10' }),
      () =>
        customer.call('POST', paths.reviews(customer.id), { rating: 5, title: 'Lovely', text: 'As a plum' }),
    ]
    const longest = await longestQueue(shop, async () => {
      const answers = await Promise.all(changes.flatMap((change) => Array.from({ length: 30 }, change)))
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    })
    expect(longest).toBeLessThanOrEqual(4 * changes.length)
  })

  test('so does a crowd with what would wait for the payment gateway, or for a password, if it came so far', async () => {
    const customer = await buyer()
    const id = randomUUID()
    const changes = [
      () => customer.call('PUT', paths.cancelOrder('DMS-22222222')),
      () => customer.call('DELETE', paths.paymentMethod(id)),
      () => customer.call('DELETE', paths.account, { code: 'ABCDEFGH' }),
    ]
    let statuses = new Set<number>()
    const longest = await longestQueue(shop, async () => {
      const answers = await Promise.all(changes.flatMap((change) => Array.from({ length: 40 }, change)))
      statuses = new Set(answers.map(({ status }) => status))
    })
    expect(statuses).toEqual(new Set([404, 400]))
    expect(longest).toBeLessThanOrEqual(4 * changes.length)
  })

  test('customers who would wait behind five hundred others of a kind are told to come again', async () => {
    const customer = await buyer()
    const before = { ...tally.ownReads }
    const asked = await whileHeld(async () => {
      const held = crowdOf({ size: room + 20, refused: 20 }, () => customer.call('GET', paths.cart))
      await held.enough
      expect(tally.ownReads).toEqual({ atWork: before.atWork + 4, waiting: before.waiting + 500 })
      return held
    })
    expect((await asked.all).filter((status) => status === 200)).toHaveLength(room)
    for (const refusal of asked.refusals) await expectRefused(refusal)
    expect((await customer.call('GET', paths.cart)).status).toBe(200)
    expect(tally.ownReads).toEqual(before)
  })

  test.each([
    ['reads', 'ownReads', 'GET', paths.addresses, undefined],
    ['changes', 'ownWrites', 'PATCH', paths.profile, { first_name: 'Eve' }],
  ] as const)(
    'a network with more %s than may wait refuses nobody else’s, nor keeps them waiting',
    async (_kind, queue, method, path, body) => {
      const [mallory, ada] = [await buyer(), await buyer()]
      const before = { ...tally[queue] }
      let answered = 0
      const ask = async () => {
        const answer = await mallory.call(method, path, body)
        answered += 1
        return answer
      }
      const { crowd, own } = await whileHeld(async () => {
        const crowd = crowdOf({ size: room + 20, refused: 20 }, ask)
        await crowd.enough
        expect(tally[queue]).toEqual({ atWork: before.atWork + 4, waiting: before.waiting + 500 })
        const own = call(ada.token, '198.51.100.7')(method, path, body)
        // One of the many makes room.
        await Promise.race([own, eventually(() => expect(crowd.refusals).toHaveLength(21))])
        return { crowd, own }
      })
      expect((await own).status).toBe(200)
      expect(answered - 21).toBeLessThan(room / 2)
      await crowd.all
      for (const refusal of crowd.refusals) await expectRefused(refusal)
      expect(tally[queue]).toEqual(before)
    },
  )

  test('a change that would is refused before it is read, and done once when it is sent again', async () => {
    const { id: product_id } = await newPiece(shop, { stock: 10_000 })
    const { id: other } = await newPiece(shop)
    const customers = await crowd(shop, room + 20, () => [{ product_id: other, quantity: 1 }])
    const piece = { product_id, variant_id: null, quantity: 1 }
    const add = ({ token, key }: (typeof customers)[number]) =>
      call(token)('POST', paths.cartItems, piece, key)
    const before = { ...tally.ownWrites }
    const asked = await whileHeld(async () => {
      const held = crowdOf({ size: customers.length, refused: 20 }, (index) => {
        const customer = customers[index]
        if (customer === undefined) throw new Error('Nobody')
        return add(customer)
      })
      await held.enough
      expect(tally.ownWrites).toEqual({ atWork: before.atWork + 4, waiting: before.waiting + 500 })
      // Of this one nothing comes but its head.
      const { port } = new URL(address)
      const head = [`POST ${apiRoot}${paths.cartItems} HTTP/1.1`, 'Host: shop', 'Connection: close']
      const headers = [`Authorization: Bearer nobody`, 'Content-Type: application/json', 'Content-Length: 60']
      const from = ['X-Forwarded-For: 192.0.2.1']
      expect(await ask(Number(port), `${[...head, ...from, ...headers].join('\r\n')}\r\n\r\n`)).toMatchObject(
        {
          status: 503,
        },
      )
      return held
    })
    const first = await asked.all
    expect(first.filter((status) => status === 201)).toHaveLength(room)
    expect(asked.refusals).toHaveLength(20)
    for (const refusal of asked.refusals) await expectRefused(refusal)
    const again = [
      ...(await Promise.all(customers.slice(0, 300).map(add))),
      ...(await Promise.all(customers.slice(300).map(add))),
    ]
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]))
    const isReplay = again.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    expect(isReplay).toHaveLength(room)
    const lines = await shop.db.select().from(cart_items)
    const added = lines.filter((line) => line.product_id === product_id)
    expect(added.map(({ quantity }) => quantity)).toEqual(customers.map(() => 1))
    expect(tally.ownWrites).toEqual(before)
  })

  /** A call whose token nobody has: one of each kind. */
  const withAnyToken = [
    [paths.refreshToken, { refresh: 'nobody’s' }],
    [paths.logout, { refresh: 'nobody’s' }],
    [paths.verifyEmail, { token: 'nobody’s' }],
    [paths.checkPasswordToken, { token: 'nobody’s' }],
    [
      paths.resetPassword,
      { token: 'nobody’s', new_password: 'Damson-blossom7', confirm_password: 'Damson-blossom7' },
    ],
    [paths.confirmNewsletter, { token: 'x'.repeat(32) }],
    [paths.unsubscribeNewsletter, { token: 'x'.repeat(32) }],
  ] as const
  const post = (path: string, body: object, from = '192.0.2.1') =>
    fetch(`${address}${apiRoot}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })

  test('nor does a crowd with tokens that are nobody’s delay a checkout, or keep a customer from a new token', async () => {
    const { id } = await newPiece(shop)
    const other = await readyShopper(shop, [{ product_id: id }])
    const sessions = await Promise.all(
      (await crowd(shop, 20, () => [{ product_id: id, quantity: 1 }])).map((customer) =>
        beginSession(shop.db, customer.id, new Date()),
      ),
    )
    const size = 40 * withAnyToken.length
    const before = tally.tokenCalls.waiting + tally.tokenCalls.atWork
    const come = (count: number) =>
      eventually(() => expect(tally.tokenCalls.waiting + tally.tokenCalls.atWork).toBe(before + count))
    let answered = 0
    const longest = await longestQueue(shop, async () => {
      const { asked, refreshed, ordered } = await whileHeld(async () => {
        const asked = withAnyToken.flatMap(([path, body]) =>
          Array.from({ length: 40 }, async () => {
            const { status } = await post(path, body)
            answered += 1
            return { path, status }
          }),
        )
        await come(size)
        const refreshed = sessions.map(({ refresh }) => post(paths.refreshToken, { refresh }))
        await come(size + sessions.length)
        return { asked, refreshed, ordered: call(other.token)('POST', paths.checkout, other.order()) }
      })
      expect((await ordered).status).toBe(201)
      expect(answered).toBeLessThan(engine === 'embedded' ? size / 2 : size)
      const isRight = ({ path, status }: Awaited<(typeof asked)[number]>) =>
        status === (path === paths.logout ? 200 : path === paths.refreshToken ? 401 : 400)
      expect((await Promise.all(asked)).filter((one) => !isRight(one))).toEqual([])
      expect((await Promise.all(refreshed)).map(({ status }) => status)).toEqual(sessions.map(() => 200))
    })
    // Checking a link and using it share a queue, as confirming a newsletter and leaving it do; one is the checkout's.
    expect(longest).toBeLessThanOrEqual(4 * 5 + 1)
  })

  test.each([paths.refreshToken, paths.logout])(
    'a network with more calls to %s than may wait refuses nobody else’s, nor keeps them waiting',
    async (path) => {
      const { access, refresh } = await shop.signUp()
      const before = { ...tally.tokenCalls }
      let answered = 0
      const bogus = async () => {
        const answer = await post(path, { refresh: 'nobody’s' })
        answered += 1
        return answer
      }
      const { asked, own } = await whileHeld(async () => {
        const asked = crowdOf({ size: room + 20, refused: 20 }, bogus)
        await asked.enough
        expect(tally.tokenCalls).toEqual({ atWork: before.atWork + 4, waiting: before.waiting + 500 })
        const own = post(path, { refresh }, '198.51.100.7')
        // One of the many makes room.
        await Promise.race([own, eventually(() => expect(asked.refusals).toHaveLength(21))])
        return { asked, own }
      })
      expect((await own).status).toBe(200)
      expect(answered - 21).toBeLessThan(room / 2)
      const { status } = await call(access)('GET', paths.profile)
      expect(status).toBe(path === paths.logout ? 401 : 200)
      await asked.all
      for (const refusal of asked.refusals) await expectRefused(refusal)
      expect(tally.tokenCalls).toEqual(before)
    },
  )

  test('nor does a crowd that orders with wrong coupon codes take more than a few connections to have them counted, and none once there were too many', async () => {
    const { id } = await newPiece(shop)
    const customers = await crowd(shop, 130, () => [{ product_id: id, quantity: 1 }])
    const trial = async ({ token, order }: (typeof customers)[number]) =>
      (await call(token)('POST', paths.checkout, { ...order, coupon_code: 'NO-SUCH' })).status
    shop.config.rateLimit = true
    try {
      let statuses: number[] = []
      const longest = await longestQueue(shop, async () => {
        statuses = await Promise.all(customers.slice(0, 120).map(trial))
      })
      expect(statuses.toSorted((one, other) => one - other)).toEqual([
        ...Array(100).fill(400),
        ...Array(20).fill(429),
      ])
      // Two are counted at a time; sessions and quotes are read for many at once.
      expect(longest).toBeLessThanOrEqual(4)
      const refused = await statementsAtOnce(shop, customers.slice(120), trial)
      expect(new Set(refused.answers)).toEqual(new Set([429]))
      // The sessions, the keys and the quotes.
      expect(refused.statements).toBeLessThan(10)
    } finally {
      shop.config.rateLimit = false
    }
  })

  test('nobody keeps a turn who waits for a password', async () => {
    const customer = await shop.signUp()
    const { access, password } = customer
    const before = JSON.stringify(tally.ownWrites)
    const seen = new Set<string>()
    let isOver = false
    const leaving = call(access)('DELETE', paths.account, { password }).finally(() => (isOver = true))
    // In every turn of the loop: the moment is short.
    while (!isOver) {
      if (tally.hashes.atWork > 0) seen.add(JSON.stringify(tally.ownWrites))
      await nextTurn()
    }
    expect([...seen]).toEqual([before])
    expect(await (await leaving).json()).toEqual({ message: accountTexts.deleted })
  })
})

async function expectRefused(refusal: Response) {
  expect(refusal.headers.get('retry-after')).toBe('2')
  expect(await refusal.json()).toMatchObject({ code: 'unavailable' })
}
