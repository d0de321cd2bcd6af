import { beforeEach, expect, it, vi } from 'vitest'
import { packs, pictureCache } from '#contract/worker.ts'
import { listFiles } from '../../sw/files.ts'

const origin = 'https://shop.example'

/** What is kept, by address, and what the server has: `null` for a lost connection. */
const kept = new Map<string, Response>()
let served: Record<string, string> | null = {}
/** Sent instead of whatever is requested. */
let instead: (() => Response | Promise<Response>) | null = null
/** How many more requests for each path are lost on their way. */
let losses: Record<string, number> = {}
/** What never comes the first time that it is asked for. */
let stands = new Set<string>()
/** Nor at any other time. */
let neverComes: string | null = null
/** Whether its beginning comes all the same. */
let standsInside = false
/** How many more times the browser cannot store something. */
let unstored = 0
const asked: string[] = []
/** And how the browser's own cache was to be used. */
const cached: Record<string, RequestCache | undefined> = {}

const addressOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href
const cache = {
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  match: async (key: string) => kept.get(addressOf(key))?.clone(),
  put: async (key: string, response: Response) => {
    if (unstored-- > 0) throw new DOMException('Unexpected internal error', 'UnknownError')
    kept.set(addressOf(key), response)
  },
  delete: async (key: string | Request) => kept.delete(addressOf(key)),
}
vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })
vi.stubGlobal('location', { origin })
vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
  asked.push(path)
  cached[path] = options?.cache
  if (stands.delete(path) || path === neverComes)
    return new Promise((resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      if (standsInside) resolve(standingStill(options?.signal))
    })
  if (served === null) throw new TypeError('Failed to fetch')
  const toLose = losses[path] ?? 0
  losses[path] = toLose - 1
  if (toLose > 0) throw new TypeError('Failed to fetch')
  if (instead !== null) return instead()
  const headers = {
    'content-encoding': 'br',
    'content-length': '9',
    etag: 'W/"1"',
    'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT',
    'x-content-type-options': 'nosniff',
  }
  return new Response(served[path] ?? '', { status: path in served ? 200 : 404, headers })
})

/** An answer of which only the headers come, as Chromium gives up reading it. */
const standingStill = (signal?: AbortSignal | null) =>
  new Response(
    new ReadableStream({
      start: (reading) =>
        signal?.addEventListener('abort', () =>
          reading.error(new DOMException('BodyStreamBuffer was aborted', 'AbortError')),
        ),
    }),
  )

const build = (...names: string[]) => listFiles(names.map((name) => ({ url: name, revision: null })))
const paths = () => [...kept.keys()].map((url) => url.slice(origin.length)).toSorted()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  // No test waits for a pause, nor does anything else happen in one.
  vi.setTimerTickMode('nextTimerAsync')
  kept.clear()
  asked.length = 0
  instead = null
  losses = {}
  stands = new Set()
  neverComes = null
  standsInside = false
  unstored = 0
  served = { '/assets/a.js': 'a', '/assets/b.js': 'b', '/assets/c.js': 'c', '/assets/d.js': 'd' }
})

it('files of an old build stay while a page is open that was when the new one took over, and go after it', async () => {
  await build('assets/a.js', 'assets/b.js').install()
  const next = build('assets/b.js', 'assets/c.js')
  await next.install()
  await next.takeOver(['an old page'])
  await next.tidy(['an old page', 'a new one'])
  expect(paths()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js', '/open-before'])
  expect(await (await next.find('/assets/a.js'))?.text()).toBe('a')
  await next.tidy(['a new one'])
  expect(paths()).toEqual(['/assets/b.js', '/assets/c.js'])
})

it('a browser that cannot put JSON into an answer by itself, as Safari 16, has the new build take over all the same', async () => {
  const whole = Response
  vi.stubGlobal('Response', Object.assign(class extends Response {}, { json: undefined }))
  try {
    await build('assets/a.js').install()
    const next = build('assets/b.js')
    await next.install()
    await next.takeOver(['an old page'])
    await next.tidy(['an old page'])
    expect(paths()).toEqual(['/assets/a.js', '/assets/b.js', '/open-before'])
    await next.tidy([])
    expect(paths()).toEqual(['/assets/b.js'])
  } finally {
    vi.stubGlobal('Response', whole)
  }
})

it('a build for whose note of open pages there is no room takes over all the same', async () => {
  const { put } = cache
  await build('assets/a.js').install()
  const next = build('assets/b.js')
  await next.install()
  cache.put = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  try {
    await next.takeOver(['an old page'])
  } finally {
    cache.put = put
  }
  await next.tidy([])
  expect(paths()).toEqual(['/assets/a.js', '/assets/b.js'])
})

it('a build for whose files there is no room takes that of the pictures', async () => {
  const { put } = cache
  const removed: string[] = []
  vi.stubGlobal('caches', { open: async () => cache, delete: async (name: string) => removed.push(name) })
  cache.put = (key, response) =>
    removed.length > 0
      ? put(key, response)
      : Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  try {
    await build('assets/a.js').install()
  } finally {
    cache.put = put
    vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })
  }
  expect([removed, paths()]).toEqual([[pictureCache], ['/assets/a.js']])
})

it('what a worker before it removed of a build is loaded once more after it took over, and nothing else', async () => {
  const names = ['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/d.js']
  const next = build(...names)
  await next.install()
  kept.delete(`${origin}/assets/c.js`)
  await next.takeOver(['an old page'])
  asked.length = 0
  await next.tidy(['an old page'])
  expect(asked).toEqual(['/assets/c.js'])
  await next.tidy([])
  expect(paths()).toEqual(names.map((name) => `/${name}`))
})

it('what cannot be had at that moment is asked for again, with the next page', async () => {
  const next = build('assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/d.js')
  await next.install()
  kept.delete(`${origin}/assets/c.js`)
  await next.takeOver([])
  const reachable = served
  served = null
  await expect(next.tidy([])).rejects.toThrow('Failed to fetch')
  served = reachable
  await next.tidy([])
  expect(paths()).toContain('/assets/c.js')
})

const fourNames = ['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/d.js']
const fourPaths = fourNames.map((name) => `/${name}`)

it('a line that loses each request twice does not fail the installation', async () => {
  losses = Object.fromEntries(fourPaths.map((path) => [path, 2]))
  await build(...fourNames).install()
  expect(paths()).toEqual(fourPaths)
})

it('what was lost is asked for again after one second, and after four more', async () => {
  vi.setTimerTickMode('manual')
  losses = { '/assets/a.js': 2 }
  kept.set(`${origin}/assets/b.js`, new Response('b'))
  kept.set(`${origin}/assets/c.js`, new Response('c'))
  const installing = build('assets/a.js', 'assets/b.js', 'assets/c.js').install()
  for (const [pause, times] of [
    [999, 1],
    [1, 2],
    [3_999, 2],
    [1, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause)
    expect(asked).toHaveLength(times)
  }
  await installing
})

it('what stays lost fails it, and whoever tries again loads nothing twice', async () => {
  losses = { '/assets/a.js': 3 }
  const files = build(...fourNames)
  await expect(files.install()).rejects.toThrow('Failed to fetch')
  expect(paths()).toEqual(fourPaths.slice(1))
  asked.length = 0
  await files.install()
  expect(asked).toEqual(['/assets/a.js'])
})

/** Serves these files packed. */
const packed = (address: string, names: Record<string, string>) => {
  served = { ...served, [address]: JSON.stringify(names) }
}

it.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is refused by a shop that is too busy', () => Response.json({ message: 'Very busy' }, { status: 503 })],
])(
  'a pack that %s once comes in the second attempt, nothing of it is asked for alone, and the browser keeps no second copy',
  async (_how, comes) => {
    packed(packs.code, { ...served })
    packed(packs.pages, {})
    // What is there already is in the pack all the same.
    kept.set(`${origin}/assets/a.js`, new Response('a'))
    instead = () => {
      instead = null
      return comes()
    }
    await build(...fourNames).install()
    expect(paths()).toEqual(fourPaths)
    expect(new Set(asked)).toEqual(new Set(Object.values(packs)))
    expect(cached[packs.code]).toBe('no-store')
  },
)

/** Has the faked clock decide as well what takes too long. */
const timeOut = () =>
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    setTimeout(() => control.abort(new DOMException('Too late', 'TimeoutError')), milliseconds)
    return control.signal
  })

it('what stands still on its way is given up, and asked for again', async () => {
  const timeout = timeOut()
  stands = new Set(['/assets/b.js', packs.code])
  await build(...fourNames).install()
  expect(paths()).toEqual(fourPaths)
  expect(asked.filter((path) => path === '/assets/b.js')).toHaveLength(2)
  timeout.mockRestore()
})

it.each([
  ['before a word of it has come', false],
  ['in the middle', true],
])(
  'a pack that stands still %s costs no more time than an installation has: its files come alone',
  async (_where, isInside) => {
    standsInside = isInside
    const timeout = timeOut()
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    vi.setTimerTickMode('nextTimerAsync')
    neverComes = packs.code
    packed(packs.pages, {})
    const begun = performance.now()
    await build(...fourNames).install()
    expect(paths()).toEqual(fourPaths)
    // The browser ends it after five minutes; most of that is for the files.
    expect(performance.now() - begun).toBeLessThanOrEqual(120_000)
    timeout.mockRestore()
  },
)

it('what the browser cannot store at once is stored a moment later', async () => {
  // With and without the pictures that make room.
  unstored = 2
  await build('assets/a.js').install()
  expect(paths()).toEqual(['/assets/a.js'])
})

it('a file out of a pack is as the server would have sent it alone', async () => {
  packed(packs.code, { '/assets/a.js': 'a' })
  packed(packs.pages, {})
  await build('assets/a.js').install()
  const file = kept.get(`${origin}/assets/a.js`)
  expect(await file?.text()).toBe('a')
  expect(Object.fromEntries(file?.headers ?? [])).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

it('what may change under its name is never what the browser had of it before', async () => {
  served = { ...served, '/favicon.svg': '<svg/>' }
  await listFiles([
    { url: 'assets/a.js', revision: null },
    { url: 'favicon.svg', revision: '1' },
  ]).install()
  expect(cached).toMatchObject({ '/assets/a.js': 'default', '/favicon.svg': 'no-cache' })
})

it('what changed under its name is loaded by the build that has it changed, and the one before goes on with its own', async () => {
  const build = (revision: string) => listFiles([{ url: 'favicon.svg', revision }])
  const [before, next] = [build('1'), build('2')]
  served = { '/favicon.svg': 'an old one' }
  await before.install()
  served = { '/favicon.svg': 'a new one' }
  await next.install()
  const textIn = async (files: typeof next) => (await files.find('/favicon.svg'))?.text()
  expect([await textIn(before), await textIn(next)]).toEqual(['an old one', 'a new one'])
})

it('a pack with pages of another build, as from one of several servers in a release, is asked for again', async () => {
  const contact = '/pages/contact.html'
  const answers = ['z', 'a'].map((script) =>
    JSON.stringify({ [contact]: `<script src="/assets/${script}.js"></script>` }),
  )
  served = {
    [packs.code]: JSON.stringify({ '/assets/a.js': 'a' }),
    get [packs.pages]() {
      return answers.shift() ?? ''
    },
  }
  await build('assets/a.js', contact).install()
  expect(paths()).toEqual(['/assets/a.js', contact])
  expect(await kept.get(origin + contact)?.text()).toContain('/assets/a.js')
  expect(asked).not.toContain(contact)
})

const page = (html: string) => new Response(html, { headers: { 'content-type': 'text/html' } })
it.each<[string, string, () => Response, string]>([
  ['a portal’s page', 'assets/a.js', () => page('<h1>Welcome aboard</h1>'), 'answered by somebody else'],
  [
    'what the shop says where it has no such file',
    'assets/a.js',
    () => new Response('Not found', { status: 404 }),
    'cannot be had',
  ],
  [
    'what came from elsewhere',
    'assets/a.js',
    // Even where it is a pack with this very file.
    () => Object.defineProperty(Response.json({ '/assets/a.js': 'a' }), 'redirected', { value: true }),
    'cannot be had',
  ],
  [
    'a page of another build',
    'pages/contact.html',
    () => page('<script src="/assets/z.js"></script>'),
    'of another build',
  ],
])('%s is not kept for a file of this one', async (_what, name, comes, words) => {
  instead = comes
  await expect(build(name).install()).rejects.toThrow(words)
  expect(paths()).toEqual([])
})
