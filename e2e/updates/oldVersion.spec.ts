import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { readable } from '../support/headings.ts'
import { countLoads, countReloads, prepared, rounds, workerReady } from '../support/offline.ts'
import { makeRelease } from '../support/release.ts'
import { settled } from '../support/shopper.ts'
import { expectCopies, lookInto } from '../support/stored.ts'
import {
  expectVersionWaiting,
  field,
  entryScript,
  lead,
  look,
  openOldAndOffered,
  questions,
  test,
  title,
  typed,
} from '../support/updates.ts'
import { inLongForm } from '../support/screens.ts'

// Each test starts releases of its own on the one shop.
test.describe.configure({ mode: 'default' })

/** The last ones request more than their code, and a busy server may keep them waiting: so they are tested at night. */
const lazy: Record<string, RegExp> = {
  '/login': /welcome/i,
  '/sign-up': /account/i,
  '/track-order': /track/i,
  '/newsletter': /your subscription/i,
  ...readable,
  '/forgot-password': /password/i,
  '/saved': /saved/i,
  '/search-results?query=ring': /ring/i,
  '/products/earrings': /earrings/i,
  '/products/oval-sapphire-halo-ring': /sapphire/i,
}

async function visitEverything(page: Page) {
  for (const [path, name] of Object.entries(lazy).slice(0, rounds(-4, 99))) {
    await lead(page, path)
    await expect(title(page).filter({ hasText: name }), path).toBeVisible()
  }
}

test('U2: a tab of an old build goes everywhere while three others follow', async ({
  profile,
  shop,
  releases,
}) => {
  test.setTimeout(rounds(240_000, 400_000))
  await shop.start(releases(1))
  const page = await profile.start()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto('/')
  await workerReady(page)
  // What is requested in the moment between two releases would be lost, and make the page reload once it has a
  // connection.
  await prepared(page)
  await expectCopies(page, /hero-slider/)
  const loads = countLoads(page)
  for (let next = 2; next <= rounds(2, 4); next += 1) {
    await shop.start(releases(next))
    await look(page)
    await expectVersionWaiting(page, true)
    await visitEverything(page)
  }
  expect([faults, loads.count]).toEqual([[], 0])
})

test(
  'U2: whoever presses ‘Reload’ has the new version, however busy old tabs keep the old worker, and those keep their files',
  { tag: inLongForm },
  async ({ shop, releases, line, unwatched }) => {
    const {
      old,
      offered: taker,
      entry: before,
    } = await openOldAndOffered({ shop, releases, line, unwatched })
    // Each request may restart the old worker just ended for the new one.
    await old.evaluate((entry) => {
      const askOn = async () => {
        while (!Reflect.has(window, 'enough')) await (await fetch(String(entry))).text()
      }
      void askOn()
    }, before)
    await taker.evaluate(questions.pressReload)
    await taker.until(questions.isAnotherBuild, before)
    await old.evaluate(() => void Reflect.set(window, 'enough', true))
    // The old worker may have been started once more; opening the next page prompts it again.
    await expect(async () => {
      await taker.goto(`${line.origin}/contact`)
      await taker.until(() => document.readyState === 'complete')
      expect(await taker.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null)).toBe(
        true,
      )
    }).toPass({ timeout: 60_000 })

    await line.cut()
    const kept = await old.evaluate(async (entry) => (await fetch(String(entry))).status, before)
    expect([kept, await old.evaluate(entryScript)]).toEqual([200, before])
    // They are removed when it is. That is checked whenever a page is opened.
    await line.mend()
    await old.close()
    await expect(async () => {
      await taker.goto(`${line.origin}/contact`)
      await taker.until(() => document.readyState === 'complete')
      const isGone = async (entry: unknown) => (await caches.match(String(entry))) === undefined
      expect(await taker.evaluate(isGone, before)).toBe(true)
    }).toPass({ timeout: 60_000 })
  },
)

test(
  'U2: a version that waits keeps its files while the one before it clears up, and opens with them offline',
  { tag: inLongForm },
  async ({ shop, releases, line, unwatched }) => {
    const { old, offered: page, entry: first } = await openOldAndOffered({ shop, releases, line, unwatched })
    await page.evaluate(questions.pressReload)
    await page.until(questions.isAnotherBuild, first)

    await shop.start(releases(3))
    await page.evaluate(questions.look)
    await page.until(questions.isNewWaiting)
    const kept = async () => (await (await caches.open('damson-files')).keys()).length
    const before = await page.evaluate(kept)
    // Only now may the files of the first be removed, which the second checks whenever a page is opened.
    await old.close()
    for (const path of ['/contact', '/privacy-policy']) {
      await page.goto(line.origin + path)
      await page.until((to) => location.pathname === to && document.readyState === 'complete', path)
    }
    expect(await page.evaluate(kept)).toBe(before)

    const second = await page.evaluate(entryScript)
    await page.until(questions.isOffered)
    await page.evaluate(questions.pressReload)
    await page.until(questions.isAnotherBuild, second)
    await line.cut()
    await page.goto(`${line.origin}/resources/returns-exchanges`)
    await page.until(() => /returns/i.test(document.querySelector('h1')?.innerText ?? ''))
    expect(await page.evaluate(entryScript)).not.toBe(second)
  },
)

test('U2: code that is gone costs one reload, then the page says so, with a way on', async ({
  shop,
  browser,
  line,
}) => {
  const release = makeRelease(5)
  await shop.start(release)
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.origin })
  const page = await context.newPage()
  const reloads = await countReloads(page)
  await page.goto('/')
  await prepared(page)

  const { routes } = JSON.parse(readFileSync(join(release.folder, 'dist/server/assets.json'), 'utf8'))
  // The last script that it needs and this page has not loaded.
  const { scripts }: { scripts: string[] } = routes['/track-order']
  const own = scripts.findLast((script) => !routes['/'].scripts.includes(script)) ?? ''
  const gone = own.replace(/^assets\//, '')
  await shop.stop()
  for (const folder of [shop.assets, join(release.folder, 'dist/client/assets')]) rmSync(join(folder, gone))
  await shop.start(release)

  const answer = await context.request.get(`/assets/${gone}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  await Promise.all([
    page.waitForEvent('load'),
    // The new page's own first script asks once more, perhaps before this has heard of the load.
    page.waitForRequest((request) => request.resourceType() === 'fetch' && request.url().endsWith(gone)),
    lead(page, '/track-order'),
  ])
  await page.getByRole('button', { name: 'Track Order' }).click()
  const said = page.getByRole('alert')
  await expect(said).toContainText('has not arrived yet')
  await expect(said.getByRole('link', { name: 'Try Again' })).toBeVisible()
  await expect(title(page)).toHaveText('Track Your Order')
  await settled(page)
  expect(await page.evaluate(() => sessionStorage.getItem('reloaded-for'))).not.toBeNull()
  expect(await reloads()).toBe(1)
  await context.close()
})

test(
  'U2: code that is asked for between two releases leaves the page where it is, and comes with the server',
  { tag: inLongForm },
  async ({ shop, browser, line }) => {
    await shop.start()
    const context = await browser.newContext({ serviceWorkers: 'block', baseURL: line.origin })
    const page = await context.newPage()
    await page.goto('/')
    await prepared(page)
    const loads = countLoads(page)
    await shop.stop()
    await lead(page, '/track-order')
    await expect(page.getByRole('alertdialog', { name: 'No Network Connection' })).toBeVisible()
    await expect(page).toHaveURL('/track-order')
    expect(loads.count).toBe(0)
    // The longer it was gone, the less often it is probed.
    await Promise.all([page.waitForEvent('load', { timeout: 120_000 }), shop.start()])
    await expect(title(page)).toHaveText(/track/i)
    expect(loads.count).toBe(1)
    await context.close()
  },
)

test('U3: a worker that does harm is gone after one page, and comes back when it is good again', async ({
  profile,
  shop,
  releases,
}) => {
  test.setTimeout(rounds(240_000, 600_000))
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
      lookInto(page, async () => (await navigator.serviceWorker.getRegistrations()).length)
    const kept = () => lookInto(page, () => caches.keys())
    await expect.poll(async () => ((await page.title()) === '' ? await registered() : 0)).toBe(0)
    await page.goto('/contact')
    await expect(title(page)).toHaveText(/glad to help/i)
    await expect.poll(registered).toBe(0)
    await expect.poll(kept).toEqual([])

    await shop.start(releases(1))
    await page.goto('/contact')
    await workerReady(page)
    await expect.poll(kept).toContain('damson-files')
    await profile.forget()
  }
})

test(
  'U3: an open page lets go of a retired worker, and loses nothing',
  { tag: inLongForm },
  async ({ profile, shop, releases }) => {
    await shop.start(releases(1))
    const page = await profile.start()
    await page.goto('/contact')
    await workerReady(page)
    await prepared(page)
    await field(page, 'Message').fill(typed.Message)
    const loads = countLoads(page)
    await shop.start(releases(1), { SERVICE_WORKER: 'off' })
    await look(page)
    await expect.poll(() => lookInto(page, () => caches.keys())).toEqual([])
    await expect(field(page, 'Message')).toHaveValue(typed.Message)
    expect(loads.count).toBe(0)
    await page.goto('/privacy-policy')
    await expect(title(page)).toHaveText(/privacy/i)
    await expect.poll(() => lookInto(page, () => navigator.serviceWorker.controller)).toBeNull()
  },
)
