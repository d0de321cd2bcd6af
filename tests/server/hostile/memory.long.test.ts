import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { oneOfEach, setScene } from '#tests/server/crashes/scene.ts'
import { several } from '#tests/server/orders/pieces.ts'
import { beginningWith, endServers, openServer } from '#tests/support/program.ts'
import { makeData } from '#tests/support/shop.ts'
import { ask } from './socket.ts'

afterEach(endServers)

const tries = 1_000
/** By how many megabytes they may raise the process's peak. */
const most = 20

/** Runs in the server: on any message it frees what memory it can, and reports what it still uses. */
const tellMemory = `
  import { isMainThread } from 'node:worker_threads'
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  if (isMainThread) {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc')
    process.on('message', () => {
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      process.send(process.memoryUsage().rss)
    })
  }`

/** A call by a signed-in customer. */
const call = (method: string, path: string, token: string, rest: string) =>
  `${method} ${apiRoot}${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n${rest}`

/** What it is, its text, and the expected status. */
type Speech = [string, string, number]

/** The largest requests that are allowed, and ones that are too large. */
function speeches(token: string) {
  const get = (path: string, header = '') => call('GET', path, token, `${header}\r\n`)
  const post = (rest: string) =>
    call('POST', paths.cartItems, token, `Content-Type: application/json\r\n${rest}`)
  const whole = (text: string) => post(`Content-Length: ${text.length}\r\n\r\n${text}`)
  const inChunks = (text: string) =>
    post(`Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`)
  const body = (length: number) => `{"product_id":1,"plum":"${'x'.repeat(length)}"}`
  const allowed: Speech[] = [
    ['a page', get(`${paths.products}?page_size=48`), 200],
    ['a body', whole(body(65_000)), 400],
    ['a header', get(paths.health, `X-Long: ${'x'.repeat(7_000)}\r\n`), 200],
  ]
  const oversized: Speech[] = [
    ['a body just too large', whole(body(65_536)), 413],
    ['a body of two megabytes', whole(body(2_000_000)), 413],
    ['a body of two megabytes in chunks', inChunks(body(2_000_000)), 413],
    ['a nested body', whole('['.repeat(60_000)), 400],
    ['a header of 20 kB', get(paths.health, `X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
    ['two thousand headers', get(paths.health, 'X: y\r\n'.repeat(2_000)), 431],
    ['a long address', get('a'.repeat(9_000)), 431],
    ['a long search', get(`${paths.search}?query=${'a'.repeat(6_000)}`), 400],
    ['a page of a million pieces', get(`${paths.products}?page_size=1000000`), 400],
  ]
  return { allowed, oversized }
}

test(`F5: memory grows by less than ${most} MB in ${tries} tries at each thing that is too large`, async () => {
  const data = await makeData('embedded')
  const { buyers } = await setScene(data, [1], 1, oneOfEach)
  const { allowed, oversized } = speeches(buyers[0]?.token ?? '')
  const { address, child } = await openServer({
    ...data.environment,
    NODE_OPTIONS: beginningWith(tellMemory),
  })
  const port = Number(new URL(address).port)

  async function sendAll([what, text, status]: Speech, times: number) {
    for (let sent = 0; sent < times; sent += 20) {
      const answers = await several(20, () => ask(port, text))
      // A caller that is still sending when the server hangs up does not always receive the answer.
      expect([[status], [status, null], [null, status], [null]], what).toContainEqual([
        ...new Set(answers.map((answer) => answer.status)),
      ])
    }
  }
  /** The peak so far, in megabytes: memory freed in between, and allocated again, is no growth. */
  let peak = 0
  async function peakAfter(speeches: readonly Speech[], times: number): Promise<number> {
    for (const speech of speeches) await sendAll(speech, times)
    const told = once(child, 'message')
    child.send('memory')
    const [bytes] = (await told) as [number]
    peak = Math.max(peak, bytes / 1024 / 1024)
    return peak
  }

  // During its first thousands of calls of any kind a process grows to its usual size.
  for (let turn = 0; turn < 5; turn += 1) await peakAfter(allowed, 500)
  const growth: Record<string, number> = {}
  /** By how much all of them together raised it in the last round. */
  let again = 0
  for (const turn of ['first', 'second']) {
    const begun = peak
    for (const speech of oversized) {
      const before = peak
      growth[`${speech[0]}, ${turn} time`] = Math.round((await peakAfter([speech], tries)) - before)
    }
    again = peak - begun
  }
  console.log(
    `F5: at most ${Math.round(peak)} MB; ${JSON.stringify(growth)}, the second time ${Math.round(again)} in all`,
  )
  expect(Object.entries(growth).filter(([, grown]) => grown >= most)).toEqual([])
  expect(again).toBeLessThan(most)
  await data.discard()
})
