import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { routesOf } from '#server/http/knownRoutes.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { contentOf } from '#tests/support/tables.ts'
import { type Caller, keepOwned, readyCallers } from './hostile/readyCallers.ts'
import { type Route, addressOf, plainCall, send } from './hostile/requests.ts'

let shop: Shop
let ada: Caller
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
  const [caller] = await readyCallers(shop, 1)
  if (caller === undefined) throw new Error('Nobody came')
  ada = caller
})
afterAll(() => shop.close())

/** What another site's page can make a browser send without a preflight: forms, and `fetch` with `no-cors`. */
const simple: [string, (body: unknown) => string | undefined, string | undefined][] = [
  ['a form', asForm, 'application/x-www-form-urlencoded'],
  [
    'a form with JSON for its field’s name',
    (body) => `${asJson(body)}=`,
    'application/x-www-form-urlencoded',
  ],
  ['a form of parts', asParts, 'multipart/form-data; boundary=plum'],
  ['JSON that calls itself text', asJson, 'text/plain'],
  ['JSON that calls itself nothing', asJson, undefined],
  ['JSON that calls itself two things', asJson, 'text/plain; application/json'],
  ['nothing', () => undefined, undefined],
]
function asJson(body: unknown): string {
  return JSON.stringify(body ?? {})
}
const asTexts = (body: unknown) =>
  Object.entries(Object(body)).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
function asForm(body: unknown): string {
  return new URLSearchParams(asTexts(body)).toString()
}
function asParts(body: unknown): string {
  const each = asTexts(body).map(
    ([name, value]) => `--plum\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${each.join('')}--plum--\r\n`
}

/** Every call that changes something, as it would succeed: only its origin can be what refuses it. */
const mutating = () => ada.routes.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** Limits count these calls too, as they should; a browser sends whatever cookies it has of the shop. */
const headers = { origin: 'https://elsewhere.example', cookie: 'damson=1', 'sec-fetch-site': 'cross-site' }

describe('another site can do nothing here in a customer’s name', () => {
  test.each(simple)('by %s to any call that changes something', async (_name, payload, type) => {
    const before = await contentOf(shop, ['rate_limits'])
    for (const route of mutating()) {
      const body = payload(route.body)
      const answer = await shop.app.inject({
        // A form has only POST; a call with another method needs a preflight, which is refused below.
        method: route.method as 'POST',
        url: addressOf(route),
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { payload: body }),
      })
      const isNothing = route.path === `${apiRoot}${paths.logout}` && body === undefined
      expect(answer.statusCode, nameOf(route)).toBeGreaterThanOrEqual(isNothing ? 200 : 400)
      expect(answer.statusCode, nameOf(route)).toBeLessThan(500)
    }
    expect(await contentOf(shop, ['rate_limits'])).toBe(before)
  })

  test('though each of those calls succeeds from the shop itself, and no other changes anything', async () => {
    const known = [...routesOf(shop.app).keys()].filter((route) =>
      /^(POST|PUT|PATCH|DELETE) \/api\/v1\/\w/.test(route),
    )
    expect(known.length).toBeGreaterThanOrEqual(30)
    expect(new Set(mutating().map(nameOf))).toEqual(new Set(known))
    const putBack = await keepOwned(shop)
    for (const route of mutating()) {
      const { statusCode, body } = await send(shop, plainCall(route, ada.token))
      expect(statusCode, `${nameOf(route)} ${body}`).toBeLessThan(300)
      await putBack()
    }
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
    for (const [url, call] of [
      ['/login', `POST ${apiRoot}${paths.login}`],
      ['/account', `PUT ${apiRoot}${paths.profile}`],
      ['/cart/checkout', `POST ${apiRoot}${paths.checkout}`],
      ['/contact', `POST ${apiRoot}${paths.contactUs}`],
    ] as const) {
      const route = mutating().find((each) => nameOf(each) === call)
      expect(route, call).toBeDefined()
      const answer = await shop.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: asForm(route?.body),
      })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe(url)
    }
    expect(await contentOf(shop, ['rate_limits'])).toBe(before)
  })
})
