import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Shop, openShop } from '#tests/support/shop.ts'

const masters = globSync('*/*.avif', { cwd: join(import.meta.dirname, '../../../catalogue/pictures') })
  .toSorted()
  .map((file) => file.replace(/\.avif$/, ''))
/** As many different ones as are requested, all of them quickly made. */
const pictures = (count: number) =>
  [160, 240, 320].flatMap((width) => masters.map((name) => `/pictures/${name}?w=${width}`)).slice(0, count)

let shop: Shop
let address: string
let everybody: AbortController
beforeAll(async () => {
  // As behind a proxy, which says who calls.
  shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } })
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => {
  // Some were opened for a caller who hung up before sending anything: nobody closes those for over a minute.
  shop.app.server.closeAllConnections()
  return shop.close()
})
beforeEach(() => void (everybody = new AbortController()))
afterEach(() => everybody.abort())

/** Requests it from this network. */
const ask = (url: string, network: string) =>
  fetch(address + url, {
    headers: { accept: 'image/jpeg', 'x-forwarded-for': network },
    signal: everybody.signal,
  })
/** Requests all of them at once. */
const askAll = (urls: readonly string[], network: string) => {
  const answers: Response[] = []
  const asked = urls.map(async (url) => {
    const answer = await ask(url, network)
    answers.push(answer)
    return answer
  })
  // Aborted requests get no answer.
  for (const one of asked) one.catch(() => undefined)
  return { answers, asked, first: Promise.race(asked) }
}
const made = () => {
  const folder = join(shop.dataDir, 'pictures')
  return existsSync(folder) ? readdirSync(folder).filter((file) => /\.\w+$/.test(file)).length : 0
}

test('who asks for many pictures at once keeps nobody else waiting, not even for one of them', async () => {
  const [own = '', ...many] = pictures(81).toReversed()
  const crowd = askAll(many, '192.0.2.1')
  await crowd.first
  const before = crowd.answers.length
  for (const url of [own, many.at(-1) ?? '']) expect((await ask(url, '198.51.100.7')).status).toBe(200)
  // One is being made already, and each turn of this caller's is followed by one of the crowd's.
  expect(crowd.answers.length - before).toBeLessThan(10)
})

test('what nobody waits for any more is not made', async () => {
  const crowd = askAll(pictures(160).slice(81), '192.0.2.2')
  await crowd.first
  everybody.abort()
  everybody = new AbortController()
  const before = made()
  // Each of these would be followed by one of the crowd's.
  const others = masters.slice(0, 20).map((name) => `/pictures/${name}?w=480`)
  for (const url of others) await ask(url, '198.51.100.7')
  expect(made() - before).toBeLessThan(30)
})

test('who has too many waiting is refused more, and told when to come again; somebody else is not', async () => {
  const crowd = askAll(pictures(354).slice(-270), '192.0.2.3')
  const refused = await Promise.any(
    crowd.asked.map(async (asked) => {
      const answer = await asked
      if (answer.status !== 503) throw new Error(`It was answered ${answer.status}`)
      return answer
    }),
  ).catch(() => null)
  expect(refused?.status).toBe(503)
  expect(refused?.headers.get('retry-after')).toBe('2')
  // Nobody may cache it, though they may cache the picture itself.
  expect(refused?.headers.get('cache-control')).toBe('no-store')
  expect(refused?.headers.get('etag')).toBeNull()
  expect((await ask('/pictures/hero/hero-1?w=320', '198.51.100.7')).status).toBe(200)
})

test('a crowd that wants the same pictures is no longer a queue than one who does', async () => {
  // None of them has been made before.
  const same = masters.slice(0, 60).map((name) => `/pictures/${name}?w=640`)
  const crowd = ['192.0.2.4', '192.0.2.5', '192.0.2.6', '192.0.2.7', '192.0.2.8'].map((network) =>
    askAll(same, network),
  )
  const all = await Promise.all(crowd.flatMap(({ asked }) => asked))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
})
