import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '#server/db/db.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { mostAttempts } from '#server/mail/outbox.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { keepBackups } from '#server/backup/kept.ts'
import { registerMetrics } from '#server/metrics/register.ts'
import { tally } from '#server/metrics/tally.ts'
import { family, histogram } from '#server/metrics/text.ts'
import { registerPages } from '#server/pages/register.ts'
import { noteForgotten, noteToForget } from '#server/payments/savedCards.ts'
import { quiet } from '#tests/server/mail/eml.ts'
import { newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const METRICS_TOKEN = 'a token that only these tests know, long enough'
let shop: Shop
let address: string
beforeAll(async () => {
  // The shop's periodic work would be among those waiting for its database.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  shop = await openShop({ environment: { METRICS_TOKEN } })
  vi.useRealTimers()
  registerMetrics(shop.app, shop)
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const ask = (path: string, authorization?: string) =>
  fetch(address + path, { ...(authorization !== undefined && { headers: { authorization } }) })
const read = async () => (await ask('/metrics', `Bearer ${METRICS_TOKEN}`)).text()
/** Without the network, by which two calls arrive one after the other. */
const readWithin = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await shop.app.inject({ url: '/metrics', headers })).body
}
const valueOf = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length),
  )

test('whoever has no token, or another one, is told that there is no such address', async () => {
  const unknown = await (await ask('/there-is-no-such-address')).text()
  for (const authorization of [
    undefined,
    '',
    'Bearer ',
    'Bearer guessed',
    METRICS_TOKEN,
    `bearer ${METRICS_TOKEN}`,
  ]) {
    const answer = await ask('/metrics', authorization)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe(unknown)
  }
})

test('without a token in the environment there are none', async () => {
  const other = await openShop()
  registerMetrics(other.app, other)
  const headers = { authorization: 'Bearer null' }
  expect((await other.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  await other.close()
})

test('what is told is text that Prometheus reads, and kept by nobody on the way', async () => {
  const answer = await ask('/metrics', `Bearer ${METRICS_TOKEN}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? -?\d+(\.\d+)?(e-?\d+)?)$/,
    )
  expect(valueOf(text, 'damson_memory_bytes{kind="resident"}')).toBeGreaterThan(10_000_000)
  expect(valueOf(text, 'damson_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(valueOf(text, 'damson_database_connections{state="awaited"}')).toBe(0)
})

test('a process started once, whenever it is asked', async () => {
  const started = async () => valueOf(await read(), 'process_start_time_seconds')
  const first = await started()
  expect(await started()).toBe(first)
})

test('answers are counted by route and status, whatever addresses are made up', async () => {
  for (let time = 0; time < 20; time++) {
    await ask(`${apiRoot}${paths.product(randomUUID())}?query=${randomUUID()}`)
    await ask(`/${randomUUID()}`)
  }
  const text = await read()
  const route = 'route="/api/v1/products/product/:idOrSlug/"'
  expect(valueOf(text, `damson_request_duration_seconds_count{method="GET",${route},status="404"}`)).toBe(20)
  expect(
    valueOf(text, `damson_request_duration_seconds_bucket{method="GET",${route},status="404",le="+Inf"}`),
  ).toBe(20)
  expect(text.split('\n').length).toBeLessThan(200)
})

test('answers out of a memory are counted like those that are read', async () => {
  const sample = `damson_request_duration_seconds_count{method="GET",route="${apiRoot}${paths.offerLine}",status="200"}`
  for (let time = 0; time < 20; time++) await ask(`${apiRoot}${paths.offerLine}?time=${time % 2}`)
  await eventually(async () => expect(valueOf(await read(), sample)).toBe(20))
})

test('and a sign-in that is refused before anything of it is read, as the POST that it is', async () => {
  const [room, more] = [52, 10]
  const login = () =>
    fetch(`${address}${apiRoot}${paths.login}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'guessed' }),
    })
  // The embedded database has one connection: while it is held, no attempt is counted, and each waits for its turn.
  const crowd = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room + more, refused: more }, login)
    await crowd.enough
    return crowd
  })
  expect((await crowd.all).filter((status) => status === 503)).toHaveLength(more)
  const sample = `damson_request_duration_seconds_count{method="POST",route="${apiRoot}${paths.login}",status="503"}`
  expect(valueOf(await read(), sample)).toBe(more)
})

test('a page is counted once however it is answered: made, out of memory, in another encoding, or as the one that is there already', async () => {
  const other = await openShop({ environment: { METRICS_TOKEN } })
  try {
    registerMetrics(other.app, other)
    await registerPages(other.app, other.config)
    const open = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const get = async (headers: Record<string, string>) => {
      const answer = await fetch(`${open}/products?material=gold`, { headers })
      await answer.arrayBuffer()
      return answer
    }
    const told = async () => {
      const text = await read()
      return ['made', 'cache'].map((source) => valueOf(text, `damson_pages_total{source="${source}"}`))
    }
    const [made = 0, fromCache = 0] = await told()
    const first = await get({ 'accept-encoding': 'br' })
    expect([first.status, await told()]).toEqual([200, [made + 1, fromCache]])
    const ways = [
      { 'accept-encoding': 'br' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' },
    ]
    const statuses = []
    for (const [before, headers] of ways.entries()) {
      statuses.push((await get(headers)).status)
      expect(await told()).toEqual([made + 1, fromCache + before + 1])
    }
    expect(statuses).toEqual([200, 200, 200, 304])
    // What the page asked its own process for is no call of anybody's.
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${open}/metrics`, { headers })).text()
    const answered = new Set(text.match(/(?<=^damson_request_duration_seconds_count\{.*route=")[^"]+/gm))
    expect(answered).toEqual(new Set(['/*']))
  } finally {
    await other.close()
  }
})

test('orders and the mails they give rise to are counted, once each, and nothing in it is about anybody', async () => {
  const before = await read()
  const { id: product_id } = await newPiece(shop)
  const shopper = await readyShopper(shop, [{ product_id }])
  const key = randomUUID()
  for (let time = 0; time < 3; time++) expect((await shopper.checkout({}, { key })).status).toBe(201)
  const after = await read()
  const grown = (sample: string) => valueOf(after, sample) - valueOf(before, sample)
  expect(grown('damson_orders_placed_total')).toBe(1)
  expect(grown('damson_mails{state="waiting"}')).toBe(1)
  await shop.db.update(mails).set({ attempts: mostAttempts }).where(eq(mails.to_address, shopper.email))
  const later = await read()
  expect(['waiting', 'given up'].map((state) => valueOf(later, `damson_mails{state="${state}"}`))).toEqual([
    valueOf(before, 'damson_mails{state="waiting"}'),
    valueOf(before, 'damson_mails{state="given up"}') + 1,
  ])
  expect(after).not.toContain('@')
  expect(after).not.toContain(shopper.id)
})

test('cards that the gateway is still to forget are counted', async () => {
  const counted = async () => valueOf(await read(), 'damson_cards_to_forget')
  expect(await counted()).toBe(0)
  const kept = { gateway_token: 'a card that is needed no more' }
  await noteToForget(shop.db, [kept], new Date())
  expect(await counted()).toBe(1)
  await noteForgotten(shop.db, kept)
  expect(await counted()).toBe(0)
})

test('when all was last known to be in a backup is told once that is known', async () => {
  const name = 'damson_backed_up_timestamp_seconds'
  // Other tests' shops in this process may have kept backups.
  Object.assign(tally.backups, { lostSince: null, isFailing: false })
  expect(await read()).not.toContain(name)
  const before = Date.now()
  await keepBackups({ db: shop.db, dataDir: shop.dataDir, log: shop.app.log }).stop(60_000)
  expect(valueOf(await read(), name)).toBeGreaterThanOrEqual(before / 1_000)
  expect(valueOf(await read(), name)).toBeLessThanOrEqual(Date.now() / 1_000)
})

test('where backups fail and there was never one, all that there is may be lost, since 1970', async () => {
  const before = { ...tally.backups }
  try {
    Object.assign(tally.backups, { lostSince: null, isFailing: true })
    expect(valueOf(await read(), 'damson_backed_up_timestamp_seconds')).toBe(0)
  } finally {
    Object.assign(tally.backups, before)
  }
})

test('emails are counted by what became of the attempt', async () => {
  await shop.db.delete(mails)
  const mail = { subject: 'Counted', text: '', html: '' }
  const recipients = ['ada@example.com', 'nobody@mistyped.example', 'bo@example.com']
  await shop.db.insert(mails).values(recipients.map((to_address) => ({ ...mail, to_address })))
  const tried = async () => {
    const text = await read()
    return ['sent', 'failed'].map((outcome) =>
      valueOf(text, `damson_mails_tried_total{outcome="${outcome}"}`),
    )
  }
  const [sent = 0, failed = 0] = await tried()
  await sendDueMails(
    { db: shop.db, config: shop.config, log: quiet },
    {
      send: async ({ to_address }) => {
        if (to_address.endsWith('@mistyped.example')) throw new Error('550 no such mailbox')
      },
      close: () => {},
    },
  )
  expect(await tried()).toEqual([sent + 2, failed + 1])
  await shop.db.delete(mails)
})

test('what is at work, and what waits, is told of each kind of work by itself', async () => {
  const kinds = [
    ['damson_password_hashes', tally.hashes],
    ['damson_checkouts', tally.checkouts],
    ['damson_reads', tally.reads],
    ['damson_own_reads', tally.ownReads],
    ['damson_own_writes', tally.ownWrites],
    ['damson_token_calls', tally.tokenCalls],
    ['damson_renders', tally.renders],
  ] as const
  const before = kinds.map(([, counts]) => ({ ...counts }))
  try {
    for (const [index, [, counts]] of kinds.entries()) {
      Object.assign(counts, { atWork: 10 + index, waiting: 20 + index })
    }
    const text = await read()
    expect(
      kinds.map(([name]) =>
        ['at work', 'waiting'].map((state) => valueOf(text, `${name}{state="${state}"}`)),
      ),
    ).toEqual(kinds.map((_, index) => [10 + index, 20 + index]))
  } finally {
    for (const [index, [, counts]] of kinds.entries()) Object.assign(counts, before[index])
  }
})

test('the delay of the event loop is told once, to the reading after it', async () => {
  // Beside the shop's own, of the same kind: whenever this one has measured three times more, that one has at least once.
  const beside = monitorEventLoopDelay({ resolution: 10 })
  beside.enable()
  const measured = async () => {
    const { count } = beside
    await eventually(() => expect(beside.count).toBeGreaterThanOrEqual(count + 3))
  }
  await measured()
  const until = performance.now() + 50
  while (performance.now() < until);
  await measured()
  beside.disable()
  // Both are answered when the same count is there, without a turn of the event loop between them.
  const readings = await Promise.all([0, 1].map(() => readWithin()))
  const most = readings.map((text) => valueOf(text, 'damson_event_loop_delay_seconds{quantile="1"}'))
  expect(most.toSorted((a, b) => a - b)).toEqual([0, expect.toSatisfy((delay: number) => delay > 0)])
})

test('a database that lets nobody in is told of all the same, without the mails that nobody can count', async () => {
  const { max } = shop.pool.options
  const clients = await Promise.all(Array.from({ length: max }, () => shop.pool.connect()))
  const visitor = ask(apiRoot + paths.health)
  await eventually(() => expect(shop.pool.waitingCount).toBeGreaterThan(0))
  const texts = await Promise.all([read(), read()])
  for (const client of clients) client.release()
  for (const text of texts) {
    expect(valueOf(text, 'damson_database_connections{state="busy"}')).toBe(max)
    expect(valueOf(text, 'damson_database_connections{state="idle"}')).toBe(0)
    // Reading the metrics over and over does not distort them: the visitor waits, and one count.
    expect(valueOf(text, 'damson_database_connections{state="awaited"}')).toBe(2)
    expect(text).not.toContain('damson_mails{')
  }
  expect((await visitor).status).toBe(200)
  await eventually(async () => expect(await read()).toContain('damson_mails{state="waiting"}'))
})

describe('the text format', () => {
  test('each bucket holds what the smaller ones hold', () => {
    const durations = histogram()
    for (const seconds of [0.004, 0.01, 0.2, 60]) durations.observe({ route: 'a' }, seconds)
    const text = family('x', 'histogram', 'X.', durations.samples())
    expect(text).toContain('x_bucket{route="a",le="0.005"} 1\nx_bucket{route="a",le="0.01"} 2\n')
    expect(text).toContain('x_bucket{route="a",le="0.25"} 3\n')
    expect(text).toContain('x_bucket{route="a",le="10"} 3\nx_bucket{route="a",le="+Inf"} 4\n')
    expect(text).toMatch(/x_sum\{route="a"\} 60\.2\d*\nx_count\{route="a"\} 4$/)
  })

  test('values of labels cannot end a label', () => {
    const labels = { route: 'a"}\\\nb' }
    expect(family('x', 'gauge', 'X.', [{ labels, value: 1 }])).toContain('x{route="a\\"}\\\\\\nb"} 1')
  })
})
