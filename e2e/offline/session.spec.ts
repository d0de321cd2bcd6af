import { fileURLToPath } from 'node:url'
import { type Page, expect } from '@playwright/test'
import { build } from 'vite'
import { authTexts } from '#contract/authTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { answered, forgive, signedIn, test } from '../support/shopper.ts'

// A worker would come between the calls and the test that watches them.
test.use({ serviceWorkers: 'block' })

const tabs = 4
const callsAtOnce = 20

/** The shop's own client as one file that a page can load beside the shop, for calls that no button makes. */
async function clientAsFile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: fileURLToPath(new URL('../support/client.ts', import.meta.url)), formats: ['es'] },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error('Nothing was built')
  return output.output[0].code
}

let code: Promise<string> | undefined

/** Opens an empty page at the shop's address with nothing but the client, and returns what can be called on it. */
async function clientIn(page: Page) {
  code ??= clientAsFile()
  const script = await code
  await page.route('**/client-of-this-test*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  )
  await page.goto('/client-of-this-test')
  return page.evaluateHandle(async () => {
    const address = '/client-of-this-test.js'
    return (await import(address)) as { profiles: (count: number) => Promise<number[]> }
  })
}

const spoil = (page: Page) =>
  page.evaluate((key) => localStorage.setItem(key, 'an-expired-token'), storageKeys.access)
const tokens = (page: Page) =>
  page.evaluate(([access, refresh]) => [localStorage.getItem(access), localStorage.getItem(refresh)], [
    storageKeys.access,
    storageKeys.refresh,
  ] as const)

test('twenty calls at once in each of four tabs share one refresh, and all succeed', async ({
  shopper: page,
  context,
}) => {
  forgive(page, answered(401))
  const refreshes: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith(paths.refreshToken)) refreshes.push(String(request.postData()))
  })
  await signedIn(page)
  const first = await clientIn(page)
  const others = await Promise.all(Array.from({ length: tabs - 1 }, () => context.newPage()))
  const all = [page, ...others]
  const clients = [first, ...(await Promise.all(others.map(clientIn)))]
  await spoil(page)

  const statuses = await Promise.all(
    clients.map((client) => client.evaluate(({ profiles }, count) => profiles(count), callsAtOnce)),
  )
  expect(statuses.flat()).toEqual(Array.from({ length: tabs * callsAtOnce }, () => 200))
  expect(refreshes).toHaveLength(1)
  for (const one of all) {
    // A tab in a process of its own sees a little later what another has stored.
    await expect.poll(() => tokens(one)).toEqual([expect.stringContaining('.'), expect.any(String)])
  }
})

const html = '<!doctype html><title>Wi-Fi</title><p>Please accept our terms.'
/** What a browser makes of the network; other answers of a server are told apart in `tests/src/lib/http`. */
const troubles = {
  'a connection that is reset': 'connectionreset',
  'a connection that times out': 'timedout',
  'a portal’s page': { status: 200, contentType: 'text/html', body: html },
  'a proxy’s 401 in JSON': { status: 401, json: { message: 'Who are you?' } },
} as const

test('no trouble with the network signs anybody out, and a refusal of the shop does', async ({
  shopper: page,
}) => {
  forgive(page, answered(401), /ERR_(CONNECTION_RESET|TIMED_OUT)/)
  await signedIn(page)
  const client = await clientIn(page)
  const [, refresh] = await tokens(page)
  const refreshing = `**${apiRoot}${paths.refreshToken}`
  const ask = async () => (await client.evaluate(({ profiles }) => profiles(1)))[0]

  for (const [name, trouble] of Object.entries(troubles)) {
    await spoil(page)
    let asked = 0
    await page.route(refreshing, (route) => {
      asked += 1
      return typeof trouble === 'string' ? route.abort(trouble) : route.fulfill(trouble)
    })
    expect(await ask(), name).not.toBe(200)
    expect(asked, name).toBe(1)
    expect(await tokens(page), name).toEqual(['an-expired-token', refresh])
    await page.unroute(refreshing)
  }
  // The network was the only cause: with it back the same session goes on.
  expect(await ask()).toBe(200)

  await spoil(page)
  const refusal = { message: authTexts.sessionExpired, code: 'unauthenticated' }
  await page.route(refreshing, (route) => route.fulfill({ status: 401, json: refusal }))
  expect(await ask()).toBe(401)
  expect(await tokens(page)).toEqual([null, null])
})
