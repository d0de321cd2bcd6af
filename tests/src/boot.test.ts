// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

const reload = vi.fn<() => void>()
const server = vi.fn<(href: string) => Promise<Response>>()
/** The parts of an address relative to the page's. */
const partsOf = (path: string) => {
  const { href, pathname, search, hash } = new URL(path, location.href)
  return { href, pathname, search, hash }
}
const first = partsOf('')
vi.stubGlobal('location', { ...first, reload })
vi.stubGlobal('fetch', server)
// jsdom's own depends on the interval that the tests control.
const frame = vi.fn<(callback: () => void) => void>()
vi.stubGlobal('requestAnimationFrame', frame)
let tellOnline = () => {
  throw new Error('Nobody listens')
}
/** By its end the server has been asked, and the script was not there. */
async function comeOnline() {
  tellOnline()
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
}
let pressKey: () => unknown = () => undefined
let stepTo: (path: string, after?: number) => void = () => undefined
vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => never) => {
  if (type === 'online') tellOnline = () => listener(new Event(type))
  if (type === 'keydown') pressKey = () => listener(new Event(type))
  if (type === 'popstate')
    stepTo = (path, after = 0) => {
      Object.assign(location, partsOf(path))
      const event = new PopStateEvent(type)
      Object.defineProperty(event, 'timeStamp', { value: after })
      listener(event as never)
    }
})

/** A page whose own script cannot be loaded, in a tab that may have had such a page before. */
async function opened(scripts = ['/gone/main-1234567.js']) {
  vi.clearAllTimers()
  document.body.innerHTML = `<script type="application/json" id="scripts">${JSON.stringify(scripts)}</script>`
  vi.resetModules()
  await import('#src/boot.ts')
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  await vi.dynamicImportSettled()
}
/** By its end what was asked for in it has been answered, and the script was not there. */
async function aMinute() {
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.dynamicImportSettled()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.mockReset().mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  reload.mockReset()
  sessionStorage.clear()
  frame.mockReset().mockImplementation((callback) => callback())
})

it('a page whose scripts were lost on the way is loaded again once the server answers', async () => {
  await opened()
  await aMinute()
  expect(reload).not.toHaveBeenCalled()
  server.mockImplementation(async () => new Response())
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('nor before what stands in front of the server lets it answer', async () => {
  server.mockImplementation(async () => new Response(null, { status: 502 }))
  await opened()
  await aMinute()
  expect([reload.mock.calls, sessionStorage]).toMatchObject([[], { length: 0 }])
  server.mockImplementation(async () => new Response(null, { status: 404 }))
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('nor while somebody else answers for it, or what it answers is cut off on its way', async () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  server.mockImplementation(async () => new Response('<h1>Pay for the Wi-Fi</h1>', { headers: html }))
  await opened()
  await aMinute()
  const cutOff = () =>
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('export const half = '))
        body.error(new TypeError('network error'))
      },
    })
  server.mockImplementation(async () => new Response(cutOff()))
  await aMinute()
  expect([reload.mock.calls, sessionStorage]).toMatchObject([[], { length: 0 }])
  server.mockImplementation(async () => new Response())
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('nor while the one that starts the shop is lost, which others need, though these have come', async () => {
  server.mockImplementation(async (href) => {
    if (href === '/gone/main-1234567.js') throw new TypeError('Failed to fetch')
    return new Response()
  })
  await opened(['/gone/part-1234567.js', '/gone/main-1234567.js'])
  await aMinute()
  expect([reload.mock.calls, sessionStorage]).toMatchObject([[], { length: 0 }])
})

it('one attempt at a time: on a slow line they would take it from one another', async () => {
  server.mockImplementation(() => new Promise(() => undefined))
  await opened()
  await aMinute()
  expect(server).toHaveBeenCalledTimes(1)
})

it('one that was already loaded again for nothing is so once more after the network was said to be back, too early', async () => {
  server.mockImplementation(async () => new Response())
  await opened()
  await aMinute()
  server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  await opened()
  await comeOnline()
  expect(reload).toHaveBeenCalledTimes(1)
  server.mockImplementation(async () => new Response())
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('one whose scripts are of no use here is loaded again once, and when the network comes back', async () => {
  server.mockImplementation(async () => new Response())
  await opened()
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(1)
  await opened()
  await aMinute()
  expect(reload).toHaveBeenCalledTimes(1)
  // Nor are they downloaded every few seconds for as long as it is open.
  const asked = server.mock.calls.length
  await aMinute()
  expect(server.mock.calls).toHaveLength(asked)
  await comeOnline()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('one in which something was pressed or typed is not reloaded for it by itself, only at the shopper’s word', async () => {
  await opened()
  document.body.insertAdjacentHTML('beforeend', '<textarea></textarea>')
  const field = document.querySelector('textarea')
  if (field) field.value = 'Half a sentence'
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  server.mockImplementation(async () => new Response())
  await aMinute()
  const asked = server.mock.calls.length
  await aMinute()
  expect(server.mock.calls).toHaveLength(asked)
  await comeOnline()
  expect(reload).not.toHaveBeenCalled()

  document.body.insertAdjacentHTML('beforeend', '<button type="button">Send</button>')
  document.querySelector('button')?.click()
  // Pages of earlier tests listen, too.
  const line = [...document.querySelectorAll('[role=alert]')].at(-1)
  expect(line?.textContent).toMatch(/^Part of this page has not arrived yet/)
  server.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  line?.querySelector('a')?.click()
  await eventually(() => expect(line?.textContent).toMatch(/^Still no answer/))
  expect(reload).not.toHaveBeenCalled()
  server.mockImplementation(async () => new Response())
  line?.querySelector('a')?.click()
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('who asks again over a line that is silent hears so after eight seconds', async () => {
  await opened()
  document.body.insertAdjacentHTML('beforeend', '<button type="button">Send</button>')
  document.querySelector('button')?.click()
  const line = [...document.querySelectorAll('[role=alert]')].at(-1)
  let time: AbortController | undefined
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    if (milliseconds === 8_000) time = control
    return control.signal
  })
  vi.stubGlobal(
    'fetch',
    (_href: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Too late', 'TimeoutError')))
      }),
  )
  line?.querySelector('a')?.click()
  expect(line?.textContent).toMatch(/^Part of this page has not arrived yet/)
  time?.abort()
  await eventually(() => expect(line?.textContent).toMatch(/^Still no answer/))
  timeout.mockRestore()
  vi.stubGlobal('fetch', server)
})

it('stays where nothing can be noted: it might never end', async () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError')
  })
  server.mockImplementation(async () => new Response())
  await opened()
  await aMinute()
  expect(reload).not.toHaveBeenCalled()
  refused.mockRestore()
})

/** Ends a page: until its script is lost, it hears presses that are made on later ones, too. */
const lost = () => vi.dynamicImportSettled()

it('no other script is asked for before the page is painted, with its largest picture', async () => {
  frame.mockImplementation(() => undefined)
  document.head.replaceChildren()
  document.body.innerHTML = `<img src="ring" fetchpriority="high">
    <script type="application/json" id="scripts">["/gone/main-1234567.js"]</script>`
  const asked = () => document.head.querySelectorAll('link[rel="modulepreload"]')
  vi.resetModules()
  await import('#src/boot.ts')
  expect(frame).not.toHaveBeenCalled()
  document.querySelector('img')?.dispatchEvent(new Event('load'))
  expect(frame).toHaveBeenCalledTimes(1)
  expect(asked()).toHaveLength(0)
  frame.mock.calls[0]?.[0]()
  await eventually(() => expect(asked()).toHaveLength(1))
  await lost()
})

/** A page that paints nothing, and what it has requested. */
async function unpainted() {
  // The time after which it starts in any case never comes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] })
  frame.mockImplementation(() => undefined)
  document.head.replaceChildren()
  document.body.innerHTML = '<script type="application/json" id="scripts">["/gone/main-1234567.js"]</script>'
  vi.resetModules()
  await import('#src/boot.ts')
  return () => document.head.querySelectorAll('link[rel="modulepreload"]')
}

it('a press wakes the page also where nothing is painted', async () => {
  const asked = await unpainted()
  expect(asked()).toHaveLength(0)
  pressKey()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toHaveLength(1)
  await lost()
})

it('a page in a tab that nobody looks at waits for no paint', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const asked = await unpainted()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toHaveLength(1)
  hidden.mockRestore()
  await lost()
})

const stop = vi.fn<() => void>()
vi.stubGlobal('stop', stop)

let standing = 0
/** A page whose script stands still until what is on its way is lost, and the hour by which its presses are made. */
async function standsStill() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { promise, reject } = Promise.withResolvers<void>()
  vi.stubGlobal('onItsWay', promise)
  stop.mockReset().mockImplementation(() => reject(new TypeError('Failed to fetch')))
  standing += 1
  const script = `data:text/javascript,await globalThis.onItsWay // ${standing}`
  document.body.innerHTML = `<script type="application/json" id="scripts">${JSON.stringify([script])}</script>`
  vi.resetModules()
  await import('#src/boot.ts')
  await vi.advanceTimersByTimeAsync(0)
}

/** A press on such a link when the page has been there for so long. */
async function press(attributes: string, after: number, keys: MouseEventInit = {}) {
  document.body.insertAdjacentHTML('beforeend', `<a ${attributes}>A link</a>`)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
  Object.defineProperty(event, 'timeStamp', { value: after })
  // jsdom follows no link.
  document.body.addEventListener('click', (pressed) => pressed.preventDefault(), { once: true })
  document.body.lastElementChild?.dispatchEvent(event)
  await vi.advanceTimersByTimeAsync(0)
}

it('what stands still is given up for a link that is followed, and nothing after it: neither the minute nor a reload may take the next page away', async () => {
  await standsStill()
  await vi.advanceTimersByTimeAsync(50_000)
  await press('href="/contact"', 50_000)
  expect(stop).toHaveBeenCalledTimes(1)
  await eventually(() => expect(server).toHaveBeenCalled())
  server.mockImplementation(async () => new Response())
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stop.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
})

it('a link that is followed before the scripts are taken for still is followed once more when they are given up', async () => {
  await standsStill()
  await press('href="/contact"', 5_000)
  expect(stop).not.toHaveBeenCalled()
  const here = location.href
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stop.mock.calls.length, location.href]).toEqual([1, new URL('/contact', here).href])
  location.href = here
})

describe('a step in the history, of which nobody else hears yet', () => {
  afterEach(() => void Object.assign(location, first))

  it('loads the page that it leads to, and not for a place on this one', async () => {
    await standsStill()
    stepTo('#details')
    stepTo('/')
    expect(reload).not.toHaveBeenCalled()
    stepTo('/products/rings?material=Gold')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('and one back to this page after that: another is on its way', async () => {
    await standsStill()
    stepTo('/products/rings')
    stepTo('/')
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('what stands still is given up for it, or if that is too early to tell, it is gone to once more', async () => {
    await standsStill()
    stepTo('/products/rings', 50_000)
    expect([stop.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])
    location.href = first.href
    await standsStill()
    stepTo('/products/rings?material=Gold#first', 5_000)
    expect(stop).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([stop.mock.calls.length, location.href]).toEqual([
      1,
      new URL('/products/rings?material=Gold', first.href).href,
    ])
  })
})

it.each([
  ['takes from it what an advertisement has appended', '/?utm_source=letter', '/'],
  ['leaves another alone, to which the shopper has gone back already', '/products/rings', undefined],
])('a page with an address of its own %s', async (_what, at, written) => {
  const replace = vi.spyOn(history, 'replaceState')
  Object.assign(location, partsOf(at))
  document.body.innerHTML = '<div id="root" data-href="/"></div>'
  vi.resetModules()
  await import('#src/boot.ts')
  expect(replace.mock.calls[0]?.[2]).toBe(written)
  Object.assign(location, first)
  replace.mockRestore()
})

it.each([
  ['a place on this page', 'href="#details"', {}],
  ['its top', 'href="#"', {}],
  ['a telephone', 'href="tel:+441234567890"', {}],
  ['an email', 'href="mailto:hello@example.com"', {}],
  ['a tab of its own', 'href="/contact" target="_blank"', {}],
  ['a tab that the shopper asks for', 'href="/contact"', { ctrlKey: true }],
  ['a tab that the shopper asks for on a Mac', 'href="/contact"', { metaKey: true }],
  ['a window that the shopper asks for', 'href="/contact"', { shiftKey: true }],
])('scripts that are merely slow are not given up for a link to %s', async (_what, attributes, keys) => {
  await standsStill()
  await press(attributes, 10_000, keys)
  expect(stop).not.toHaveBeenCalled()
})
