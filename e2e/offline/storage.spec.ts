import { type Page, expect } from '@playwright/test'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { pictureCache } from '#contract/worker.ts'
import { prepared, rounds, test, workerReady } from '../support/offline.ts'
import { awake, newAccount } from '../support/shopper.ts'
import { hearing } from '../support/heard.ts'
import {
  expectCopies,
  expectWaiting,
  goAside,
  pathsIn,
  putRecord,
  recordsOf,
  remember,
} from '../support/stored.ts'

const main = (page: Page) => page.getByRole('main')
const inCart = (page: Page) => main(page).getByRole('link', { name: 'In Cart' }).first()
const earrings = 'pearl-stud-earrings'

/** Records uncaught errors. */
function hearComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

async function openPiece(page: Page, slug = earrings) {
  await page.goto(`/products/${slug}`)
  await awake(page)
}

async function goOffline(page: Page) {
  await prepared(page)
  await page.context().setOffline(true)
  await page
    .getByRole('alertdialog', { name: networkTexts.title })
    .getByRole('button', { name: networkTexts.continueOffline })
    .click()
}

const addToCart = (page: Page) => main(page).getByRole('button', { name: 'Add to cart' }).first().click()

/** Ways in which a browser refuses IndexedDB. Each runs in the page before anything else. */
const refusals: Record<string, () => void> = {
  'there is no IndexedDB': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'it answers nothing': () => {
    const silent = () => new EventTarget()
    Object.defineProperty(IDBFactory.prototype, 'open', { value: silent })
  },
  'it raises an InvalidStateError': () => {
    const refuse = () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
    }
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  },
  'its connection is lost': () => {
    const refuse = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    Object.defineProperty(IDBDatabase.prototype, 'transaction', { value: refuse })
  },
}

for (const [how, refuse] of Object.entries(refusals).slice(0, rounds(1, 4))) {
  test(`where ${how}, cart edits wait in localStorage, over a reload, and are sent`, async ({
    profile,
    request,
  }) => {
    const ada = await newAccount({ request })
    const page = await profile.start()
    const complaints = hearComplaints(page)
    await page.addInitScript(refuse)
    await remember(page, ada.kept)
    await openPiece(page)
    await workerReady(page)
    const heard = await hearing(page)
    await goOffline(page)
    await addToCart(page)
    await expect(inCart(page)).toBeVisible()
    await heard.expect(savedTexts.waitsForNetwork)
    await page.goto(`/products/${earrings}`)
    await expect(inCart(page)).toBeVisible()
    expect(await ada.cart()).toEqual([])
    await page.context().setOffline(false)
    await expect.poll(() => ada.cart(), { timeout: 60_000 }).toEqual([`${earrings} 1`])
    expect(complaints).toEqual([])
  })
}

test('where nothing can be kept at all, an edit without a network is refused where it is seen', async ({
  profile,
  request,
}) => {
  const ada = await newAccount({ request })
  const page = await profile.start()
  const complaints = hearComplaints(page)
  await remember(page, ada.kept)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
    const refuse = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
    Object.defineProperty(Storage.prototype, 'setItem', { value: refuse })
  })
  await openPiece(page)
  await workerReady(page)
  const heard = await hearing(page)
  await goOffline(page)
  await addToCart(page)
  await heard.expect(savedTexts.notKept)
  await expect(main(page).getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('a connection to the database that breaks once is opened again', async ({ profile, request }) => {
  const ada = await newAccount({ request })
  const page = await profile.start()
  const complaints = hearComplaints(page)
  await remember(page, ada.kept)
  await openPiece(page)
  await workerReady(page)
  await expectCopies(page, /cart/)
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')
    if (!own) return
    // Only writes to the outbox: neither this test's own reads nor a saved copy may be what is refused.
    function refuseOnce(this: IDBDatabase, ...[stores, mode]: Parameters<IDBDatabase['transaction']>) {
      if (mode !== 'readwrite' || this.name !== 'damson-outbox')
        return Reflect.apply(own?.value, this, [stores, mode])
      Object.defineProperty(IDBDatabase.prototype, 'transaction', own ?? {})
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    Object.defineProperty(IDBDatabase.prototype, 'transaction', { ...own, value: refuseOnce })
  })
  await goOffline(page)
  await addToCart(page)
  await expectWaiting(page, ['cart add'])
  // And nowhere else: if the connection had been given up, it would wait in localStorage.
  expect((await recordsOf(page))['damson-outbox']).toMatchObject({ intents: [{ feature: 'cart' }] })
  expect(complaints).toEqual([])
})

test('a change that there is no room for is kept in the place of pictures', async ({
  profile,
  line: wire,
  request,
}) => {
  const ada = await newAccount({ request })
  const page = await profile.start()
  await remember(page, ada.kept)
  await openPiece(page)
  await workerReady(page)
  const pictures = async () => (await pathsIn(page, pictureCache)).length
  await page.reload()
  await awake(page)
  // None is loading any more that would be stored after the others have been removed.
  const areShown = () =>
    [...document.querySelectorAll('main img')].every((one) => one instanceof HTMLImageElement && one.complete)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.waitForFunction(areShown)
  await expect.poll(pictures).toBeGreaterThan(0)
  await prepared(page)
  await wire.cut()
  await goOffline(page)
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {}
    function refuseOnce(this: IDBObjectStore, ...given: Parameters<IDBObjectStore['put']>) {
      if (this.transaction.db.name !== 'damson-outbox') return Reflect.apply(own.value, this, given)
      Object.defineProperty(IDBObjectStore.prototype, 'put', own)
      throw new DOMException('There is no room', 'QuotaExceededError')
    }
    Object.defineProperty(IDBObjectStore.prototype, 'put', { ...own, value: refuseOnce })
  })
  await addToCart(page)
  await expectWaiting(page, ['cart add'])
  await expect.poll(pictures).toBe(0)
})

test('on a phone that is full pictures give way, and edits and policies do not', async ({
  profile,
  line: wire,
  request,
}) => {
  test.slow()
  const ada = await newAccount({ request })
  const page = await profile.start()
  const complaints = hearComplaints(page)
  const devtools = await page.context().newCDPSession(page)
  await remember(page, ada.kept)
  await page.goto('/products')
  await workerReady(page)
  const pictures = () => pathsIn(page, pictureCache)
  await expect.poll(pictures).not.toEqual([])
  const before = await pictures()
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  const room = 60_000
  const quotaSize = used + room
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: wire.origin, quotaSize })
  // Few large ones: each has to be made first.
  const loaded = await page.evaluate(
    async (most) => {
      let bytes = 0
      for (const image of [...document.querySelectorAll('main img')].slice(0, most)) {
        const [address] = /[^ ]+w=800(?= )/.exec(image.getAttribute('srcset') ?? '') ?? []
        if (address !== undefined) bytes += (await (await fetch(address)).blob()).size
      }
      return bytes
    },
    rounds(12, 60),
  )
  expect(loaded).toBeGreaterThan(3 * room)
  const left = async () => (await pictures()).filter((path) => before.includes(path))
  await expect.poll(left).toEqual([])
  await openPiece(page)

  await prepared(page)
  await wire.cut()
  await goOffline(page)
  await addToCart(page)
  await expectWaiting(page, ['cart add'])
  await page.goto('/resources/returns-exchanges')
  await expect(page.getByRole('heading', { level: 1, name: /returns/i })).toBeVisible()
  expect(complaints).toEqual([])
})

test('what is broken on this phone is dropped alone, and changes that cannot be read are put aside and told of', async ({
  profile,
  request,
}) => {
  const ada = await newAccount({ request })
  const page = await profile.start()
  const complaints = hearComplaints(page)
  await remember(page, ada.kept)
  for (const category of ['rings', 'earrings']) {
    await page.goto(`/products/${category}`)
    await workerReady(page)
    // A shopper who leaves a page the moment it appears has not seen it.
    await expectCopies(page, new RegExp(`productsByCategory.*${category}`))
  }
  const copies = async () => Object.entries((await recordsOf(page))['damson-saved'] ?? {})
  await expectCopies(page, /cart/, /wishlist/)
  await prepared(page)
  await goAside(page)

  for (const [key, record] of await copies()) {
    if (key.includes('"earrings"')) continue
    await putRecord(page, 'damson-saved', 'records', key, { ...Object(record), state: 'gnawed' })
  }
  await putRecord(page, 'damson-outbox', 'intents', 'intents', [{ key: 'of old', what: 7 }])
  await page.evaluate(() => {
    for (const key of ['drafts', 'checkout-draft', 'recently-viewed', 'cookie_preferences'])
      localStorage.setItem(key, '{"gnawed')
    for (const key of ['coupon', 'told', 'reconnection', 'place']) sessionStorage.setItem(key, '\u0000]')
  })

  const heard = await hearing(page)
  await page.goto('/cart')
  await heard.expect(savedTexts.unreadableChanges)
  const outbox = (await recordsOf(page))['damson-outbox'] ?? {}
  const aside = Object.keys(outbox).filter((key) => key.startsWith('unreadable-'))
  expect(aside.map((key) => outbox[key])).toEqual([{ key: 'of old', what: 7 }])

  await page.context().setOffline(true)
  await page.goto('/products/earrings')
  await expect(main(page).getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: networkTexts.offline })).toBeVisible()
  // The shop reloads when the network is back, which would interrupt whatever is opened meanwhile.
  const reloaded = page.waitForEvent('load', { timeout: 60_000 })
  await page.context().setOffline(false)
  await reloaded
  for (const path of ['/contact', '/cookies-settings', '/products/pearl-stud-earrings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await awake(page)
  }
  // The customer of the session goes last: without one there is no session.
  await page.evaluate(() => localStorage.setItem('user_data', '{"gnawed'))
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  expect(complaints).toEqual([])
})

test('the browser is asked once not to clear what the shop keeps, with the first edit', async ({
  profile,
  request,
}) => {
  const ada = await newAccount({ request })
  await ada.put('classic-gold-hoop-earrings')
  const page = await profile.start()
  let asked = 0
  await page.exposeFunction('countAsking', () => (asked += 1))
  await page.addInitScript(() => {
    const persist = () => {
      const count: unknown = Reflect.get(window, 'countAsking')
      if (typeof count === 'function') count()
      return Promise.resolve(true)
    }
    Object.defineProperty(StorageManager.prototype, 'persist', { value: persist })
  })
  await remember(page, ada.kept)
  await openPiece(page)
  expect(asked).toBe(0)
  await addToCart(page)
  await expect.poll(() => asked).toBe(1)
  await page.goto('/cart')
  await main(page)
    .getByRole('button', { name: /^Remove Classic/ })
    .click()
  await expect.poll(() => ada.cart()).toEqual([`${earrings} 1`])
  expect(asked).toBe(1)
})
