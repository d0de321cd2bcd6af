import { type Page, expect } from '@playwright/test'
import { ownFonts, test } from './support/shopper.ts'

// The phone on which pages are measured; another one fetches other picture sizes.
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, serviceWorkers: 'allow' })

const piece = '/products/round-brilliant-solitaire-ring'

/**
 * Resolves when the page has everything it requests by itself: its worker, which brings what comes later, and its
 * fonts.
 */
async function quiet(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await ownFonts(page)
  await page.waitForLoadState('networkidle')
}

/** A page that is still waiting for its worker by then has its slides played: no longer a first view. In seconds. */
const untilSlides = 15

// The budget of decision 004. The reported kind of connection decides how far ahead a browser fetches pictures.
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

for (const address of [piece, '/products/rings', '/'])
  test(`what comes down the line for a first view of ${address} is at most 200 kB`, async ({
    shopper: page,
  }) => {
    // So that the process that will show the page exists before it is told its kind of connection. One told too late
    // judges by how long a busy server took, and fetches another row of pictures, which is right on a connection of
    // that kind.
    await page.goto('/robots.txt')
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow4g)
    const answers = new Map<string, { url: string; headers: number }>()
    const came: Record<string, number> = {}
    const late = new Set<string>()
    let begun = Infinity
    line.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
      begun = Math.min(begun, timestamp)
      if (timestamp - begun > untilSlides) late.add(requestId)
    })
    line.on('Network.responseReceived', ({ requestId, response }) => {
      if (!response.fromServiceWorker && !response.fromDiskCache && !late.has(requestId))
        answers.set(requestId, { url: response.url, headers: response.encodedDataLength })
    })
    // Without headers: here each answer has half a kilobyte of them, which HTTP/2 compresses to a few bytes.
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId)
      if (answer) came[`${answer.url} ${requestId}`] = encodedDataLength - answer.headers
    })
    await page.goto(address)
    await quiet(page)
    const bytes = Object.values(came).reduce((sum, of) => sum + of, 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes, JSON.stringify(came, null, 2)).toBeLessThanOrEqual(198_000)
  })

test('what only somebody needs who uses the shop comes with the first touch, or from the worker', async ({
  shopper: page,
}) => {
  // A first visit on a slow connection: for a while there is no worker.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => undefined)
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const has = (what: RegExp) => asked.some((url) => what.test(url))
  const second = /-2\?v=\w+&w=(?!160)/

  await page.goto(piece)
  await ownFonts(page)
  await page.waitForLoadState('networkidle')
  expect(has(/\/assets\/soon-/)).toBe(true)
  expect(has(/\/assets\/later-/)).toBe(false)
  expect(has(second)).toBe(false)

  await page.touchscreen.tap(5, 5)
  await expect.poll(() => has(/\/assets\/later-/)).toBe(true)
  await expect.poll(() => has(second)).toBe(true)
})
