import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOf } from '#server/http/knownRoutes.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { pageWeights } from '../../../tools/pageWeights.ts'
import { faultOf, nasty, written } from './requests.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
})
afterAll(() => shop.close())

const runs = 20_000
/** How long the answer to any address may take, in milliseconds. */
const longest = 1_000

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('oval-sapphire-halo-ring', 'rings/oval-sapphire-halo-ring.avif', 'price', '1', '-1'),
)
const names = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...searchNames()) },
  fc.string({ maxLength: 20 }).map(written),
)
const search = fc
  .array(fc.tuple(names, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, each]) => `${name}=${written(each)}`).join('&'))

/** The query parameters of pages and pictures. */
function searchNames(): string[] {
  return [
    'page',
    'sort_by',
    'category',
    'price',
    'query',
    'token',
    'from',
    'v',
    'w',
    'material',
    'gemstone',
    'q',
  ]
}

/** Pages by their routes, with anything for their parameters; pictures; and what is neither. */
function addresses(): fc.Arbitrary<string> {
  const routes = pageWeights().map(({ route }) => route.replace('/_customer', '') || '/')
  const files = [...routesOf(shop.app).keys()].flatMap((route) => {
    const [method, path = ''] = route.split(' ')
    return method === 'GET' && !path.startsWith('/api/') && path.endsWith('*') ? [path] : []
  })
  const path = fc
    .tuple(fc.constantFrom(...routes, ...files, '/*'), value)
    .map(([route, each]) => route.replace(/\$\w+|\*/, () => written(each)))
  return fc.tuple(path, search).map(([to, query]) => `${to}?${query}`)
}

const accepts = fc.constantFrom('image/avif,*/*', 'image/webp', 'text/html', '*/*', '', ';;;q=x')

/** What is wrong with an answer to a call for something outside the API; null if nothing is. */
function wrongWith(answer: { statusCode: number; headers: object; body: string }): string | null {
  const type = String(Reflect.get(answer.headers, 'content-type'))
  if (answer.statusCode >= 500 || type.startsWith('application/json')) return faultOf(answer)
  return answer.statusCode < 400 || /^text\/(html|plain)/.test(type)
    ? null
    : `${answer.statusCode} is ${type}`
}

test(`F1: ${runs} addresses that are wrong somewhere lead to a page, a picture or words, within a second`, async () => {
  const statuses: Record<number, number> = {}
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(addresses(), accepts, async (url, accept) => {
      let best = Infinity
      for (let times = 0; best >= longest && times < 3; times += 1) {
        const begun = performance.now()
        const answer = await shop.app.inject({ url, headers: { accept } })
        best = Math.min(best, performance.now() - begun)
        const { statusCode } = answer
        expect(wrongWith(answer), url).toBe(null)
        statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      }
      slowest = Math.max(slowest, best)
      expect(best, url).toBeLessThan(longest)
    }),
    { numRuns: runs },
  )
  console.log(`F1: ${JSON.stringify(statuses)}, the slowest took ${Math.round(slowest)} ms`)
  for (const status of [200, 400, 404]) expect(statuses[status]).toBeGreaterThan(0)
})
