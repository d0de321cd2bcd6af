import { type Page, expect } from '@playwright/test'
import { pictureCache } from '#contract/worker.ts'

/** Evaluates in a page that may reload meanwhile, as it does by itself once its network is back. */
export async function lookInto<T>(
  page: Page,
  look: (given: string) => T | Promise<T>,
  given = '',
): Promise<T> {
  for (;;) {
    try {
      return await page.evaluate(look, given)
    } catch (error) {
      if (!/context was destroyed/.test(String(error))) throw error
    }
  }
}

/** Every record in the IndexedDB databases of this browser, by database and key, as far as JSON can represent it. */
export const recordsOf = (page: Page): Promise<Record<string, Record<string, unknown>>> =>
  lookInto(page, async () => {
    const answerTo = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('No answer')))
      })
    const found: Record<string, Record<string, unknown>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answerTo(indexedDB.open(name))
      const records: Record<string, unknown> = (found[name] = {})
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        const [keys, values] = await Promise.all([answerTo(store.getAllKeys()), answerTo(store.getAll())])
        for (const [index, key] of keys.entries()) {
          // What another store has under the same key would no longer be seen.
          if (String(key) in records) throw new Error(`${name} has ${String(key)} twice`)
          records[String(key)] = values[index]
        }
      }
      database.close()
    }
    return found
  })

/** Every address in Cache Storage, with the body as far as it is text. */
export const cachedOn = (page: Page): Promise<Record<string, string>> =>
  lookInto(page, async () => {
    const found: Record<string, string> = {}
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const add = async (request: Request) => {
        const answer = await cache.match(request)
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '')
        const body = (isText && (await answer?.text())) || ''
        const address = request.url.slice(location.origin.length)
        found[address] = (found[address] ?? '') + body
      }
      await Promise.all((await cache.keys()).map(add))
    }
    return found
  })

/** Everything that this browser has stored of the shop, as one text: what must not be kept is not in it. */
export async function everythingKept(...tabs: [Page, ...Page[]]): Promise<string> {
  const inTabs = []
  for (const tab of tabs)
    inTabs.push(
      await lookInto(tab, () => ({
        sessionStorage: Object.entries(sessionStorage),
        history: history.state as unknown,
      })),
    )
  const [page] = tabs
  const localStorage = await lookInto(page, () => Object.entries(window.localStorage))
  const databases = await recordsOf(page)
  return JSON.stringify({ inTabs, localStorage, databases, caches: await cachedOn(page) })
}

/** Replaces a record with another. */
export const putRecord = (page: Page, database: string, storeName: string, key: string, record: unknown) =>
  page.evaluate(
    ([databaseName, store, name, value]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(databaseName)
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction(store, 'readwrite')
          writing.objectStore(store).put(value, name)
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
          writing.addEventListener('error', () => reject(writing.error ?? new Error('Not written')))
        })
      }),
    [database, storeName, key, record] as const,
  )

/** As if all of the catalogue that is kept on this browser had been read at the end of yesterday. */
export const dateBack = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const at = new Date().setHours(0, 0, 0, -1)
        const opening = indexedDB.open('damson-saved')
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('records', 'readwrite')
          const walking = writing.objectStore('records').openCursor()
          walking.addEventListener('success', () => {
            const { result: cursor } = walking
            if (!cursor) return
            const { state, ...rest } = cursor.value
            cursor.update({ ...rest, state: { ...state, dataUpdatedAt: at } })
            cursor.continue()
          })
          writing.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
          writing.addEventListener('error', () => reject(writing.error ?? new Error('Not written')))
        })
      }),
  )

/** The changes that this browser has yet to send, oldest first: `cart add`. They wait in whichever storage there is. */
export async function waitingOn(page: Page): Promise<string[]> {
  const { intents: inDatabase = [] } = (await recordsOf(page))['damson-outbox'] ?? {}
  const inWebStorage: unknown = await lookInto(page, async () =>
    JSON.parse(localStorage.getItem('damson-outbox') ?? '[]'),
  )
  if (!Array.isArray(inDatabase) || !Array.isArray(inWebStorage)) throw new Error('The outbox holds no list')
  const intents = [...inDatabase, ...inWebStorage]
  return intents.map(({ feature, payload }) => `${feature} ${payload.kind}`)
}

/** Waits until these changes are stored on this browser, so that they survive whatever happens to it. */
export const expectWaiting = (page: Page, changes: string[]) =>
  expect.poll(() => waitingOn(page), 'what waits on this browser').toEqual(changes)

/**
 * Takes the page to an image of the shop: the origin's storage can be read there, with a network and without one, and
 * no code of the shop runs that could be in the middle of a change, or make another one meanwhile.
 */
export const goAside = (page: Page) => page.goto('/favicon.svg')

/**
 * Puts the keys of a session, and anything else, into this browser's localStorage, while no page of the shop is open.
 */
export async function remember(page: Page, items: Record<string, string>) {
  await goAside(page)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, items)
}

/** What a worker has stored in a cache, as paths. */
export const pathsIn = (page: Page, cacheName: string): Promise<string[]> =>
  lookInto(
    page,
    async (name) => {
      const requests = (await caches.has(name)) ? await (await caches.open(name)).keys() : []
      return requests.map(({ url }) => url.slice(location.origin.length))
    },
    cacheName,
  )

export const isShown = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0

/**
 * Waits until the first picture on a piece's own page is shown and stored. The glimpse before the page has no list of
 * pictures; and whether it is shown and where it came from are read at once, because another may replace it.
 */
export async function expectPictureKept(page: Page): Promise<void> {
  const picture = page.getByRole('main').getByRole('list', { name: 'Pictures' }).getByRole('img').first()
  const shown = () =>
    picture.evaluate((image) =>
      image instanceof HTMLImageElement && image.naturalWidth > 0
        ? image.currentSrc.slice(location.origin.length)
        : 'none yet',
    )
  await expect
    .poll(async () => (await pathsIn(page, pictureCache)).includes(await shown()), 'its picture is kept')
    .toBe(true)
}

/** Waits until there are copies under these names on this browser. */
export const expectCopies = (page: Page, ...names: RegExp[]) =>
  expect
    .poll(async () => {
      const { 'damson-saved': saved = {}, 'damson-own': own = {} } = await recordsOf(page)
      const keys = [...Object.keys(saved), ...Object.keys(own)]
      return names.filter((name) => !keys.some((key) => name.test(key)))
    })
    .toEqual([])
