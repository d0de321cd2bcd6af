import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { openLine } from '../support/line.ts'
import { test as base, rounds, workerReady } from '../support/offline.ts'
import { type OwnShop, type Release, makeRelease, openOwnShop } from '../support/release.ts'
import { signedIn } from '../support/shopper.ts'
import { type Unwatched, openUnwatched } from '../support/unwatched.ts'

// One shop for all of them, on which each test puts releases of its own.
base.describe.configure({ mode: 'default' })

type Fixtures = { unwatched: Unwatched }
const test = base.extend<Fixtures, { shop: OwnShop; releases: (number: number) => Release }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
    async ({}, use) => {
      const shop = await openOwnShop()
      await use(shop)
      await shop.forget()
    },
    { scope: 'worker' },
  ],
  releases: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
    async ({}, use) => {
      const made = new Map<number, Release>()
      await use((number) => {
        const release = made.get(number) ?? makeRelease(number)
        made.set(number, release)
        return release
      })
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
  unwatched: async ({}, use) => {
    const browser = await openUnwatched()
    await use(browser)
    await browser.forget()
  },
  line: async ({ shop }, use) => {
    const line = await openLine(shop.port)
    await use(line)
    await line.cut()
  },
})

const offer = (page: Page) => page.getByText('A new version is available')
const reload = (page: Page) => page.getByRole('button', { name: 'Reload' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The page's first script, which every build names otherwise. */
const firstScript = () => String(JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')[0])
const build = (page: Page) => page.evaluate(firstScript)

const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

const isWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)

/** Counts how often the page is loaded from here on. */
function countLoads(page: Page) {
  const loads = { count: 0 }
  page.on('load', () => (loads.count += 1))
  return loads
}

/** Leads the open page somewhere as a link does, without loading a document. */
const lead = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

const typed = { Name: 'Ada Quince', Email: 'ada@example.com', Message: 'Is the ring still there?' }
const field = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true })

test('U1: a new version is told of and waits for the shopper’s word; then it comes with one reload and all that was typed', async ({
  profile,
  shop,
  releases,
}) => {
  test.setTimeout(rounds(60_000, 600_000))
  for (let round = 1; round <= rounds(1, 20); round += 1) {
    await shop.start(releases(1))
    const form = await profile.start()
    await form.goto('/contact')
    await workerReady(form)
    const idle = await form.context().newPage()
    await idle.goto('/products/rings')
    await workerReady(idle)
    const before = await build(form)
    for (const [name, text] of Object.entries(typed)) await field(form, name).fill(text)
    await expect.poll(() => form.evaluate(() => localStorage.getItem('drafts'))).toContain('still there')
    const [formLoads, idleLoads] = [countLoads(form), countLoads(idle)]

    await shop.start(releases(2))
    await look(idle)
    await expect(offer(idle)).toBeVisible()
    await form.bringToFront()
    await expect(offer(form)).toBeVisible()
    for (const [name, text] of Object.entries(typed)) await expect(field(form, name)).toHaveValue(text)
    expect([formLoads.count, idleLoads.count]).toEqual([0, 0])

    const pressed = Date.now()
    await Promise.all([form.waitForEvent('load'), reload(form).click()])
    expect(Date.now() - pressed).toBeLessThan(5_000)
    for (const [name, text] of Object.entries(typed)) await expect(field(form, name)).toHaveValue(text)
    expect(await build(form)).not.toBe(before)
    await expect.poll(() => isWaiting(form)).toBe(false)
    // The other tab goes on, and is not asked twice.
    expect(await build(idle)).toBe(before)
    await expect(offer(form)).toBeHidden()
    expect([formLoads.count, idleLoads.count]).toEqual([1, 0])
    await profile.forget()
  }
})

test('U1: a version is not offered in a checkout, and is there at the next start of a browser that was closed', async ({
  profile,
  shop,
  releases,
}) => {
  await shop.start(releases(1))
  let page = await profile.start()
  const customer = await signedIn(page)
  await customer.livesAt()
  await customer.put('pearl-stud-earrings')
  await page.goto('/cart/checkout')
  await expect(page.getByLabel('First name')).toBeVisible()
  await workerReady(page)
  const before = await build(page)

  await shop.start(releases(2))
  await look(page)
  await expect.poll(() => isWaiting(page)).toBe(true)
  await expect(offer(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back to cart' }).click()
  await expect(offer(page)).toBeVisible()
  await lead(page, '/cart/checkout')
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(offer(page)).toBeHidden()

  await profile.close()
  page = await profile.start()
  await page.goto('/products/rings')
  expect(await build(page)).not.toBe(before)
  await expect.poll(() => isWaiting(page)).toBe(false)
  await expect(offer(page)).toBeHidden()
})

test('U1: the word is kept even when the old worker holds the new one up', async ({
  profile,
  shop,
  releases,
}) => {
  await shop.start(releases(1))
  const page = await profile.start()
  await page.goto('/privacy-policy')
  await workerReady(page)
  const before = await build(page)
  await shop.start(releases(2))
  await look(page)
  await expect(offer(page)).toBeVisible()
  // A picture that never comes keeps the old worker at work.
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  await page.context().route('**/pictures/never', () => noteAsked())
  await page.evaluate(() => void fetch('/pictures/never').catch(() => undefined))
  await asked
  const loads = countLoads(page)
  await Promise.all([page.waitForEvent('load', { timeout: 8_000 }), reload(page).click()])
  expect(await build(page)).not.toBe(before)
  await expect(offer(page)).toBeHidden()
  expect(loads.count).toBe(1)
})

/** The last ones ask for more than their code, and a busy server may keep them waiting: they are for a night. */
const lazy: Record<string, RegExp> = {
  '/login': /welcome/i,
  '/sign-up': /account/i,
  '/track-order': /track/i,
  '/newsletter': /your subscription/i,
  '/contact': /glad to help/i,
  '/resources/returns-exchanges': /returns/i,
  '/resources/Warranty': /warranty/i,
  '/resources/size-guide': /size guide/i,
  '/about_us/about_damson_jewels': /made once/i,
  '/about_us/careers': /careers/i,
  '/about_us/site_map': /site map/i,
  '/terms-and-conditions': /terms/i,
  '/privacy-policy': /privacy/i,
  '/cookies-settings': /cookie/i,
  '/forgot-password': /password/i,
  '/no/such/page': /could not be found/i,
  '/saved': /saved/i,
  '/search-results?query=ring': /ring/i,
  '/products/earrings': /earrings/i,
  '/products/oval-sapphire-halo-ring': /sapphire/i,
}

async function visitEverything(page: Page) {
  for (const [path, name] of Object.entries(lazy).slice(0, rounds(-4, 99))) {
    await lead(page, path)
    await expect(title(page).filter({ hasText: name }), path).toBeVisible({ timeout: 20_000 })
  }
}

test('U2: a tab of an old build goes everywhere while three others follow', async ({
  profile,
  shop,
  releases,
}) => {
  test.setTimeout(rounds(120_000, 400_000))
  await shop.start(releases(1))
  const page = await profile.start()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto('/')
  await workerReady(page)
  // What is asked for in the moment between two releases would be lost, and bring the page back once it has one.
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  for (let next = 2; next <= rounds(2, 4); next += 1) {
    await shop.start(releases(next))
    await look(page)
    await expect.poll(() => isWaiting(page)).toBe(true)
    await visitEverything(page)
  }
  expect([faults, loads.count]).toEqual([[], 0])
})

test('U2: whoever presses ‘Reload’ has the new version, however busy old tabs keep the old worker, and those keep their files', async ({
  shop,
  releases,
  line,
  unwatched,
}) => {
  test.setTimeout(120_000)
  const isControlled = () => navigator.serviceWorker.controller !== null
  const isNewWaiting = async () => (await navigator.serviceWorker.ready).waiting !== null
  await shop.start(releases(1))
  const old = await unwatched.open(`${line.origin}/`)
  await old.until(isControlled)
  await shop.start(releases(2))
  await old.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await old.until(isNewWaiting)
  const taker = await unwatched.open(`${line.origin}/privacy-policy`)
  await taker.until(() => document.body.innerText.includes('A new version is available'))
  const before = await old.evaluate(firstScript)
  // Each request may start the old worker again that was just ended for the new one.
  await old.evaluate((entry) => {
    const askOn = async () => {
      while (!Reflect.has(window, 'enough')) await (await fetch(String(entry))).text()
    }
    void askOn()
  }, before)
  await taker.evaluate(() => {
    const isReload = ({ innerText }: HTMLElement) => innerText === 'Reload'
    ;[...document.querySelectorAll('button')].find(isReload)?.click()
  })
  const isLoaded = (old: unknown) => {
    const [entry] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
    return document.readyState === 'complete' && entry !== old
  }
  await taker.until(isLoaded, before, 20_000)
  await old.evaluate(() => void Reflect.set(window, 'enough', true))
  // The old worker may have been started again once more; the next page brings the matter up again.
  await expect
    .poll(async () => {
      await taker.goto(`${line.origin}/contact`)
      await taker.until(() => document.readyState === 'complete')
      return taker.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null)
    })
    .toBe(true)

  await line.cut()
  const kept = await old.evaluate(async (entry) => (await fetch(String(entry))).status, before)
  expect([kept, await old.evaluate(firstScript)]).toEqual([200, before])
  // They go when it goes. Looked after whenever a page is opened.
  await line.mend()
  await old.close()
  await expect
    .poll(async () => {
      await taker.goto(`${line.origin}/contact`)
      await taker.until(() => document.readyState === 'complete')
      return taker.evaluate(async (entry) => (await caches.match(String(entry))) === undefined, before)
    })
    .toBe(true)
})

test('U2: code that is gone costs one reload, then the page says so, with a way on', async ({
  shop,
  browser,
  line,
}) => {
  const release = makeRelease(5)
  await shop.start(release)
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.origin })
  const page = await context.newPage()
  await page.goto('/')
  await expect(title(page)).toBeVisible()

  const { routes } = JSON.parse(readFileSync(join(release.folder, 'dist/server/assets.json'), 'utf8'))
  const { scripts } = routes['/track-order']
  const gone = scripts.at(0).replace(/^assets\//, '')
  await shop.stop()
  for (const folder of [shop.assets, join(release.folder, 'dist/client/assets')]) rmSync(join(folder, gone))
  await shop.start(release)

  const answer = await context.request.get(`/assets/${gone}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  const loads = countLoads(page)
  await lead(page, '/track-order')
  await expect(title(page)).toHaveText('This page could not be opened')
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible()
  expect(loads.count).toBe(1)
  await context.close()
})

test('U2: code that is asked for between two releases leaves the page where it is, and comes with the server', async ({
  shop,
  browser,
  line,
}) => {
  await shop.start()
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.origin })
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  await shop.stop()
  await lead(page, '/track-order')
  await expect(page.getByRole('alertdialog', { name: 'No Network Connection' })).toBeVisible()
  expect([loads.count, page.url()]).toEqual([0, `${line.origin}/track-order`])
  await shop.start()
  await expect(title(page)).toHaveText(/track/i, { timeout: 20_000 })
  expect(loads.count).toBe(1)
  await context.close()
})

test('U3: a worker that does harm is gone after one page, and comes back when it is good again', async ({
  profile,
  shop,
  releases,
}) => {
  test.setTimeout(rounds(60_000, 300_000))
  const broken = makeRelease(6)
  writeFileSync(
    join(broken.folder, 'dist/client/sw.js'),
    `self.addEventListener('install', () => self.skipWaiting())
     self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
     self.addEventListener('fetch', (event) => event.request.mode === 'navigate' &&
       event.respondWith(new Response('Broken', { headers: { 'content-type': 'text/html' } })))`,
  )
  for (let round = 1; round <= rounds(1, 10); round += 1) {
    await shop.start(broken)
    const page = await profile.start()
    await page.goto('/')
    await workerReady(page)
    await page.goto('/contact')
    await expect(page.getByText('Broken')).toBeVisible()

    await shop.start(releases(1), { SERVICE_WORKER: 'off' })
    await page.goto('/contact')
    const registered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    const kept = () => page.evaluate(() => caches.keys())
    await expect.poll(async () => ((await page.title()) === '' ? await registered() : 0)).toBe(0)
    await page.goto('/contact')
    await expect(title(page)).toHaveText(/glad to help/i)
    await expect.poll(registered).toBe(0)
    expect(await kept()).toEqual([])

    await shop.start(releases(1))
    await page.goto('/contact')
    await workerReady(page)
    await expect.poll(kept).toContain('damson-files')
    await profile.forget()
  }
})

test('U3: an open page lets go of a retired worker, and loses nothing', async ({
  profile,
  shop,
  releases,
}) => {
  await shop.start(releases(1))
  const page = await profile.start()
  await page.goto('/contact')
  await workerReady(page)
  await field(page, 'Message').fill(typed.Message)
  const loads = countLoads(page)
  await shop.start(releases(1), { SERVICE_WORKER: 'off' })
  await look(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await expect(field(page, 'Message')).toHaveValue(typed.Message)
  expect(loads.count).toBe(0)
  await page.goto('/privacy-policy')
  await expect(title(page)).toHaveText(/privacy/i)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})

test('U4: what waits in the outbox outlives an update, and what one build cannot read stays for another', async ({
  profile,
  shop,
  releases,
  line,
}) => {
  await shop.start(releases(1))
  let page = await profile.start()
  await signedIn(page)
  await page.goto('/products/pearl-stud-earrings')
  await workerReady(page)
  await line.cut()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect.poll(() => stored(page)).toContain('cart')
  // As a later build with other schemas may have left them.
  await page.evaluate(async () => {
    const done = (request: IDBRequest | IDBTransaction) =>
      new Promise((resolve) => {
        for (const end of ['success', 'complete']) request.addEventListener(end, resolve)
      })
    for (const [name, store, key] of [
      ['damson-outbox', 'intents', 'intents'],
      ['damson-saved', 'records', 'saved-from-tomorrow'],
    ] as const) {
      const opening = indexedDB.open(name)
      await done(opening)
      const records = opening.result.transaction(store, 'readwrite').objectStore(store)
      const reading = records.get(key)
      await done(reading)
      records.put([...(reading.result ?? []), { key: 'from-tomorrow', shape: 2 }], key)
      await done(records.transaction)
      opening.result.close()
    }
  })
  await profile.close()
  await shop.start(releases(2))
  await line.mend()

  page = await profile.start()
  await page.goto('/cart')
  await expect.poll(() => stored(page)).not.toContain('pearl')
  await page.reload()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^pearl stud/i })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /cart.*\b1\b/i })).toBeVisible()
  expect(await stored(page)).toContain('from-tomorrow')
})

/** Everything in the outbox's database, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('damson-outbox')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('intents').objectStore('intents').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })
