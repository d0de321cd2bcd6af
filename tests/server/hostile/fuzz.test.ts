import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { patiently } from '#tests/support/patiently.ts'
import { isLong, lots, rounds } from '#tests/support/rounds.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import {
  type Request,
  type Route,
  apiRoutes,
  databaseErrors,
  faultOf,
  nasty,
  plainCall,
  requests,
  send,
  withField,
} from './requests.ts'
import { type Caller, keepOwned, lastingToken, readyCallers } from './readyCallers.ts'

/** The only right calls that do not succeed: they send a browser to a login provider, or back, and here is none. */
const redirects = ['google', 'second'].flatMap((key) =>
  ['start', 'callback'].map((step) => `GET /api/v1/auth/${key}/${step}/: 303`),
)

/** How long the answer to any input may take, in milliseconds. */
const longest = 1_000

describe.each(engines())('hostile input on %s', (engine) => {
  let shop: Shop
  let routes: Route[]
  let token: string
  beforeAll(async () => {
    shop = await openShop({ engine })
    const piece = await newPiece(shop, { stock: 1_000_000 })
    const shopper = await readyShopper(shop, [])
    token = await lastingToken(shop, shopper.id)
    const itemId = data<{ id: string }>(await shopper.add(piece.id)).id
    routes = apiRoutes(shop, {
      product_id: piece.id,
      variant_id: null,
      shipping_address_id: shopper.address_id,
      billing_address_id: shopper.address_id,
      payment_data: shopper.order().payment_data,
      itemId,
    })
  })
  afterAll(() => shop.close())

  const plain = (route: Route): Request => plainCall(route, token)

  test('most calls that are made wrong would be right otherwise', async () => {
    expect(routes.length).toBeGreaterThan(60)
    const refused: string[] = []
    for (const route of routes) {
      const answer = await send(shop, plain(route))
      if ([400, 405, 415].includes(answer.statusCode)) refused.push(`${route.method} ${route.path}`)
    }
    // Some need what cannot be made up, such as an emailed token or somebody's password.
    expect(refused.length, refused.join('\n')).toBeLessThan(routes.length / 4)
  })

  test('F2: what is wrong for the database is the caller’s, in whatever field it is', async () => {
    const crowds = Array.from({ length: isLong ? Math.ceil(nasty.length / databaseErrors) : 1 }, (_, nth) =>
      nasty.slice(nth * databaseErrors, (nth + 1) * databaseErrors),
    )
    // In the short form, on the slower engine, a fifth of them in each field, the next fifth in the next.
    const share = isLong || engine === 'postgres' ? 1 : 5
    // Each value has a caller of its own, because what one call uses up another would not find. The first calls rightly.
    const [right, ...others] = await readyCallers(shop, databaseErrors + 1)
    const putBack = await keepOwned(shop)
    const faults: string[] = []
    const unreached = new Set<string>()
    for (const [nth, { method, path, fields }] of right?.routes.entries() ?? []) {
      const tries = fields.flatMap((field, turn) =>
        crowds.map((values) =>
          values
            .filter((_, index) => index % share === (nth + turn) % share)
            .map((value, index) => ({
              call: withField(callOf(others[index], nth), field, value),
              what: `${method} ${path} ${field.at.join('.')} ${JSON.stringify(value)}`,
            })),
        ),
      )
      for (const wrong of fields.length === 0 ? [[]] : tries) {
        const calls = [callOf(right, nth), ...wrong.map(({ call }) => call)]
        const [control, ...replies] = await Promise.all(calls.map(sent))
        if (control === undefined || control.statusCode >= 300)
          unreached.add(`${method} ${path}: ${control?.statusCode} ${control?.body}`.trim())
        for (const [index, reply] of replies.entries()) {
          const fault = faultOf(reply)
          if (fault !== null) faults.push(`${wrong[index]?.what}: ${fault}`)
        }
        if (method !== 'GET') await putBack()
      }
    }
    expect({ faults, unreached: [...unreached] }).toEqual({ faults: [], unreached: redirects })
  })

  function callOf(caller: Caller | undefined, nth: number): Request {
    const route = caller?.routes[nth]
    if (route === undefined) throw new Error('Not every caller has this route')
    return { ...plainCall(route, caller?.token), key: randomUUID() }
  }

  /** A second try has a key of its own: with the same one it would be told of the first. */
  async function sent(call: Request) {
    let { key } = call
    const { reply } = await patiently(async () => {
      const reply = await send(shop, { ...call, key })
      key = key === undefined ? undefined : randomUUID()
      return { status: reply.statusCode, reply }
    })
    return reply
  }

  async function timed(call: Request) {
    const begun = performance.now()
    const reply = await sent(call)
    return { call, fault: faultOf(reply), took: performance.now() - begun }
  }

  const batch = 20
  // In the short form mostly on the engine on which a call takes half as long.
  const runs = rounds(engine === 'postgres' ? 15_000 : 5_000, 100_000) / batch
  test(`F1: ${runs * batch} calls that are wrong somewhere are answered in JSON that says so and nothing else`, async () => {
    let slowest = 0
    const calls = requests(routes, [token, token, token, undefined, 'nonsense'])
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: batch, maxLength: batch }), async (all) => {
        const replies = await Promise.all(all.map(timed))
        expect(replies.filter(({ fault }) => fault !== null)).toEqual([])
        // Simultaneous calls wait for each other, and on a busy machine all of them do.
        for (const { call, took } of isLong ? replies : []) {
          let best = took
          for (let again = 0; best >= longest && again < 3; again += 1) {
            // With the same key it would only get the earlier answer.
            const anew = { ...call, key: call.key === undefined ? undefined : randomUUID() }
            best = Math.min(best, (await timed(anew)).took)
          }
          slowest = Math.max(slowest, best)
          expect(best, JSON.stringify(call)).toBeLessThan(longest)
        }
      }),
      { numRuns: runs, ...lots },
    )
    if (isLong) console.log(`F1 on ${engine}: the slowest took ${Math.round(slowest)} ms`)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    // Whoever was signed in still is, and the shop still sells.
    expect((await send(shop, plain(cartRoute()))).statusCode).toBe(200)
  })

  function cartRoute(): Route {
    const route = routes.find(({ method, path }) => method === 'GET' && path.endsWith('/orders/cart/'))
    if (route === undefined) throw new Error('There is no cart')
    return route
  }
})
