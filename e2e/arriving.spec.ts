import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type Page, expect } from '@playwright/test'
import { anyScreen, wideInLongForm } from './support/screens.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { e2ePort } from './support/dataDir.ts'
import { heldBack } from './support/heldBack.ts'
import { portForLine } from './support/ports.ts'
import { shifted, watchShifts } from './support/shifts.ts'
import { signedIn, test } from './support/shopper.ts'

/** What has come so far is on the screen. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const frame = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
        frame(() => frame(resolve))
      }),
  )

/** Opens a page over a line that brings it in pieces, each when the browser has painted the one before. */
async function dribble(page: Page, path: string, cutsOf: (html: string) => number[]) {
  const port = await portForLine()
  const address = `http://127.0.0.1:${port}${path}`
  const server = createServer((asked, answer) => {
    const isPage = asked.headers['sec-fetch-dest'] === 'document'
    const headers = { ...asked.headers, ...(isPage && { 'accept-encoding': 'identity' }) }
    const passed = request(
      { port: e2ePort, host: '127.0.0.1', method: asked.method, path: asked.url, headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers)
        if (!isPage) return got.pipe(answer)
        void got.toArray().then(async (chunks) => {
          // As bytes, one to a character: no piece may be longer or shorter than it is counted here.
          const html = Buffer.concat(chunks).toString('latin1')
          let from = 0
          for (const to of cutsOf(html)) {
            answer.write(html.slice(from, to), 'latin1')
            await page.waitForURL(address, { waitUntil: 'commit' })
            await painted(page)
            from = to
          }
          answer.end(html.slice(from), 'latin1')
        })
      },
    )
    asked.pipe(passed)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  await watchShifts(page)
  await page.goto(address)
  const moved = await shifted(page)
  await page.close()
  server.close()
  return moved
}

/** A word that is broken in two may move a little when it is whole; a tenth would still be called good. */
const noticeable = 0.01
const pieces = 40
const everywhere = (html: string) => {
  const start = html.indexOf('<body')
  return Array.from({ length: pieces - 1 }, (_one, at) =>
    Math.round(start + ((html.length - start) * (at + 1)) / pieces),
  )
}

for (const path of [
  '/',
  '/products/rings',
  '/products/round-brilliant-solitaire-ring',
  '/resources/Warranty',
  '/sign-up',
])
  test(
    `nothing on ${path} moves while the page comes in many pieces`,
    { tag: wideInLongForm },
    async ({ shopper: page }) => {
      expect(await dribble(page, path, everywhere)).toBeLessThan(noticeable)
    },
  )

const amid: readonly [string, (html: string) => number][] = [
  ['the controls', (html) => html.indexOf('"Slide 2: ')],
  ['the first slide', (html) => html.indexOf('</span>', html.indexOf('aria-label="1 of '))],
]
for (const [what, cut] of amid)
  test(
    `the controls of the slides are shown where they stay, also if the page stops for a while amid ${what}`,
    { tag: wideInLongForm },
    async ({ shopper: page }) => {
      const cutOf = (html: string) => {
        const at = cut(html)
        expect(at).toBeGreaterThan(html.indexOf('<body'))
        return [at]
      }
      expect(await dribble(page, '/', cutOf)).toBeLessThan(noticeable)
    },
  )

for (const path of ['/resources/Warranty', '/resources/returns-exchanges'])
  test(
    `a figure on ${path} stands where it stays while the next ones are on their way`,
    { tag: anyScreen },
    async ({ shopper: page }) => {
      const afterEach = (html: string) => {
        const end = '</dd></div>'
        const ends = [...html.matchAll(new RegExp(end, 'g'))].map(({ index }) => index + end.length)
        expect(ends.length).toBeGreaterThan(2)
        // Elsewhere too: by then it has its styles.
        return [...everywhere(html), ...ends].toSorted((one, other) => one - other)
      }
      expect(await dribble(page, path, afterEach)).toBeLessThan(noticeable)
    },
  )

test('what is always here on /saved stays in its place while it is looked up what else is', async ({
  shopper: page,
}) => {
  await signedIn(page)
  const cart = await heldBack(page, `**${apiRoot}${paths.cart}`)
  await watchShifts(page)
  await page.goto('/saved')
  const main = page.getByRole('main')
  await expect(main.getByText(savedTexts.nothing)).toBeVisible()
  await painted(page)
  cart()
  await expect(main.getByRole('link', { name: 'Your cart' })).toBeVisible()
  await painted(page)
  // It comes into view at the window's lower edge, which counts as well.
  expect(await shifted(page)).toBeLessThan(2 * noticeable)
})
