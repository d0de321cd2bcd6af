import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import { write } from '#server/answers/written.ts'
import { unusable } from '#contract/problem.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('every answer of the API', () => {
  it('says ready only with the database reached, uncached', async () => {
    const answer = await shop.call('GET', paths.health)
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'ok' },
      headers: { 'cache-control': 'no-store' },
    })
  })

  it('has nothing in it that the contract does not name, whatever was read for it', () => {
    const read = { id: 'a-card', gateway_token: 'a-secret', owner: { id: 'ada', email: 'ada@example.com' } }
    const schema = v.object({ id: v.string(), owner: v.object({ id: v.string() }) })
    expect(JSON.parse(write(schema, read, 'A card'))).toEqual({ id: 'a-card', owner: { id: 'ada' } })
    expect(() => write(schema, { id: 'a-card' }, 'A card')).toThrow('A card is against its schema: owner')
  })

  it('to an unknown path is 404 in JSON', async () => {
    const answer = await shop.call('GET', 'no/such/call/')
    expect(answer).toMatchObject({ status: 404, body: { message: expect.any(String), code: 'not_found' } })
  })

  it('to a wrong method is 405 with Allow', async () => {
    const answer = await shop.call('DELETE', paths.products)
    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toContain('GET')
  })

  it('is the same without the trailing slash', async () => {
    const [bare, slashed] = [
      await shop.call('GET', 'products/filter'),
      await shop.call('GET', 'products/filter/'),
    ]
    expect(bare.body).toEqual(slashed.body)
    expect(
      (await shop.call('POST', 'auth/login', { body: { email: 'a@b.example', password: 'whatever' } }))
        .status,
    ).toBe(401)
  })

  it.each([
    ['no JSON', '{"email":', 'application/json', 400],
    ['nothing at all', '', 'application/json', 400],
    ['text', 'email=a', 'text/plain', 415],
    ['a form', 'email=a', 'application/x-www-form-urlencoded', 415],
    ['too much', JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json', 413],
    ['an array', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    [
      'a polluted prototype',
      '{"__proto__":{"polluted":true},"email":"a@b.example","password":"whatever"}',
      'application/json',
      400,
    ],
  ])('to a body that is %s is a clear 4xx', async (_name, payload, type, status) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/v1/${paths.login}`,
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ message: expect.any(String) })
    expect(answer.body).not.toMatch(/ at .*\.ts|node_modules|select /i)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it.each([
    ['DELETE', paths.clearCart, 200],
    ['POST', paths.logout, 200],
    ['PUT', 'orders/order/DMS-NONE0000/cancel/', 404],
  ] as const)(
    '%s %s takes an empty body for none, though it is announced as JSON',
    async (method, path, status) => {
      const { call } = await shop.signUp()
      const answer = await call(method, path, { headers: { 'content-type': 'application/json' } })
      expect(answer.status).toBe(status)
    },
  )

  it('to a list where fields belong is a clear 4xx, also where all of them may be left out', async () => {
    const { call } = await shop.signUp()
    const answer = await call('PATCH', paths.profile, { body: [] })
    expect(answer).toMatchObject({ status: 400, body: { message: unusable, code: 'invalid_input' } })
  })

  it('to a call without the body it needs names the first field that is missing', async () => {
    const answer = await shop.call('POST', paths.contactUs)
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Name is required', errors: { name: ['Name is required'] } },
    })
  })

  it.each([
    ['GET', paths.products],
    ['GET', 'no/such/call/'],
    ['GET', paths.cart],
    ['POST', paths.products],
  ] as const)('%s %s carries a request id and the security headers', async (method, path) => {
    const { headers } = await shop.call(method, path)
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBeTruthy()
  })

  it.each(['missing', 'malformed', 'forged'] as const)(
    'with a %s token to a signed-in call is 401 with a message',
    async (kind) => {
      const header = { missing: undefined, malformed: 'Token x', forged: 'Bearer eyJhbGciOiJub25lIn0.e30.' }[
        kind
      ]
      const answer = await shop.call(
        'GET',
        paths.cart,
        header === undefined ? {} : { headers: { authorization: header } },
      )
      expect(answer).toMatchObject({
        status: 401,
        body: { message: expect.any(String) },
        headers: { 'cache-control': 'no-store' },
      })
    },
  )
})

describe('pictures', () => {
  const ask = (path: string, accept: string) => shop.app.inject({ url: path, headers: { accept } })
  const image = '/pictures/rings/oval-sapphire-halo-ring-1'

  it.each([
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/jpeg,*/*', 'image/jpeg'],
  ])('come as what the browser takes: %s', async (accept, type) => {
    const answer = await ask(`${image}?w=320`, accept)
    expect(answer).toMatchObject({ statusCode: 200 })
    expect(answer.headers['content-type']).toBe(type)
    expect(String(answer.headers['vary'])).toContain('Accept')
  })

  it('weigh at most 40 kB on a phone, as the largest thing on a product’s page', async () => {
    const answer = await ask(`${image}?w=800`, 'image/avif')
    expect(answer.rawPayload.length).toBeLessThanOrEqual(40_000)
  })

  it('may be kept for ever under the address that names their content', async () => {
    const product = await shop.call('GET', paths.product('oval-sapphire-halo-ring'))
    const { image: named } = (product.body as { data: { image: string } }).data
    expect((await ask(`${named}&w=160`, 'image/avif')).headers['cache-control']).toContain('immutable')
    expect((await ask(`${image}?v=00000000&w=160`, 'image/avif')).headers['cache-control']).not.toContain(
      'immutable',
    )
  })

  it.each([
    '/pictures/none',
    '/pictures/../catalogue.json',
    '/pictures/..%2fcatalogue.json',
    '/pictures/%2e%2e/%2e%2e/package',
    '/pictures/rings/%00',
  ])('%s is 404', async (path) => {
    expect((await ask(path, 'image/avif')).statusCode).toBe(404)
  })

  it.each(['w=0', 'w=-5', 'w=huge', 'w=1e9', 'w=1&w=2'])('a width of %s is no 5xx', async (query) => {
    expect((await ask(`${image}?${query}`, 'image/avif')).statusCode).toBeLessThan(500)
  })
})
