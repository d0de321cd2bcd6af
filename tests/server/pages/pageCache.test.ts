import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPageCache } from '#server/pages/pageCache.ts'

const minute = 60_000
const always = { isKept: () => true, isWhole: () => true }
const failed = (error: unknown) => {
  throw error
}

afterEach(() => {
  vi.useRealTimers()
})

/** The next version of each page, at a time set by the test. */
function versioned() {
  const at = { now: 0 }
  let version = 0
  const pages = createPageCache(
    async () => (version += 1),
    always,
    () => at.now,
  )
  return { pages, at }
}

/** These one after another, whatever is requested, at a time set by the test. */
function madeBy(...renders: (() => Promise<string>)[]) {
  const at = { now: 0 }
  const pages = createPageCache(
    () => renders.shift()?.() ?? Promise.reject(new Error('Too many')),
    always,
    () => at.now,
  )
  return { pages, at }
}

describe('finished pages stay in memory', () => {
  it('one render serves however many ask for the same address at once', async () => {
    let renders = 0
    const pages = createPageCache(async (href) => {
      renders += 1
      return href
    }, always)
    const answers = await Promise.all(Array.from({ length: 50 }, () => pages.get('/products', failed)))
    expect(new Set(answers)).toEqual(new Set(['/products']))
    expect(renders).toBe(1)
  })

  it('a page past its half minute is served once more while a new one is made', async () => {
    const { pages, at } = versioned()
    expect(await pages.get('/', failed)).toBe(1)
    at.now = 0.6 * minute
    expect(await pages.get('/', failed)).toBe(1)
    await Promise.resolve()
    await Promise.resolve()
    expect(await pages.get('/', failed)).toBe(2)
  })

  it('an old page that had to do once more is not the next to be dropped', async () => {
    const at = { now: 0 }
    let isMade = true
    const make = async (href: string) => {
      if (!isMade) throw new Error('The database is away')
      return href
    }
    const pages = createPageCache(make, { ...always, most: 2 }, () => at.now)
    for (const href of ['/', '/products']) await pages.get(href, failed)
    at.now = minute
    isMade = false
    expect(await pages.get('/', () => undefined)).toBe('/')
    isMade = true
    await pages.get('/contact', failed)
    isMade = false
    expect(await pages.get('/', () => undefined)).toBe('/')
  })

  it('of which browsers would ask for all anew is made anew first', async () => {
    const { pages, at } = versioned()
    await pages.get('/', failed)
    at.now = 0.9 * minute
    expect(pages.known('/', failed)).toBeUndefined()
    expect(await pages.get('/', failed)).toBe(2)
  })

  it('unless no newer one can be had, or not soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { pages, at } = madeBy(
      async () => 'the page',
      () => Promise.reject(new Error('away')),
      () => new Promise<string>(() => {}),
    )
    const heard: unknown[] = []
    await pages.get('/', failed)
    at.now = 9 * minute
    expect(await pages.get('/', (error) => heard.push(error))).toBe('the page')
    expect(heard).toHaveLength(1)
    const late = pages.get('/', failed)
    await vi.advanceTimersByTimeAsync(500)
    expect(await late).toBe('the page')
  })

  it('or is wanted no more: what has changed since is waited for', async () => {
    const after = Promise.withResolvers<string>()
    const { pages, at } = madeBy(
      async () => 'before',
      () => after.promise,
    )
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await pages.get('/', failed)
    at.now = 2 * minute
    const late = pages.get('/', failed)
    pages.clear()
    await vi.runAllTimersAsync()
    after.resolve('after')
    expect(await late).toBe('after')
  })

  it('nor is the old one given where that fails: it is known to be wrong by then', async () => {
    const after = Promise.withResolvers<string>()
    const { pages, at } = madeBy(
      async () => 'before',
      () => after.promise,
    )
    await pages.get('/', failed)
    at.now = 2 * minute
    const late = pages.get('/', () => {})
    pages.clear()
    after.reject(new Error('away'))
    await expect(late).rejects.toThrow('away')
  })

  it('what was kept before a change is given to nobody after it', async () => {
    const { pages } = versioned()
    await pages.get('/', failed)
    pages.clear()
    expect(pages.known('/', failed)).toBeUndefined()
    expect(await pages.get('/', failed)).toBe(2)
  })

  it('a page begun before a change is for who asked for it then: nobody after them gets it, nor waits for it', async () => {
    const renders: PromiseWithResolvers<string>[] = []
    const pages = createPageCache(() => {
      const render = Promise.withResolvers<string>()
      renders.push(render)
      return render.promise
    }, always)
    const early = pages.get('/', failed)
    pages.clear()
    const later = pages.get('/', failed)
    renders[0]?.resolve('before')
    expect(await early).toBe('before')
    const latest = pages.get('/', failed)
    expect(renders).toHaveLength(2)
    renders[1]?.resolve('after')
    expect([await later, await latest, await pages.get('/', failed)]).toEqual(['after', 'after', 'after'])
  })

  it('a page unseen for ten minutes is made anew', async () => {
    const { pages, at } = versioned()
    await pages.get('/', failed)
    at.now = 11 * minute
    expect(await pages.get('/', failed)).toBe(2)
  })

  it('nor does it stay longer because somebody has set the clock back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    let version = 0
    const pages = createPageCache(async () => (version += 1), always)
    await pages.get('/', failed)
    vi.setSystemTime(Date.now() - 60 * minute)
    vi.advanceTimersByTime(11 * minute)
    expect(await pages.get('/', failed)).toBe(2)
  })

  it('what is not worth keeping is made each time, and made-up addresses push nothing out', async () => {
    const rendered: string[] = []
    const pages = createPageCache(
      async (href) => {
        rendered.push(href)
        return href
      },
      { ...always, isKept: (href) => !href.startsWith('/made-up') },
    )
    await pages.get('/', failed)
    for (let n = 0; n < 600; n += 1) await pages.get(`/made-up-${n}`, failed)
    await pages.get('/', failed)
    expect(rendered.filter((href) => href === '/')).toHaveLength(1)
  })

  it('holds no more than 500, the least recently seen leaving first', async () => {
    const rendered: string[] = []
    const pages = createPageCache(async (href) => {
      rendered.push(href)
      return href
    }, always)
    await pages.get('/first', failed)
    await pages.get('/second', failed)
    await pages.get('/first', failed)
    for (let n = 0; n < 499; n += 1) await pages.get(`/page-${n}`, failed)
    await pages.get('/first', failed)
    await pages.get('/second', failed)
    expect(rendered.filter((href) => href === '/first')).toHaveLength(1)
    expect(rendered.filter((href) => href === '/second')).toHaveLength(2)
  })

  it('a failed renewal keeps the old page, is heard of, and is tried again', async () => {
    let now = 0
    let isBroken = false
    const heard: unknown[] = []
    const pages = createPageCache(
      async () => {
        if (isBroken) throw new Error('The database is away')
        return 'the page'
      },
      always,
      () => now,
    )
    await pages.get('/', failed)
    now = 0.6 * minute
    isBroken = true
    expect(await pages.get('/', (error) => heard.push(error))).toBe('the page')
    await new Promise(setImmediate)
    expect(heard).toHaveLength(1)
    expect(await pages.get('/', (error) => heard.push(error))).toBe('the page')
    await new Promise(setImmediate)
    expect(heard).toHaveLength(2)
  })

  it('of what is not whole nothing is kept, and an old page stays that was', async () => {
    let now = 0
    let made = 0
    const whole = new Set([2, 4])
    const pages = createPageCache(
      async () => (made += 1),
      { ...always, isWhole: (page) => whole.has(page) },
      () => now,
    )
    expect([await pages.get('/', failed), await pages.get('/', failed)]).toEqual([1, 2])
    const seen = []
    for (now of [0.6, 0.7, 0.75, 0.8, 3].map((minutes) => minutes * minute)) {
      seen.push(await pages.get('/', failed))
      await new Promise(setImmediate)
    }
    expect([seen, made]).toEqual([[2, 2, 4, 4, 4], 5])
  })
})
