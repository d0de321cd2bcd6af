import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { rounds } from '#tests/support/rounds.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { ask, drip, getting, health, json, login, say } from './socket.ts'

let shop: Shop
let port: number
beforeAll(async () => {
  shop = await openShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

const sending = (body: string, type = json) => `${login}${type}Content-Length: ${body.length}\r\n\r\n${body}`
/** On a connection of its own, as a new shopper comes. */
const isHealthy = async () => (await ask(port, getting(health))).status === 200

/** What is sent, and which answers are allowed. */
const cases: [string, string, number[]][] = [
  ['JSON that is none', sending('{"email":'), [400]],
  ['JSON that is empty', sending(''), [400]],
  [
    'a polluting key',
    sending('{"__proto__":{"polluted":1},"email":"a@b.example","password":"whatever"}'),
    [400],
  ],
  [
    'a polluting constructor',
    sending('{"constructor":{"prototype":{"polluted":1}},"email":"a@b.example"}'),
    [400],
  ],
  ['a list in a list, four thousand deep', sending('['.repeat(4_000) + ']'.repeat(4_000)), [400]],
  ['a hundred thousand deep', sending('['.repeat(100_000)), [413]],
  ['two megabytes, announced', `${login}${json}Content-Length: 2000000\r\n\r\n"`, [413]],
  ['text', sending('email=a', 'Content-Type: text/plain\r\n'), [415]],
  ['packed JSON', sending('{}', `${json}Content-Encoding: gzip\r\n`), [400, 415]],
  ['a % that is none', getting('/api/v1/%zz'), [400]],
  ['a letter that is none', getting('/api/v1/products/product/%c3%28/'), [400, 404]],
  ['a written NUL', getting('/api/v1/products/product/%00/'), [404]],
  ['a real NUL', getting('/api/v1/\0'), [400]],
  ['a long address', getting(`/api/v1/${'a'.repeat(9_000)}`), [414, 431]],
  ['a header of 20 kB', getting(health, `X-Long: ${'x'.repeat(20_000)}\r\n`), [431]],
  ['two thousand headers', getting(health, 'X: y\r\n'.repeat(2_000)), [431]],
  ['two lengths', `${login}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, [400]],
  [
    'a length and chunks',
    `${login}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a negative length', `${login}${json}Content-Length: -1\r\n\r\n`, [400]],
  ['chunks that are none', `${login}${json}Transfer-Encoding: chunked\r\n\r\nplum\r\n`, [400]],
  ['a coding nobody knows', `${login}${json}Transfer-Encoding: plum\r\n\r\n`, [400]],
  ['less than was promised', `${login}${json}Content-Length: 50\r\n\r\n{}`, [400]],
  ['no host', `GET ${health} HTTP/1.1\r\nConnection: close\r\n\r\n`, [400]],
  ['no HTTP', 'plum plum plum\r\n\r\n', [400]],
  ['a version there is none of', `GET ${health} HTTP/9.9\r\nHost: shop\r\n\r\n`, [400]],
  ['a space before the colon', getting(health, 'X-Plum : 1\r\n'), [400]],
  ['a header over two lines', getting(health, 'X-Plum: 1\r\n 2\r\n'), [400]],
  ['bare line ends', `GET ${health} HTTP/1.1\nHost: shop\n\n`, [400]],
  ['TRACE', `TRACE ${health} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`, [404, 405]],
  ['a method nobody knows', `PLUM ${health} HTTP/1.1\r\nHost: shop\r\n\r\n`, [400]],
  ['a name twice that may be there once', getting('/api/v1/products/product/?page=1&page=2'), [400]],
  ['another’s address', getting('http://elsewhere.example/api/v1/none/'), [404]],
]

/** Node answers these itself, without a body. */
const bare = ['no host']

describe('F3: on a bare socket', () => {
  test.each(cases)('%s is refused, in words', async (name, text, statuses) => {
    const { status, body } = await say(port, text)
    expect(statuses).toContain(status)
    const message: unknown = bare.includes(name)
      ? 'none'
      : (JSON.parse(body) as { message?: unknown }).message
    expect(message).toEqual(expect.stringMatching(/\w/))
    expect(body).not.toMatch(/node_modules|\.ts:\d|FST_|HPE_/)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(await isHealthy()).toBe(true)
  })
})

test('F3: who goes on with two megabytes without listening is refused, in words or by hanging up', async () => {
  for (let times = 0; times < rounds(10, 1_000); times += 1) {
    const { status } = await say(port, sending(`"${'x'.repeat(2_000_000)}"`))
    // If data are still arriving when the server hangs up, TCP discards the answer.
    expect([413, null]).toContain(status)
  }
  expect(await isHealthy()).toBe(true)
})

describe('F4: slow callers', () => {
  const many = 50
  test(`${many} that drip heads and bodies are told to go, and nobody else waits for them`, async () => {
    const { server } = shop.app
    expect([server.requestTimeout, server.headersTimeout]).toEqual([15_000, 10_000])
    let gone = 0
    const slow = await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        const caller = await drip(port, index)
        void caller.told.then(() => (gone += 1))
        return caller
      }),
    )
    const meanwhile = [await isHealthy(), gone]
    // So that no test has to wait long; the server checks these once a second.
    Object.assign(server, { requestTimeout: 1_200, headersTimeout: 800 })
    for (const { told } of slow) {
      const { text } = await told
      expect(text).toMatch(/^HTTP\/1\.1 408 /)
      expect(text).toContain('"message":"The request took too long"')
    }
    expect(meanwhile).toEqual([true, 0])
    // On a busy machine this caller may be too slow for such limits as well, but not every time.
    await eventually(async () => expect(await isHealthy()).toBe(true))
  })
})
