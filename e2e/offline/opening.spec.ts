import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { packs, pictureCache, workerAddress } from '#contract/worker.ts'
import { readable } from '../support/headings.ts'
import { countLoads, rounds, test, workerReady } from '../support/offline.ts'
import type { Profile } from '../support/profile.ts'
import { expectPictureKept, isShown, lookInto, pathsIn } from '../support/stored.ts'
import { inLongForm } from '../support/screens.ts'

const asLinked = ['', '?utm_source=mail&utm_medium=news', '/?gclid=Cj0K', '#questions']
const entries = [
  '/products/rings',
  '/',
  '/products/pearl-stud-earrings',
  '/products/search-results?query=ring',
  '/login',
  '/sign-up',
  '/track-order',
  '/saved',
  '/newsletter',
  ...Object.keys(readable),
]

/** A browser with this page open, whose worker has everything that is needed without a network. */
async function startAt(profile: Profile, path: string): Promise<Page> {
  const page = await profile.start()
  await page.goto(path)
  await workerReady(page)
  return page
}

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name })

test('one visit to any page is enough to read every policy on a phone without a network', async ({
  profile,
  line,
}) => {
  test.setTimeout(rounds(240_000, 2_400_000))
  const waits: number[] = []
  for (const entry of entries.slice(0, rounds(1, entries.length))) {
    await startAt(profile, entry)
    await profile.kill()
    await line.cut()

    for (const [index, [path, name]] of Object.entries(readable).entries()) {
      // A cold start every time in the long form, a few times in the short one.
      if (index % rounds(6, 1) === 0) await profile.close()
      const later = profile.page() ?? (await profile.start())
      await later.context().setOffline(true)
      // Every form of the address, or one form each.
      for (const suffix of asLinked.slice(index % rounds(asLinked.length, 1)).slice(0, rounds(1, 4))) {
        const started = Date.now()
        const address = path === '/' ? suffix.replace(/^\/?/, '/') : path + suffix
        await later.goto(address)
        await expect(heading(later, name), address).toBeVisible()
        waits.push(Date.now() - started)
      }
    }
    await profile.forget()
    await line.mend()
  }
  const middle = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)]
  // Speed can be judged only on an otherwise idle machine: so in the long form alone.
  expect(middle).toBeLessThanOrEqual(rounds(Infinity, 1_500))
})

test('a page that was seen opens again without a network, pictures included, and a page unseen says why not', async ({
  profile,
  line,
}) => {
  let page = await startAt(profile, '/products/rings')
  const address = '/products/oval-signet-ring'
  await page.goto(address)
  await expect(heading(page, /Oval Signet Ring/)).toBeVisible()
  await expectPictureKept(page)
  // The page of the first visit is kept too, though no worker served it.
  await expect
    .poll(() => pathsIn(page, 'damson-pages'))
    .toEqual(expect.arrayContaining([address, '/products/rings', '/']))
  await profile.kill()
  await line.cut()

  page = await profile.start()
  await page.goto(`${address}?utm_campaign=autumn`)
  await expect(heading(page, /Oval Signet Ring/)).toBeVisible()
  await expect.poll(() => page.locator('main img').first().evaluate(isShown)).toBe(true)
  await page.goto('/products/rings')
  await expect(heading(page, /rings/i)).toBeVisible()
  await page.goto('/')
  await expect(heading(page, /damson/i)).toBeVisible()
})

test(
  'the pictures of the very first page are there without a network, though the browser may have forgotten them',
  { tag: inLongForm },
  async ({ profile, line }) => {
    const page = await startAt(profile, '/products/rings')
    const first = async () => (await page.locator('main img').all()).slice(0, 4)
    for (const picture of await first()) {
      const { pathname, search } = new URL(await picture.evaluate((img: HTMLImageElement) => img.currentSrc))
      await expect.poll(() => pathsIn(page, pictureCache)).toContain(pathname + search)
    }
    const pictures = line.passed().filter((path) => path.startsWith('/pictures/'))
    expect(pictures.toSorted(), 'none is loaded twice').toEqual([...new Set(pictures)].toSorted())
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await line.cut()
    await page.goto('/products/rings')
    await expect(heading(page, /rings/i)).toBeVisible()
    for (const picture of await first()) await expect.poll(() => picture.evaluate(isShown)).toBe(true)
  },
)

test(
  'the offer over every page stays where it is while the browser makes a page itself',
  { tag: inLongForm },
  async ({ profile, line }) => {
    const page = await startAt(profile, '/')
    await page.addInitScript(() => {
      const heights: number[] = []
      const isStyled = () =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet)
      const look = () => {
        if (!isStyled()) return
        const height = document.querySelector('[aria-label=Offer]')?.getBoundingClientRect().height ?? 0
        if (height !== (heights.at(-1) ?? 0)) heights.push(height)
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
      Object.assign(window, { heights })
    })
    await line.cut()
    await page.goto('/no/such/page')
    await expect(heading(page, /could not be found/i)).toBeVisible()
    expect(await page.evaluate('heights')).toEqual([expect.any(Number)])
  },
)

test('on a line that is silent a page seen opens, and another one though nobody ever answers', async ({
  profile,
  line,
}) => {
  const page = await startAt(profile, '/products/rings')
  await page.goto('/products/rings')
  await expect.poll(() => pathsIn(page, 'damson-pages')).toContain('/products/rings')
  await line.silence()
  await page.goto('/products/rings')
  await expect(page.getByRole('main').getByRole('link', { name: /ring/i }).first()).toBeVisible()
  // Nobody will ever answer; it comes at all because the worker stops waiting.
  await page.goto('/products/anklets')
  await expect(page.getByRole('banner')).toBeVisible()
})

test(
  'on a line that is silent home is drawn though nothing of it is on this phone, long before its reads are given up',
  { tag: inLongForm },
  async ({ profile, line }) => {
    const page = await startAt(profile, '/products/rings')
    // As after a sign-out, or a new version.
    await expect.poll(() => pathsIn(page, 'damson-pages')).toContain('/')
    await lookInto(page, () => caches.delete('damson-pages'))
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await line.silence()
    const givenUp: string[] = []
    page.on('requestfailed', (request) => void givenUp.push(request.url()))
    await page.goto('/', { waitUntil: 'commit' })
    await expect(heading(page, new RegExp(shop.name))).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: texts.loading })).toBeVisible()
    expect(givenUp.filter((url) => url.includes(apiRoot))).toEqual([])
  },
)

test('where what comes packed does not arrive, each file of it is loaded alone', async ({ profile }) => {
  const page = await profile.start()
  const lost: string[] = []
  await page.context().route('**/packs/*', (route) => {
    const { pathname } = new URL(route.request().url())
    lost.push(pathname)
    return pathname === packs.code ? route.fulfill({ body: '{"/assets/cut-' }) : route.abort()
  })
  await page.goto('/privacy-policy')
  await workerReady(page)
  expect([...new Set(lost)].sort()).toEqual(Object.values(packs).sort())
  const worker = await (await page.request.get(workerAddress)).text()
  const listed = JSON.parse(/\[\{"(?:url|revision)":.*?\}\]/.exec(worker)?.[0] ?? '[]').map(
    ({ url, revision }: { url: string; revision: string | null }) =>
      `/${url}${revision === null ? '' : `?revision=${revision}`}`,
  )
  expect(await pathsIn(page, 'damson-files')).toEqual(expect.arrayContaining(listed))
  expect(listed.length).toBeGreaterThan(100)
})

test(
  'a first visit on which a file is lost has its worker without another page, once the file can be had',
  { tag: inLongForm },
  async ({ profile }) => {
    const page = await profile.start()
    const { clock } = page.context()
    await clock.install()
    let lost = 0
    let isThere = false
    // A whole pack that has none of them, as a file left out by a proxy would be: each page comes alone.
    await page.context().route(`**${packs.pages}`, (route) => route.fulfill({ json: {} }))
    await page.context().route('**/pages/contact.html', (route) => {
      if (isThere) return route.continue()
      lost += 1
      return route.abort()
    })
    await page.goto('/privacy-policy')
    const loads = countLoads(page)
    const isRegistered = () =>
      lookInto(page, async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
    await expect.poll(() => lost).toBeGreaterThan(0)
    await expect.poll(isRegistered, 'until the browser has dropped the worker').toBe(false)

    isThere = true
    await expect
      .poll(async () => {
        await clock.fastForward(60_000)
        return isRegistered()
      })
      .toBe(true)
    await workerReady(page)
    expect(await pathsIn(page, 'damson-files')).toContainEqual(
      expect.stringMatching(/^\/pages\/contact\.html/),
    )
    expect(loads.count).toBe(0)
  },
)

test('a page that came past the worker is taken on by it', async ({ profile }) => {
  const page = await startAt(profile, '/')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  await page.goto('/privacy-policy', { waitUntil: 'commit' })
  await workerReady(page)
})
