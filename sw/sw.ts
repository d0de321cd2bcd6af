import { type ToWorker, pictureCache } from '#contract/worker.ts'
import { pageBounds, pictureBounds } from './bounds.ts'
import { type Listed, listFiles } from './files.ts'
import { servePages } from './pages.ts'
import { servePictures } from './pictures.ts'
import { isHashed, isPage, isPicture } from './rules.ts'
import { openShelf } from './shelf.ts'
import { soon } from './soon.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly Listed[] }

/** How long may be tidied up, in milliseconds: a new worker waits for it too. */
const enough = 30_000

const files = listFiles(self.__WB_MANIFEST)
const keptPages = openShelf('damson-pages', pageBounds)
const keptPictures = openShelf(pictureCache, pictureBounds)

const pages = servePages(files, keptPages, () => self.registration.waiting !== null)
const answerPicture = servePictures(keptPictures)

/**
 * The answer to a request, or null if the worker leaves it alone: the page keeps the API's answers, because it knows
 * what is in them, whose they are and how old (`src/offline/copies.ts`).
 */
function answer(event: FetchEvent): Promise<Response> | null {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return null
  if (files.has(pathname) || isHashed(pathname))
    return files.find(pathname).then((found) => found ?? fetch(event.request))
  if (isPicture(pathname)) return mode === 'navigate' ? null : answerPicture(event)
  return mode === 'navigate' && isPage(pathname) ? pages.answer(event) : null
}

/** The windows of the shop, by their ids. */
const openPages = async () =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/**
 * A newer build adds its files to the same cache, and relies on what it found there: it tidies up itself when it takes
 * over.
 */
const isFollowed = () => (self.registration.installing ?? self.registration.waiting) !== null

const tidy = async () => {
  if (!isFollowed()) await files.tidy(await openPages())
}

self.addEventListener('fetch', (event) => {
  const answered = answer(event)
  if (answered !== null) event.respondWith(answered)
  // A new page often means that the last one of an old build was left. What cannot be removed now is removed with the
  // next.
  if (event.request.mode === 'navigate') event.waitUntil(soon(tidy(), enough))
})

self.addEventListener('install', (event) => event.waitUntil(files.install()))

async function takeOver() {
  const open = await openPages()
  // Kept pages load scripts of the build that they came from. Without them there is also more room for the note.
  await keptPages.clear()
  await files.takeOver(open)
  // Tidying up waits for the next page: no page waits for it.
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  const said: ToWorker = event.data
  switch (said.kind) {
    case 'take-over':
      return void self.skipWaiting()
    case 'claim':
      return event.waitUntil(self.clients.claim())
    case 'seen':
      return event.waitUntil(pages.remember(said.address))
    case 'is-yours':
      return event.ports[0]?.postMessage(files.has(said.script))
  }
})
