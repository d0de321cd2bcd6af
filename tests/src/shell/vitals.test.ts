// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { measureVitals, pageKindOf } from '#src/shell/vitals.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['/', 'home'],
  ['/products/$slug', 'piece'],
  ['/products/', 'listing'],
  ['/products/rings', 'listing'],
  ['/all-jewellery', 'listing'],
  ['/products/search-results', 'search'],
  ['/privacy-policy', 'reading'],
  ['/login', 'reading'],
  ['/_customer/cart/', 'cart'],
  ['/_customer/cart/checkout', 'checkout'],
  ['/_customer/orders/$orderNumber', 'account'],
] as const)('%s is measured as %s', (routeId, kind) => {
  expect(pageKindOf(routeId)).toBe(kind)
})

let views = 0

/** A page view of a shopper who presses things on such a screen, and what is sent of it. */
async function looking(isAllowed = () => true, matches: (query: string) => boolean = () => true) {
  const send = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
  // What the library measures by, which jsdom does not have.
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ responseStart: 1 } as never])
  const tell = new Set<(list: object) => void>()
  class Observer {
    static readonly supportedEntryTypes = ['event']
    constructor(listener: (list: object) => void) {
      tell.add(listener)
    }
    observe() {}
    takeRecords() {
      return []
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.stubGlobal('PerformanceEventTiming', { prototype: { interactionId: 0 } })

  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  views += 1
  const view = views
  // Views of earlier tests go on listening.
  measureVitals('/', () => view === views && isAllowed())
  // The library measures a page that has loaded in the next task.
  await new Promise((resolve) => setTimeout(resolve))
  const turn = (to: DocumentVisibilityState) => {
    state.mockReturnValue(to)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  let presses = 0
  return {
    /** A press to which the page responds after so many milliseconds. */
    press: async (duration: number) => {
      presses += 1
      for (const listener of tell)
        listener({
          getEntries: () => [{ entryType: 'event', startTime: 0, duration, interactionId: presses }],
        })
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
    leave: () => turn('hidden'),
    comeBack: () => turn('visible'),
    comeBackFromMemory: () => {
      turn('visible')
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    },
    sent: () => send.mock.calls.map(([, call]): unknown => JSON.parse(String(call?.body))),
  }
}

const ttfb = (value: number) => ({ name: 'TTFB', value })
const inp = (value: number) => ({ name: 'INP', value })

test.each([
  [true, 1],
  [false, 0],
])('what was measured while it was allowed is sent only if it still is: %s', async (isStill, calls) => {
  let isAllowed = true
  const { sent, leave } = await looking(() => isAllowed)
  isAllowed = isStill
  leave()
  expect(sent()).toHaveLength(calls)
})

test('a view that is left and come back to counts once, as it was when it was first left', async () => {
  const { sent, press, leave, comeBack } = await looking()
  await press(48)
  leave()
  comeBack()
  await press(320)
  leave()
  expect(sent()).toMatchObject([{ vitals: [ttfb(1), inp(48)] }])
})

test('what could be measured only after it was first left counts, too', async () => {
  const { sent, press, leave, comeBack } = await looking()
  leave()
  comeBack()
  await press(48)
  leave()
  expect(sent()).toMatchObject([{ vitals: [ttfb(1)] }, { vitals: [inp(48)] }])
})

test('a page that the browser had kept, and shows again, is another view', async () => {
  const { sent, press, leave, comeBackFromMemory } = await looking()
  await press(48)
  leave()
  comeBackFromMemory()
  await press(320)
  leave()
  expect(sent()).toMatchObject([{ vitals: [ttfb(1), inp(48)] }, { vitals: [ttfb(0), inp(320)] }])
})

test.each([
  ['a phone', 'phone', true],
  ['a desktop', 'desktop', false],
] as const)(
  '%s is counted as one also by Safari 16.2, which cannot read ranges',
  async (_name, screen, is) => {
    const { sent, leave } = await looking(undefined, (query) => is && !/[<>]/.test(query))
    leave()
    expect(sent()).toMatchObject([{ screen }])
  },
)
