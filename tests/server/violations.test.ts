import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { violationsPath } from '#server/violations/path.ts'
import { withLog } from '#tests/support/log.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const environment = { RATE_LIMIT: 'on', PUBLIC_URL: 'https://damson.test', LOG_LEVEL: 'trace' }

/** As Chromium sends it, from a page whose address must remain private. */
const report = (change: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://damson.test/reset-password?token=canary-token#top',
    referrer: 'https://damson.test/orders/DMS-CANARY99',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "script-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/steal.js?who=canary@example.com',
    'line-number': 1,
    'source-file': 'https://damson.test/orders/DMS-CANARY99',
    'status-code': 200,
    'script-sample': 'canary',
    ...change,
  },
})
const asText = (body: unknown) => JSON.stringify(body)

const send = (shop: Shop, payload: string, from = '192.0.2.1', type = 'application/csp-report') =>
  shop.app.inject({
    method: 'POST',
    url: `/api/v1/${violationsPath}`,
    remoteAddress: from,
    headers: { 'content-type': type },
    payload,
  })

test('a violation is a line in the log that says what was stopped and where, and nothing of whose browser it was', async () => {
  await withLog(async (read) => {
    const shop = await openShop({ environment })
    const blocked = ['https://evil.example/x', 'inline', 'chrome-extension://abcdef/x.js', 'not an address']
    expect((await send(shop, asText(report()))).statusCode).toBe(204)
    for (const one of blocked) await send(shop, asText(report({ 'blocked-uri': one })))
    const ofAnOrder = 'https://damson.test/orders/DMS-CANARY99'
    await send(shop, asText(report({ 'document-uri': ofAnOrder, 'blocked-uri': 'inline' })))
    await shop.close()
    const lines = read()
      .split('\n')
      .filter((line) => line.includes('broke its Content-Security-Policy'))
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ directive: 'script-src-elem', page: '/reset-password' })
    expect(lines.at(-1)).toMatchObject({ page: '/orders' })
    expect(lines.map((line) => line.blocked)).toEqual([
      'https://evil.example',
      'https://evil.example',
      'inline',
      'chrome-extension:',
      'unknown',
      'inline',
    ])
    expect(read()).not.toMatch(/canary|192\.0\.2|steal/i)
  })
})

describe('a report', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ environment })
  })
  beforeEach(async () => {
    await shop.db.delete(rate_limits)
  })
  afterAll(() => shop.close())

  test.each([
    ['of another site’s page', report({ 'document-uri': 'https://evil.example/' })],
    ['of no page', report({ 'document-uri': 'about' })],
    ['of no rule', report({ 'effective-directive': '', 'violated-directive': '' })],
    ['of a rule with more in it', report({ 'effective-directive': 'x\n{"level":60}' })],
    ['of an address without end', report({ 'blocked-uri': 'x'.repeat(3_000) })],
    ['that is none', { violation: 'x' }],
    ['that is a list', []],
  ])('%s is refused', async (_name, body) => {
    expect(await send(shop, asText(body)).then((answer) => answer.statusCode)).toBe(400)
    expect(await shop.db.select().from(rate_limits)).toEqual([])
  })

  test('that cannot be read, or is larger than any browser’s, is refused', async () => {
    expect((await send(shop, '{"csp-report":')).statusCode).toBe(400)
    expect((await send(shop, asText(report({ x: 'x'.repeat(9_000) })))).statusCode).toBe(413)
    expect((await send(shop, asText(report()), '192.0.2.1', 'text/plain')).statusCode).toBe(415)
  })

  test('fills nobody’s log: one network may send twenty in ten minutes, all together two hundred', async () => {
    const text = asText(report())
    const from = async (network: number) => (await send(shop, text, `192.0.2.${network}`)).statusCode
    const own: number[] = []
    for (let count = 0; count < 21; count += 1) own.push(await from(1))
    expect(own).toEqual([...Array(20).fill(204), 429])
    const all: number[] = []
    for (let count = 0; count < 181; count += 1) all.push(await from(2 + (count % 100)))
    expect(all).toEqual([...Array(180).fill(204), 429])
  })
})
