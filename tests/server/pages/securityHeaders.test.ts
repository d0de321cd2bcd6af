import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticPaths } from '#contract/staticPages.ts'
import { clientFolder } from '#server/pages/folders.ts'
import { registerPages } from '#server/pages/register.ts'
import { registerForSearchEngines } from '#server/pages/sitemap.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { ownScripts } from '#tests/support/bootScript.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: 'https://shop.example' } })
  shop.app.get('/api/v1/broken/', () => {
    throw new Error('Broken')
  })
  registerForSearchEngines(shop.app, shop)
  await registerPages(shop.app, shop.config)
})
afterAll(() => shop.close())

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

/** What is promised of every answer, whatever the call. */
function expectSafe(headers: Record<string, unknown>) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    'cross-origin-opener-policy': 'same-origin',
    'x-request-id': expect.any(String),
  })
  expect(policyOf(headers)).toMatch(/default-src '(none|self)'/)
  expect(policyOf(headers)).toContain("frame-ancestors 'none'")
  expect(policyOf(headers)).not.toContain('unsafe-eval')
}

const asset = readdirSync(`${clientFolder}/assets`)
const first = (ending: string) => `/assets/${asset.find((name) => name.endsWith(ending)) ?? ''}`
const tooMuch = { email: 'x'.repeat(70_000) }

const answers: [string, string, number, object?][] = [
  ['GET', '/api/v1/health/', 200],
  ['GET', '/api/v1/products/product/', 200],
  ['GET', '/api/v1/orders/cart/', 401],
  ['GET', '/api/v1/no/such/call/', 404],
  ['DELETE', '/api/v1/products/product/', 405],
  ['POST', '/api/v1/auth/login/', 400, {}],
  ['POST', '/api/v1/auth/login/', 413, tooMuch],
  ['GET', '/api/v1/broken/', 500],
  ['HEAD', '/', 200],
  ['PUT', '/cart', 404],
  ['POST', '/about_us/careers', 303],
  ['GET', '/forgot-password', 301],
  ['GET', '/assets/none.js', 404],
  ['GET', first('.js'), 200],
  ['GET', first('.css'), 200],
  ['GET', first('.woff2'), 200],
  ['GET', '/sw.js', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/sitemap.xml', 200],
  ['GET', '/favicon.ico', 200],
  ['GET', '/favicon.svg', 200],
  ['GET', '/manifest.webmanifest', 200],
  ['GET', '/pictures/rings/oval-sapphire-halo-ring-1?w=320', 200],
  ['GET', '/pictures/none', 404],
]

describe('every answer carries the headers that keep it safe', () => {
  test.each(answers)('%s %s, which is %i', async (method, url, status, payload) => {
    const answer = await shop.app.inject({ method: method as 'GET', url, ...(payload && { payload }) })
    expect(answer.statusCode).toBe(status)
    expectSafe(answer.headers)
  })

  test('the worker may ask the shop, and nobody else', async () => {
    const { headers } = await shop.app.inject({ url: '/sw.js' })
    expect(policyOf(headers)).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self'; /)
  })

  test('what is no HTTP', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.setEncoding('latin1').on('data', (part: string) => (said += part))
    socket.write('NONSENSE\r\n\r\n')
    await once(socket, 'close')
    const [head = ''] = said.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    const lines = head.split('\r\n').slice(1)
    expectSafe(
      Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      ),
    )
  })
})

describe('what the API says to one customer is kept by nobody', () => {
  test('all of it is no-store, but for what is the same to everybody', async () => {
    const ada = await shop.signUp()
    for (const path of ['orders/cart/', 'orders/order-history/', 'orders/addresses/', 'products/wishlist/'])
      expect((await ada.call('GET', path)).headers['cache-control'], path).toBe('no-store')
    for (const path of ['auth/profile/', 'auth/account/export/', 'auth/payment-methods/', 'health/'])
      expect((await ada.call('GET', path)).headers['cache-control'], path).toBe('no-store')
    const written = await shop.app.inject({
      url: '/%61pi/v1/orders/cart/',
      headers: { authorization: `Bearer ${ada.access}` },
    })
    expect([written.statusCode, written.headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await ada.call('GET', 'products/product/')).headers['cache-control']).toMatch(/^public/)
  })
})

const pages = [
  ...staticPaths,
  '/',
  '/products',
  '/products/rings',
  '/login?from=%2Fcart',
  '/cart',
  '/no/such/page',
]

describe('no page lets a script run that is not of the shop’s build', () => {
  test.each(pages)('%s', async (url) => {
    const { headers } = await shop.app.inject({ url })
    expectSafe(headers)
    const policy = new Map(
      policyOf(headers)
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    )
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'self'",
      'script-src': ownScripts,
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'worker-src': "'self'",
      'report-uri': '/api/v1/violations/',
    })
    expect(policy.get('style-src-elem')).not.toContain('unsafe-inline')
  })
})
