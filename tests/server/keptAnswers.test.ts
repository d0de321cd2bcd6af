import { request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { longestName } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { matches } from '#server/answers/caching.ts'
import { encodingOf, finished } from '#server/answers/finished.ts'
import { announceChange, announceTouch } from '#server/changes.ts'
import { transaction } from '#server/db/db.ts'
import { product_images, products } from '#server/db/schema/catalogue.ts'
import { createFastify } from '#server/http/fastify.ts'
import { publicReads } from '#server/answers/keptAnswers.ts'
import { newPiece, readyShopper } from './orders/pieces.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { withLog } from '#tests/support/log.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
let address = ''
/** Time that passes moves both; the clock may be set in addition. */
let now = 0
let clockIs = Date.now()
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(clockIs + now), elapsed: () => now })
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())
// No test sees what another has read.
beforeEach(() => (now += 60_000))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${apiRoot}${path}`, { headers })
const piece = async (id: number): Promise<{ name: string; stock_quantity: number }> =>
  (await (await get(paths.product(id))).json()).data
/** One after another. */
const inTurn = async <T>(times: number, ask: () => Promise<T>) => {
  const answers: T[] = []
  while (answers.length < times) answers.push(await ask())
  return answers
}
const rename = (id: number, name: string) => shop.db.update(products).set({ name }).where(eq(products.id, id))

/** Requested exactly as written: `fetch` drops what follows a `#`. */
const statusAt = (server: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(server)
    const asked = request({ hostname, port, path: `${apiRoot}${path}` }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject).end()
  })

test('what everybody is answered alike is read once a second, however many ask', async () => {
  let readings = 0
  const count = () => (readings += 1)
  const { id } = await newPiece(shop, { stock: 5 })
  await rename(id, 'Before')
  shop.pool.on('acquire', count)
  const crowd = await Promise.all(Array.from({ length: 30 }, () => piece(id)))
  shop.pool.off('acquire', count)
  expect(new Set(crowd.map(({ name }) => name))).toEqual(new Set(['Before']))
  // The shop's own background work may read meanwhile.
  expect(readings).toBeLessThan(5)
  await rename(id, 'After')
  now += 999
  expect((await piece(id)).name).toBe('Before')
  now += 1
  expect((await piece(id)).name).toBe('After')
})

test('what the jeweller changes is seen at once', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  await piece(id)
  await rename(id, 'Renamed')
  await announceChange(shop.db)
  expect((await piece(id)).name).toBe('Renamed')
})

test('what is sold and what comes back is seen at once', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  expect((await piece(id)).stock_quantity).toBe(5)
  const shopper = await readyShopper(shop, [{ product_id: id, quantity: 2 }])
  const placed = await shopper.checkout()
  expect(placed.status).toBe(201)
  expect((await piece(id)).stock_quantity).toBe(3)
  const { order_number } = placed.body as { order_number: string }
  expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
  expect((await piece(id)).stock_quantity).toBe(5)
})

test('so is what is written of a piece, and what is taken back', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  const buyer = await readyShopper(shop, [{ product_id: id }])
  expect((await buyer.checkout()).status).toBe(201)
  expect(await piece(id)).toMatchObject({ review_count: 0 })
  const body = { rating: 4, title: 'Lovely', text: 'A good ring.' }
  const written = await buyer.call('POST', paths.reviews(id), { body })
  expect(written.status).toBe(201)
  expect(await piece(id)).toMatchObject({ rating: 4, review_count: 1 })
  const { data } = written.body as { data: Review }
  expect((await buyer.call('DELETE', paths.review(id, data.id))).status).toBe(204)
  expect(await piece(id)).toMatchObject({ review_count: 0 })
})

test('a list takes pieces that another list has shown within the second, and shows none for longer than that', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  const slug = `in-two-lists-${id}`
  await shop.db.update(products).set({ slug, name: 'Before' }).where(eq(products.id, id))
  const shown = async (size: number): Promise<{ name: string; stock_quantity: number }> =>
    (await (await get(`${paths.products}?slug=${slug}&page_size=${size}`)).json()).results.data[0]
  expect((await shown(1)).name).toBe('Before')
  await rename(id, 'After')
  now += 600
  expect((await shown(2)).name).toBe('Before')
  now += 400
  expect([(await shown(2)).name, (await shown(1)).name]).toEqual(['After', 'After'])

  await rename(id, 'Renamed')
  await announceChange(shop.db)
  expect((await shown(3)).name).toBe('Renamed')
  const shopper = await readyShopper(shop, [{ product_id: id, quantity: 2 }])
  expect((await shopper.checkout()).status).toBe(201)
  expect((await shown(4)).stock_quantity).toBe(3)
})

test.runIf(inject('postgres') !== null)(
  'what a list was reading when something was sold is taken by no other list',
  async () => {
    const own = await openShop({ engine: 'postgres', elapsed: () => now })
    const there = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const { id } = await newPiece(own, { stock: 5 })
    const slug = `being-read-${id}`
    const write = (name: string) => own.db.update(products).set({ slug, name }).where(eq(products.id, id))
    await write('Before')
    const shown = async (size: number): Promise<string> =>
      (await (await fetch(`${there}${apiRoot}${paths.products}?slug=${slug}&page_size=${size}`)).json())
        .results.data[0].name
    const { early } = await transaction(own.db, async (tx) => {
      await tx.execute(sql`lock table product_images in access exclusive mode`)
      const early = shown(1)
      await untilLockWaits(own.db)
      announceTouch()
      return { early }
    })
    expect(await early).toBe('Before')
    await write('After')
    expect(await shown(2)).toBe('After')
    await own.close()
  },
)

test('a read may say before it waits for anything until when its answer lasts', async () => {
  const app = await createFastify(shop.config)
  const publicRead = publicReads(app, { elapsed: () => now, config: shop.config })
  let reads = 0
  const told = { answer: v.object({ reads: v.number() }), freshFor: 60 }
  publicRead('/told/', told, async (_request, memory) => {
    memory?.lasts(now + 100)
    return { reads: (reads += 1) }
  })
  const there = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = async () => (await fetch(`${there}/told/`)).json()
  expect(await read()).toEqual({ reads: 1 })
  now += 99
  expect(await read()).toEqual({ reads: 1 })
  now += 1
  expect(await read()).toEqual({ reads: 2 })
  await app.close()
})

test('a clock that is set back makes nothing last longer', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  const slug = `set-back-${id}`
  await shop.db.update(products).set({ slug, name: 'Before' }).where(eq(products.id, id))
  const list = async (size: number): Promise<string> =>
    (await (await get(`${paths.products}?slug=${slug}&page_size=${size}`)).json()).results.data[0].name
  const shown = () => Promise.all([piece(id).then(({ name }) => name), list(1)])
  expect(await shown()).toEqual(['Before', 'Before'])
  await rename(id, 'After')
  clockIs -= 60 * 60_000
  now += 1_000
  expect([...(await shown()), await list(2)]).toEqual(['After', 'After', 'After'])
})

test('what is read anew and is the same keeps its ETag, and has another once a part of it is another', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  const slug = `read-anew-${id}`
  const change = (what: Partial<typeof products.$inferInsert>) =>
    shop.db.update(products).set(what).where(eq(products.id, id))
  await change({ slug })
  const list = `${paths.products}?slug=${slug}&slug=${slug}-too`
  const shown = async () => {
    now += 1_000
    return Promise.all(
      [paths.product(id), list].map(async (path) => {
        const answer = await get(path, { 'accept-encoding': 'zstd' })
        return { etag: answer.headers.get('etag'), text: await answer.text() }
      }),
    )
  }
  const all = [await shown()]
  expect(await shown()).toEqual(all[0])
  await change({ name: 'Renamed' })
  all.push(await shown())
  await change({ rating_sum: 4, review_count: 1 })
  all.push(await shown())
  await shop.db
    .insert(product_images)
    .values({ product_id: id, image: 'ring.webp', alt_text: 'A ring', is_default: true, position: 0 })
  all.push(await shown())
  for (const answers of [all.map(([piece]) => piece), all.map(([, page]) => page)]) {
    expect(new Set(answers.map((answer) => answer?.etag)).size).toBe(4)
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(4)
  }

  const other = await newPiece(shop, { stock: 5 })
  await shop.db
    .update(products)
    .set({ slug: `${slug}-too` })
    .where(eq(products.id, other.id))
  const [piece, page] = await shown()
  expect(piece).toEqual(all[3]?.[0])
  expect(page?.etag).not.toBe(all[3]?.[1]?.etag)
  expect(JSON.parse(page?.text ?? '')).toMatchObject({ count: 2 })
})

test('what is not there is looked for each time', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  await shop.db.update(products).set({ slug: 'not-yet' }).where(eq(products.id, id))
  expect((await get(paths.product('soon-there'))).status).toBe(404)
  await shop.db.update(products).set({ slug: 'soon-there' }).where(eq(products.id, id))
  expect((await get(paths.product('soon-there'))).status).toBe(200)
})

test('an answer is the same in every encoding, and is not sent to who has it', async () => {
  const of = (encoding: string, headers = {}) =>
    get(`${paths.products}?page=1`, { 'accept-encoding': encoding, ...headers })
  const answers = [await of('gzip, br, zstd'), await of('gzip, br'), await of('gzip'), await of('identity')]
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['zstd', 'br', 'gzip', null])
  expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(Array(4).fill('accept-encoding'))
  const etags = answers.map(({ headers }) => headers.get('etag'))
  expect(new Set(etags).size).toBe(1)
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  const refusing = await of('gzip, br;q=0, zstd;q=0.0')
  expect(refusing.headers.get('content-encoding')).toBe('gzip')
  const again = await of('zstd', { 'if-none-match': etags[0] ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('what memory answers differs in nothing from what is read, but that each call has an id of its own', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  for (const path of [`${paths.products}?page=1&sort_by=newest`, paths.product(id), paths.offerLine]) {
    const answers = await inTurn(3, () => get(path, { 'accept-encoding': 'br' }))
    const told = answers.map(({ status, headers }) => {
      const { 'x-request-id': _id, date: _date, ...others } = Object.fromEntries(headers)
      return { status, ...others }
    })
    expect(told).toEqual(Array(3).fill(told[0]))
    expect(told[0]).toMatchObject({
      status: 200,
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    })
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(3)
    const etag = answers[0]?.headers.get('etag') ?? ''
    expect((await get(path, { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(304)
    const head = await fetch(`${address}${apiRoot}${path}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    const change = await fetch(`${address}${apiRoot}${path}`, { method: 'DELETE' })
    expect([change.status, await change.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
  }
})

test('who would wait behind too many is told so at once, those who wait are answered, and the log hears of it once', () =>
  withLog(async (log) => {
    const crowded = await openShop({ environment: { LOG_LEVEL: 'info' } })
    const server = await crowded.app.listen({ port: 0, host: '127.0.0.1' })
    const crowd = async (
      room: number,
      pathOf: (index: number) => string,
      { alike, other }: { alike: readonly string[]; other: string },
    ) => {
      // The embedded database has one connection: while it is held, nothing is read.
      const asking = await transaction(crowded.db, async () => {
        const asked = crowdOf({ size: room + 30, refused: 30 }, (index) =>
          fetch(`${server}${apiRoot}${pathOf(index)}`),
        )
        await asked.enough
        const ofOther = fetch(`${server}${apiRoot}${other}`)
        // Refused before the path is interpreted: these would be wrong.
        for (const path of alike) expect(await statusAt(server, path), path).toBe(503)
        expect((await fetch(`${server}${apiRoot}${paths.products}no-such/thing`)).status).toBe(404)
        expect(asked.statuses).toEqual(Array(30).fill(503))
        return { asked, ofOther }
      })
      const { refusals, all } = asking.asked
      for (const refusal of refusals) {
        expect(Object.fromEntries(refusal.headers)).toMatchObject({
          'retry-after': '2',
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.any(String),
        })
        expect(await refusal.json()).toMatchObject({ code: 'unavailable' })
      }
      expect(new Set(refusals.map(({ headers }) => headers.get('x-request-id'))).size).toBe(30)
      const statuses = await all
      expect((await asking.ofOther).status, other).toBe(200)
      expect(statuses.filter((status) => status === 200)).toHaveLength(room)
    }
    // Each by itself, and all read together: neither uses up the others' places.
    await crowd(70, (index) => `${paths.products}?page=1&max_weight=${100 + index}`, {
      alike: [
        `${paths.search}?page=none`,
        `${paths.products}?category=ring&sort_by=none`,
        `${paths.products}#category=ring`,
      ],
      other: paths.product('oval-signet-ring'),
    })
    await crowd(154, (index) => `${paths.products}?page=1&${index}`, {
      alike: [paths.product('x'.repeat(longestName + 1)), `${paths.products}?page=2&sort_by=none`],
      other: `${paths.search}?query=ring`,
    })
    await crowded.close()
    expect(
      log()
        .split('\n')
        .filter((line) => line.includes('very busy')),
    ).toHaveLength(1)
  }))

test.each<[string | undefined, boolean]>([
  ['W/"one"', true],
  ['"one"', true],
  ['"two", W/"one"', true],
  [' * ', true],
  ['W/"two"', false],
  [undefined, false],
])('who says %s has what is marked W/"one": %s', (said, has) => expect(matches(said, 'W/"one"')).toBe(has))

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.05', 'gzip'],
  ['br;q=0.0,gzip;q=0.00', 'identity'],
  ['brown, *', 'identity'],
])('who takes %s is sent %s', (accepted, sent) =>
  expect(encodingOf({ headers: { 'accept-encoding': accepted } }, finished('A ring'))).toBe(sent),
)
