import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attendWorker } from '#src/offline/worker.ts'

/** A worker as a browser shows it to pages. */
class Worker extends EventTarget {
  state = 'installing'
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  active: Worker | null = null
  waiting: Worker | null = null
  installing: Worker | null = new Worker()
  update = vi.fn<() => Promise<void>>(async () => undefined)
  /** The first worker has loaded everything, or has not: then the browser knows nothing of it any more. */
  settle(state: 'activated' | 'redundant') {
    const worker = this.installing
    this.installing = null
    this.active = state === 'activated' ? worker : null
    worker?.become(state === 'activated' ? 'installed' : state)
  }
}

const registrations: Registration[] = []
const register = vi.fn<() => Promise<Registration>>()
const onFailure = vi.fn<() => void>()
const latest = () => registrations.at(-1)
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const minute = 60_000
const hour = 60 * minute

/** A first visit whose first attempt has begun. */
async function visit() {
  void attendWorker(() => undefined, onFailure)
  await pass(0)
}

let visibilityState: DocumentVisibilityState = 'visible'
const become = (state: DocumentVisibilityState) => {
  visibilityState = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  // A document for each test: a page listens for as long as it is open.
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal(
    'document',
    Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibilityState }),
  )
  register.mockImplementation(async () => {
    const registration = new Registration()
    registrations.push(registration)
    return registration
  })
  const container = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise<never>(() => undefined),
    register,
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  registrations.length = 0
  visibilityState = 'visible'
})

it('a first worker that failed is registered anew after a minute, and ever more seldom, until one is installed', async () => {
  await visit()
  for (const pause of [minute, 4 * minute, 16 * minute, hour, hour]) {
    register.mockClear()
    latest()?.settle('redundant')
    await pass(pause - 1)
    expect(register).not.toHaveBeenCalled()
    await pass(1)
    expect(register).toHaveBeenCalledTimes(1)
  }
  register.mockClear()
  latest()?.settle('activated')
  await pass(hour)
  expect(register).not.toHaveBeenCalled()
  expect(latest()?.update).toHaveBeenCalledTimes(1)
})

it.each([
  ['the shopper', () => become('visible')],
  ['the network', () => window.dispatchEvent(new Event('online'))],
])('and sooner when %s comes back, once a minute at most', async (_who, comeBack) => {
  await visit()
  latest()?.settle('redundant')
  await pass(minute)
  // From here on the pause is longer.
  latest()?.settle('redundant')
  register.mockClear()
  await pass(minute - 1)
  comeBack()
  await pass(0)
  expect(register).not.toHaveBeenCalled()
  await pass(1)
  comeBack()
  await pass(0)
  expect(register).toHaveBeenCalledTimes(1)
  latest()?.settle('redundant')
  await pass(0)
  comeBack()
  await pass(0)
  expect(register).toHaveBeenCalledTimes(1)
})

it('but not while nobody looks at the page', async () => {
  await visit()
  become('hidden')
  latest()?.settle('redundant')
  await pass(hour)
  expect(register).toHaveBeenCalledTimes(1)
  become('visible')
  await pass(0)
  expect(register).toHaveBeenCalledTimes(2)
})

it('one whose own file does not arrive is registered anew, too', async () => {
  register.mockRejectedValueOnce(new TypeError('Failed to register'))
  await visit()
  await pass(minute)
  expect(register).toHaveBeenCalledTimes(2)
})

it('who waits for what it brings is told of each failure, and of none where it is there', async () => {
  await visit()
  expect(onFailure).not.toHaveBeenCalled()
  latest()?.settle('redundant')
  await pass(minute)
  expect(onFailure).toHaveBeenCalledTimes(1)
  latest()?.settle('activated')
  await pass(hour)
  expect(onFailure).toHaveBeenCalledTimes(1)
})

it('the one that only removes itself is not registered over and over', async () => {
  await visit()
  const worker = latest()?.installing
  latest()?.settle('activated')
  worker?.become('redundant')
  await pass(hour)
  expect(register).toHaveBeenCalledTimes(1)
})
