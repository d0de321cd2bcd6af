import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOf } from '#server/http/knownRoutes.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Customer, type Shop, openShop } from '#tests/support/shop.ts'
import { contentOf } from '#tests/support/tables.ts'
import { address, newPiece } from './orders/pieces.ts'

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
  ada = await shop.signUp()
  await ada.call('POST', 'orders/addresses/', { body: address })
  const { id: product_id } = await newPiece(shop)
  await ada.call('POST', 'orders/cart/items/', { body: { product_id, variant_id: null, quantity: 1 } })
})
afterAll(() => shop.close())

/** Input that each call would accept, so that only its origin can be what refuses it. */
const fields = () => ({
  ...address,
  first_name: 'Tom',
  last_name: 'Wren',
  name: 'Tom Wren',
  email: 'tom@example.com',
  subject: 'Hello',
  message: 'Hello',
  contact_no: '02079460123',
  password: ada.password,
  old_password: ada.password,
  new_password: 'Plum-stone-8',
  confirm_password: 'Plum-stone-8',
  agreed: true,
  refresh: ada.refresh,
  token: ada.refresh,
  product_id: 1,
  quantity: 1,
  code: 'SAVE10',
})

/** What another site's page can make a browser send without a preflight: forms, and `fetch` with `no-cors`. */
const simple: [string, () => string | undefined, string | undefined][] = [
  ['a form', () => new URLSearchParams(texted()).toString(), 'application/x-www-form-urlencoded'],
  [
    'a form with JSON for its field’s name',
    () => `${JSON.stringify(fields())}=`,
    'application/x-www-form-urlencoded',
  ],
  ['a form of parts', parts, 'multipart/form-data; boundary=plum'],
  ['JSON that calls itself text', () => JSON.stringify(fields()), 'text/plain'],
  ['JSON that calls itself nothing', () => JSON.stringify(fields()), undefined],
  ['JSON that calls itself two things', () => JSON.stringify(fields()), 'text/plain; application/json'],
  ['nothing', () => undefined, undefined],
]
const texted = () =>
  Object.fromEntries(Object.entries(fields()).map(([name, value]) => [name, String(value)]))
function parts(): string {
  const each = Object.entries(texted()).map(
    ([name, value]) => `--plum\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${each.join('')}--plum--\r\n`
}

const mutating = () =>
  [...routesOf(shop.app).keys()].filter((route) => /^(POST|PUT|PATCH|DELETE) \/api\/v1\/\w/.test(route))

/** Limits count these calls too, as they should; a browser sends whatever cookies it has of the shop. */
const headers = { origin: 'https://elsewhere.example', cookie: 'damson=1', 'sec-fetch-site': 'cross-site' }

describe('another site can do nothing here in a customer’s name', () => {
  test.each(simple)('by %s to any call that changes something', async (_name, payload, type) => {
    expect(mutating().length).toBeGreaterThanOrEqual(30)
    const before = await contentOf(shop, ['rate_limits'])
    for (const route of mutating()) {
      const [method = '', template = ''] = route.split(' ')
      const body = payload()
      const answer = await shop.app.inject({
        // A form has only POST; a call with another method needs a preflight, which is refused below.
        method: method as 'POST',
        url: template.replaceAll(/:\w+/g, randomUUID()),
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { payload: body }),
      })
      const isNothing = route === 'POST /api/v1/auth/logout/' && body === undefined
      expect(answer.statusCode, route).toBeGreaterThanOrEqual(isNothing ? 200 : 400)
      expect(answer.statusCode, route).toBeLessThan(500)
    }
    expect(await contentOf(shop, ['rate_limits'])).toBe(before)
    // The call would have succeeded, had it come from the shop.
    expect((await ada.call('GET', 'auth/profile/')).status).toBe(200)
  })

  test('nor have a browser let it ask: no call allows another origin', async () => {
    for (const route of routesOf(shop.app).keys()) {
      const [method = '', template = ''] = route.split(' ')
      if (!template.startsWith('/api/')) continue
      const url = template.replaceAll(/:\w+/g, randomUUID()).replace('*', 'x')
      const asked = {
        ...headers,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      }
      for (const answer of [
        await shop.app.inject({ method: 'OPTIONS', url, headers: asked }),
        ...(method === 'GET' ? [await shop.app.inject({ method: 'GET', url, headers })] : []),
      ]) {
        const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
        expect(allowed, `${method} ${url}`).toEqual([])
      }
    }
  })

  test('nor by a form on a page: it is led back to that page, and what is in it is thrown away', async () => {
    const before = await contentOf(shop, ['rate_limits'])
    for (const url of ['/login', '/account', '/cart/checkout', '/contact']) {
      const answer = await shop.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(texted()).toString(),
      })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe(url)
    }
    expect(await contentOf(shop, ['rate_limits'])).toBe(before)
  })
})
