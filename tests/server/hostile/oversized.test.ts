import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { routesOf } from '#server/http/knownRoutes.ts'
import { address, newShopper } from '#tests/server/orders/pieces.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import { type Route, apiRoutes, faultOf, plainCall, schemasIn, send, withField } from './requests.ts'

describe.each(engines())('on %s', (engine) => {
  let shop: Shop
  let routes: Route[]
  let token: string
  beforeAll(async () => {
    shop = await openShop({ engine })
    token = (await newShopper(shop)).token
    routes = apiRoutes(shop, {})
  })
  afterAll(() => shop.close())

  const nameOf = ({ method, path }: Route) => `${method} ${path}`

  describe('F5: too much', () => {
    test.each([
      ['64 KiB', 64 * 1024, () => true],
      ['8 KiB to what concerns an account', 8 * 1024, (path: string) => /\/auth\/(?!contact)/.test(path)],
    ])('a body above %s is 413, whoever sends it', async (_name, limit, isMeant) => {
      const takers = routes.filter(({ body, path }) => body !== undefined && isMeant(path))
      expect(takers.length).toBeGreaterThan(10)
      for (const route of takers) {
        const answer = await send(shop, { ...plainCall(route, token), body: { plum: 'x'.repeat(limit) } })
        expect([answer.statusCode, faultOf(answer)], nameOf(route)).toEqual([413, null])
      }
    })

    test('the largest page that may be asked for is bounded, however it is written', async () => {
      for (const query of [
        'page_size=49',
        'page_size=1000000',
        'page=99999999999',
        'page=1000001',
        'page=-1',
      ]) {
        expect((await shop.call('GET', `${paths.products}?${query}`)).status, query).toBe(400)
      }
      expect((await shop.call('GET', `${paths.products}?page=1000000&page_size=48`)).status).toBe(200)
      expect((await shop.call('GET', `${paths.search}?query=${'a'.repeat(201)}`)).status).toBe(400)
    })

    // A pattern runs even on a text that is too long: valibot goes on after a failed check.
    test('no text is looked at for longer than it is long, by whatever takes one', () => {
      const long = 400_000
      const texts = [
        `a@${'.'.repeat(long)}@`,
        `a@${'a.'.repeat(long / 2)}@`,
        ' @'.repeat(long / 2),
        `1${' '.repeat(long)}1`,
        `${'1'.repeat(long)}x`,
        `${'a-'.repeat(long / 2)}!`,
      ]
      const takers = [...routesOf(shop.app).values()].flatMap(({ body, querystring, params }) =>
        [body, querystring, params].flatMap((given) =>
          given === undefined ? [] : schemasIn(given as v.GenericSchema),
        ),
      )
      expect(takers.length).toBeGreaterThan(150)
      const read = () => {
        for (const taker of takers) for (const text of texts) v.safeParse(taker, text)
      }
      // What is quadratic in the length would take minutes, and can only be stopped from outside.
      expect(() => runInNewContext('read()', { read }, { timeout: 60_000 })).not.toThrow()
    })

    test('wildcards in a search are letters like any other', async () => {
      for (const query of ['%', '_', '\\', '%_%', '%25%25']) {
        const found = await shop.call('GET', `${paths.search}?query=${encodeURIComponent(query)}`)
        expect([found.status, (found.body as { count?: number }).count], query).toEqual([200, 0])
      }
    })

    test('a customer has twenty addresses at most', async () => {
      const shopper = await newShopper(shop)
      const statuses: number[] = []
      for (let count = 0; count < 21; count += 1) {
        const body = { ...address, address_line_2: `Flat ${count}` }
        statuses.push((await shopper.call('POST', paths.addresses, { body })).status)
      }
      expect(statuses).toEqual([...Array<number>(20).fill(201), 400])
    })
  })

  describe('F6 and R8: what nobody asked for', () => {
    const lies = {
      id: randomUUID(),
      user_id: randomUUID(),
      customer_id: randomUUID(),
      is_admin: true,
      role: 'admin',
      status: 'delivered',
      price: '0.01',
      total: 1,
      subtotal: 0,
      discount: 99_999,
      tax: 0,
      shipping_cost: '0.00',
      stock_quantity: 1_000_000,
      order_number: 'DMS-AAAAAAAA',
      email_verified_at: '2026-01-01',
      password_hash: 'x',
      constructor: { prototype: { polluted: true } },
    }

    test('is thrown away from every body and query before any of our code sees it', () => {
      let bodies = 0
      for (const [route, schemas] of routesOf(shop.app)) {
        for (const part of ['body', 'querystring'] as const) {
          const schema = schemas[part] as v.GenericSchema | undefined
          const [method, path] = route.split(' ')
          const sample = routes.find((one) => one.method === method && one.path === path)
          if (schema === undefined || sample === undefined) continue
          const honest = part === 'body' ? sample.body : sample.query
          const own = typeof honest === 'object' && honest !== null ? honest : {}
          const read = v.safeParse(schema, own)
          expect(v.safeParse(schema, { ...lies, ...own }).output, route).toEqual(read.output)
          bodies += 1
        }
      }
      expect(bodies).toBeGreaterThan(30)
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    })

    const repeatable = /^(price|category|material|gemstone|collection|slug)$/
    test('a name that may be there once is refused twice, in every query', async () => {
      let tried = 0
      for (const route of routes) {
        for (const field of route.fields.filter(
          ({ part, at }) => part === 'query' && !repeatable.test(at[0] ?? ''),
        )) {
          const [name = ''] = field.at
          const once = route.query[name]
          const answer = await send(shop, withField(plainCall(route, token), field, [once, once]))
          expect([answer.statusCode, faultOf(answer)], `${nameOf(route)} ${name}`).toEqual([400, null])
          tried += 1
        }
      }
      expect(tried).toBeGreaterThan(20)
    })
  })
})
