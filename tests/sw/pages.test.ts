import { beforeEach, expect, it, vi } from 'vitest'
import { pageBounds } from '../../sw/bounds.ts'
import { listFiles } from '../../sw/files.ts'
import { servePages } from '../../sw/pages.ts'
import { openShelf } from '../../sw/shelf.ts'
import { stores } from './caches.ts'

const origin = 'https://shop.example'
const minute = 60_000

const addressOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href
let answer = () => new Response('')
vi.stubGlobal('location', { origin })
/** What the server was asked for. */
let asked: string[] = []
const ask = async (of: string | Request) => {
  asked.push(addressOf(of))
  return answer()
}
vi.stubGlobal('fetch', ask)

const html = { 'content-type': 'text/html; charset=utf-8' }
const shops = '<script src="/assets/index-1.js"></script>'
const path = '/products/rings'

beforeEach(() => stores.clear())

/** Opens the page that was kept a minute ago, or so long. Returns what of it is kept when all that follows is done. */
async function openKept({ ago = minute, times = 1 } = {}) {
  const shelf = openShelf('damson-pages', pageBounds)
  const kept = new Response(`${shops}Rings`, { headers: html })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ago })
  await shelf.put(path, kept)
  vi.useRealTimers()
  const pages = servePages(listFiles([{ url: 'assets/index-1.js', revision: null }]), shelf, () => false)
  const later: Promise<unknown>[] = []
  const event = {
    request: new Request(origin + path),
    waitUntil: (one: Promise<unknown>) => void later.push(one),
  }
  const given = await pages.answer(event)
  expect(await given.text()).toContain('Rings')
  await Promise.all(later)
  expect(later).toHaveLength(times)
  const found = await shelf.find(path)
  return found === undefined ? null : found.response.text()
}

it('a kept page goes when the shop says that there is none', async () => {
  answer = () => new Response(`${shops}Not found`, { status: 404, headers: html })
  expect(await openKept()).toBeNull()
})

it('and stays when somebody else does who answers for everything', async () => {
  answer = () => new Response('<h1>default backend</h1>', { status: 404, headers: html })
  expect(await openKept()).toContain('Rings')
})

const newer = () =>
  new Response(`${shops}Rings of today`, { headers: { ...html, 'cache-control': 'public' } })

it('and is read anew beside what is shown once it is half a minute old, and not before', async () => {
  answer = newer
  expect(await openKept({ ago: 25_000, times: 0 })).not.toContain('today')
  expect(await openKept({ ago: 31_000 })).toContain('today')
})

it.each([
  ['is kept as it came', path, [path]],
  [
    'is asked for once more under its own address where something was appended',
    `${path}/`,
    [`${path}/`, path],
  ],
])('a page opened for the first time %s', async (_what, opened, addresses) => {
  const shelf = openShelf('damson-pages', pageBounds)
  const pages = servePages(listFiles([{ url: 'assets/index-1.js', revision: null }]), shelf, () => false)
  asked = []
  answer = () => new Response(`${shops}${asked.at(-1)}`, { headers: { ...html, 'cache-control': 'public' } })
  const later: Promise<unknown>[] = []
  const waitUntil = (one: Promise<unknown>) => void later.push(one)
  await pages.answer({ request: new Request(origin + opened), waitUntil })
  await Promise.all(later)
  expect(asked).toEqual(addresses.map((address) => origin + address))
  expect(await (await shelf.find(path))?.response.text()).toBe(`${shops}${origin}${path}`)
})

it('who loads a page again waits for the server for two and a half seconds, and then has what was kept', async () => {
  const shelf = openShelf('damson-pages', pageBounds)
  await shelf.put(path, new Response(`${shops}Rings`, { headers: html }))
  const pages = servePages(listFiles([]), shelf, () => false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  const request = new Request(origin + path, { cache: 'no-cache' })
  let given: Response | undefined
  void pages.answer({ request, waitUntil: () => undefined }).then((response) => (given = response))
  await vi.advanceTimersByTimeAsync(2_400)
  expect(given).toBeUndefined()
  await vi.advanceTimersByTimeAsync(100)
  expect(await given?.text()).toContain('Rings')
  vi.useRealTimers()
  vi.stubGlobal('fetch', ask)
})

it.each([
  ['where something is kept of it', true],
  ['where the worker could only make it itself', false],
])('who loads a page again that is gone is told so, also %s', async (_where, isKept) => {
  const files = listFiles([{ url: 'pages/frame.html', revision: '1' }])
  vi.spyOn(files, 'find').mockImplementation(async (name) =>
    name === '/pages/frame.html' ? new Response('the frame') : undefined,
  )
  const shelf = openShelf('damson-pages', pageBounds)
  if (isKept) await shelf.put(path, new Response(`${shops}Rings`, { headers: html }))
  const pages = servePages(files, shelf, () => false)
  answer = () => new Response(`${shops}Not found`, { status: 404, headers: html })
  const request = new Request(origin + path, { cache: 'no-cache' })
  const given = await pages.answer({ request, waitUntil: () => undefined })
  expect([given.status, await given.text()]).toEqual([404, `${shops}Not found`])
})

it('a page of which only the beginning arrives counts as none: what was kept is shown', async () => {
  const shelf = openShelf('damson-pages', pageBounds)
  await shelf.put(path, new Response(`${shops}Rings`, { headers: html }))
  const pages = servePages(listFiles([]), shelf, () => false)
  answer = () => {
    const brokenOff = new ReadableStream({
      pull: (body) => body.error(new TypeError('network error')),
      start: (body) => body.enqueue(new TextEncoder().encode(shops)),
    })
    // As of the shop's own server.
    return Object.defineProperty(new Response(brokenOff, { headers: html }), 'type', { value: 'basic' })
  }
  const request = new Request(origin + path, { cache: 'no-cache' })
  const given = await pages.answer({ request, waitUntil: () => undefined })
  expect(await given.text()).toContain('Rings')
})

it('a page that leads to another is for the browser to follow', async () => {
  const pages = servePages(listFiles([]), openShelf('damson-pages', pageBounds), () => false)
  // As a browser hands it on: without a body, and not to be made again.
  const leads = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  answer = () => leads
  const given = await pages.answer({ request: new Request(origin + path), waitUntil: () => undefined })
  expect(given).toBe(leads)
})

/** What every build brings: the frame of customers' pages, and pages that are the same for everybody. */
function build() {
  const brought = new Map([
    ['/pages/frame.html', 'the frame'],
    ['/pages/login.html', 'the login'],
  ])
  const files = listFiles([
    ...[...brought.keys()].map((url) => ({ url, revision: '1' })),
    { url: 'assets/index-1.js', revision: null },
  ])
  vi.spyOn(files, 'find').mockImplementation(async (name) => {
    const text = brought.get(name)
    return text === undefined ? undefined : new Response(text)
  })
  return files
}

/** A worker of this build, and a page opened with it; `wait` resolves once what follows an answer is done. */
function worker({ isLeaving = false, files = build() } = {}) {
  const shelf = openShelf('damson-pages', pageBounds)
  const pages = servePages(files, shelf, () => isLeaving)
  const later: Promise<unknown>[] = []
  const waitUntil = (one: Promise<unknown>) => void later.push(one)
  const load = async (of: string, cache: RequestCache = 'default') =>
    (await pages.answer({ request: new Request(origin + of, { cache }), waitUntil })).text()
  asked = []
  return { shelf, pages, load, wait: () => Promise.all(later) }
}

it.each<RequestCache>(['no-cache', 'reload'])(
  'a checkout that is loaded again (%s) stays with the build that it was begun with, though a newer one waits',
  async (cache) => {
    const { load } = worker({ isLeaving: true })
    answer = () => new Response('the new build', { headers: html })
    expect(await load('/cart/checkout?step=2', cache)).toBe('the frame')
    expect(await load('/orders', cache)).toBe('the new build')
  },
)

it('what every build brings is there at once, also when it is loaded again while no newer one waits', async () => {
  const { load } = worker()
  answer = () => new Response('from the server', { headers: html })
  for (const path of ['/cart', '/orders/DMS-7K3M9QXT', '/wishlist/'])
    expect([await load(path), await load(path, 'reload')]).toEqual(['the frame', 'the frame'])
  expect([await load('/login?from=%2Fcart'), await load('/login', 'no-cache')]).toEqual(
    Array(2).fill('the login'),
  )
  expect(asked).toEqual([])
})

it.each([
  ['what is the same for everybody', 'public, max-age=60', shops, true],
  ['nothing that is for one reader', 'private, max-age=60', shops, false],
  ['nothing that is not to be kept', 'no-store', shops, false],
  ['no page of another build, whose scripts would be missing offline', 'public', '/assets/index-2.js', false],
])('of pages is kept %s', async (_what, rules, scripts, isKept) => {
  const { shelf, load, wait } = worker()
  answer = () => new Response(`${scripts}Rings`, { headers: { ...html, 'cache-control': rules } })
  expect(await load(path)).toContain('Rings')
  await wait()
  expect((await shelf.find(path)) !== undefined).toBe(isKept)
})

it('the page that was open before there was a worker is kept, and the one that the shop starts with, unless they are there', async () => {
  const { shelf, pages } = worker()
  answer = newer
  await pages.remember(`${path}/?utm_source=letter#two`)
  expect(asked).toEqual([origin + path, `${origin}/`])
  for (const kept of [path, '/']) expect(await shelf.find(kept)).toBeDefined()
  for (const there of [path, '/login']) await pages.remember(there)
  expect(asked).toHaveLength(2)
})

it('a gateway whose shop is away is shown to nobody for whom there is anything else', async () => {
  answer = () => new Response('Bad Gateway', { status: 502, headers: html })
  const { shelf, load } = worker({ isLeaving: true })
  expect(await load(path)).toBe('the frame')
  await shelf.put(path, new Response('Rings', { headers: html }))
  expect(await load(path, 'reload')).toBe('Rings')
  expect(await load('/login', 'reload')).toBe('the login')
  expect(await worker({ files: listFiles([]) }).load('/products/earrings')).toBe('Bad Gateway')
})
