import { describe, expect, it } from 'vitest'
import { type Answer, unanswered } from '#src/lib/answer.ts'
import { AppError } from '#src/lib/AppError.ts'
import type { Clock } from '#src/offline/clock.ts'
import { createNetworkService } from '#src/offline/networkService.ts'
import type { Memory } from '#src/offline/reconnection.ts'

const good: Answer<unknown> = { body: {}, status: 200, error: null }
const failed = (code: AppError['code'], status: number): Answer<unknown> => ({
  body: null,
  status,
  error: new AppError(code, 'No', status),
})
const portal = failed('invalid_response', 200)
const badGateway = failed('server_unreachable', 502)
const refused = failed('invalid_input', 400)
const broken = failed('internal', 500)

/** A clock that stands still until it is told how far to go. */
function standingClock() {
  let now = Date.parse('2026-11-01')
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
  }
  /** Lets pending promises settle. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  async function go(milliseconds: number) {
    const end = now + milliseconds
    for (;;) {
      await settle()
      const [next] = timers.toSorted((one, other) => one.at - other.at)
      if (!next || next.at > end) break
      timers = timers.filter((timer) => timer !== next)
      now = next.at
      next.run()
    }
    now = end
    await settle()
  }
  /** It was ahead by so much, and is corrected: timers do not fire any later for it. */
  function putBack(milliseconds: number) {
    now -= milliseconds
    timers = timers.map(({ at, run }) => ({ at: at - milliseconds, run }))
  }
  return { clock, go, settle, putBack }
}

type Line = 'up' | 'down' | 'silent'

/** A page on a connection that may be up, down, or accept everything and answer nothing. */
function page({ isOnline = true, line = 'up' as Line } = {}) {
  const { clock, go, settle, putBack } = standingClock()
  let kept: ReturnType<Memory['read']> = { reloadedAt: 0, lostAt: [], isAway: false }
  const world = {
    line,
    isOnline,
    mayReload: true,
    reloads: 0,
    probes: 0,
    given: 0,
    queued: Promise.resolve(),
  }
  const probe = () => {
    world.probes += 1
    if (world.line === 'silent')
      return new Promise<boolean>((resolve) => clock.after(5_000, () => resolve(false)))
    return Promise.resolve(world.line === 'up')
  }
  const open = () =>
    createNetworkService({
      clock,
      memory: { read: () => kept, write: (next) => void (kept = next) },
      isOnline: () => world.isOnline,
      probe,
      giveUp: () => void (world.given += 1),
      mayReload: () => world.mayReload,
      settle: () => world.queued,
      reload: () => void (world.reloads += 1),
    })
  const network = open()
  return {
    network,
    world,
    go,
    /** The same tab after a reload. */
    open,
    lose: async () => {
      world.line = 'down'
      network.browserSays(false)
      await settle()
    },
    regain: async () => {
      world.line = 'up'
      network.browserSays(true)
      await settle()
    },
    answer: async (answer: Answer<unknown>) => {
      network.follow(Promise.resolve(answer))
      await settle()
    },
    settle,
    putBack,
  }
}

describe('what the network is worth', () => {
  it('begins with what the browser believes, and tells nobody that a start is offline', async () => {
    const { network, go } = page({ isOnline: false, line: 'down' })
    await go(60_000)
    expect(network.view()).toEqual({ state: 'offline', isTold: false, isBack: false })
  })

  it('is corrected where the browser wrongly believes to be offline', async () => {
    const { network, go } = page({ isOnline: false, line: 'up' })
    await go(2_000)
    expect(network.view().state).toBe('online')
  })

  it('the browser is believed at once when it says that the network is gone, and the dialog tells', async () => {
    const { network, lose } = page()
    await lose()
    expect(network.view()).toMatchObject({ state: 'offline', isTold: true })
  })

  it('the browser is not believed when it says that the network is back and the server does not answer', async () => {
    const { network, lose, go } = page()
    await lose()
    network.browserSays(true)
    await go(60_000)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: true })
  })

  it.each([
    ['no answer', unanswered()],
    ['a proxy’s 502', badGateway],
    ['a captive portal’s page', portal],
  ])('%s has the server asked, and is offline when that does not answer either', async (_name, answer) => {
    const { network, world, answer: hear } = page({ line: 'down' })
    await hear(answer)
    expect(world.probes).toBe(1)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: false })
  })

  it('one call that fails on a server that answers changes nothing', async () => {
    const { network, answer } = page()
    await answer(unanswered())
    expect(network.view().state).toBe('online')
  })

  it.each([
    ['a refusal', refused],
    ['an error of our server', broken],
    ['a good answer', good],
  ])('%s is no reason to doubt', async (_name, answer) => {
    const { world, answer: hear } = page({ line: 'down' })
    await hear(answer)
    expect(world.probes).toBe(0)
  })

  it('a good answer while offline may come out of a cache: the server is asked', async () => {
    const { network, world, lose, answer } = page()
    await lose()
    await answer(good)
    expect(network.view().state).toBe('offline')
    world.line = 'up'
    await answer(good)
    expect(network.view().state).toBe('online')
  })

  it('a connection that accepts and stays silent is slow after 4 seconds and offline after 9', async () => {
    const { network, go } = page({ line: 'silent' })
    network.follow(new Promise(() => undefined))
    await go(3_900)
    expect(network.view().state).toBe('online')
    await go(200)
    expect(network.view().state).toBe('slow')
    await go(5_000)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: false })
  })

  it('a page that is waited for makes it slow, until it is there or another is asked for', async () => {
    const { network, world, go, settle } = page()
    network.opening()
    await go(4_000)
    expect(network.view().state).toBe('slow')
    network.opening()
    await settle()
    expect(network.view().state).toBe('online')
    world.line = 'silent'
    await go(4_000)
    expect(network.view().state).toBe('slow')
    await go(5_000)
    expect(network.view().state).toBe('offline')
    world.line = 'up'
    await go(60_000)
    expect(network.view().state).toBe('slow')
    network.opened()
    await settle()
    expect(network.view().state).toBe('online')
  })

  it('a slow answer ends being slow, without a reload', async () => {
    const { network, world, go, settle } = page()
    const { promise, resolve } = Promise.withResolvers<Answer<unknown>>()
    network.follow(promise)
    await go(6_000)
    expect(network.view().state).toBe('slow')
    resolve(good)
    await settle()
    expect(network.view().state).toBe('online')
    await go(60_000)
    expect(world.reloads).toBe(0)
  })

  it('silence while offline makes nothing better', async () => {
    const { network, world, lose, go } = page()
    await lose()
    world.line = 'silent'
    network.follow(new Promise(() => undefined))
    await go(4_500)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: true })
  })

  it('a call that was given up says nothing', async () => {
    const { network, world, settle } = page({ line: 'down' })
    network.follow(Promise.reject(new DOMException('The page was left', 'AbortError')))
    await settle()
    expect(world.probes).toBe(0)
  })

  it('a probe that was under way when the network went does not bring it back', async () => {
    const { network, world, settle } = page()
    void network.needed()
    expect(world.probes).toBe(1)
    network.browserSays(false)
    await settle()
    expect(network.view().state).toBe('offline')
  })

  it('a page that slept while the network went finds out when it is looked at, and tells nobody', async () => {
    const { network, world, go } = page()
    network.seen()
    expect(world.probes).toBe(0)
    Object.assign(world, { line: 'down', isOnline: false })
    network.seen()
    await go(0)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: false })
  })

  it('while offline the server is asked ever more rarely, and at once when the page is looked at', async () => {
    const { network, world, lose, go } = page()
    await lose()
    await go(59_000)
    expect(world.probes).toBe(5)
    world.line = 'up'
    network.seen()
    await go(0)
    expect(network.view().state).toBe('online')
    await go(600_000)
    expect(world.probes).toBe(6)
  })

  it('however long it was away, it is asked soon again when the browser says that it is back and the first call is lost', async () => {
    const { network, world, lose, go } = page()
    await lose()
    await go(10 * 60_000)
    // A browser may say so a moment before it lets a request through.
    network.browserSays(true)
    await go(0)
    world.line = 'up'
    await go(2_000)
    expect(network.view().state).toBe('online')
  })

  it('however long it was away before, it is asked again as soon', async () => {
    const { world, lose, go } = page()
    await lose()
    await go(600_000)
    // Back, and the browser says nothing of it.
    world.line = 'up'
    await go(30_000)
    await lose()
    const before = world.probes
    await go(2_000)
    expect(world.probes).toBe(before + 1)
  })

  it('however many doubt it at once, and however often, the server is not asked by each', async () => {
    const { network, world, lose, answer, go } = page()
    await Promise.all([network.needed(), network.needed()])
    expect(world.probes).toBe(1)
    network.browserSays(true)
    expect(world.probes).toBe(1)
    await lose()
    for (let call = 0; call < 10; call += 1) await answer(unanswered())
    expect(world.probes).toBe(1)
    for (let look = 0; look < 5; look += 1) {
      network.seen()
      await go(0)
    }
    expect(world.probes).toBe(6)
    await go(29_000)
    expect(world.probes).toBe(6)
  })
})

describe('the dialog', () => {
  it('opens when something the shopper asked for needs the network that is not there', async () => {
    const { network, settle } = page({ line: 'down' })
    await network.needed()
    await settle()
    expect(network.view()).toMatchObject({ state: 'offline', isTold: true })
  })

  it('opens at once where it is known that there is none', async () => {
    const { network, world, lose, settle } = page()
    await lose()
    network.close()
    world.line = 'silent'
    void network.needed()
    await settle()
    expect(network.view().isTold).toBe(true)
  })

  it('does not open when the server is there after all', async () => {
    const { network } = page()
    await network.needed()
    expect(network.view().isTold).toBe(false)
  })

  it('stays closed at the shopper’s word, until they ask for something again', async () => {
    const { network, lose, answer, go } = page()
    await lose()
    network.close()
    await answer(unanswered())
    await go(60_000)
    expect(network.view()).toMatchObject({ state: 'offline', isTold: false })
    await network.needed()
    expect(network.view().isTold).toBe(true)
  })

  it('Try Again asks the server, keeps the dialog while it is silent, and reloads once it answers', async () => {
    const { network, world, lose } = page()
    await lose()
    expect(await network.tryAgain()).toBe(false)
    expect(network.view().isTold).toBe(true)
    expect(world.reloads).toBe(0)
    world.line = 'up'
    expect(await network.tryAgain()).toBe(true)
    expect(world.reloads).toBe(1)
    expect(network.view().isTold).toBe(false)
  })

  it('Try Again first gives up what may be standing in the way of its question, and nothing else does', async () => {
    const { network, world, lose, go } = page()
    await lose()
    await network.needed()
    await go(60_000)
    expect(world.given).toBe(0)
    await network.tryAgain()
    expect(world.given).toBe(1)
  })

  it('Try Again opens it, where a page has it too and the server is still silent', async () => {
    const { network, lose } = page()
    await lose()
    network.close()
    await network.tryAgain()
    expect(network.view().isTold).toBe(true)
  })

  it('Try Again does not reload where the network goes while the server is asked', async () => {
    const { network, world, lose } = page()
    await lose()
    world.line = 'up'
    const trying = network.tryAgain()
    network.browserSays(false)
    expect(await trying).toBe(false)
    expect(world.reloads).toBe(0)
  })

  it('Try Again waits for the shopper’s word where something would be lost', async () => {
    const { network, world, lose, regain, go } = page()
    world.mayReload = false
    await lose()
    await regain()
    await network.tryAgain()
    expect(network.view().isBack).toBe(true)
    world.mayReload = true
    network.follow(new Promise(() => undefined))
    await go(60_000)
    expect(world.reloads).toBe(0)
    await lose()
    expect(network.view().isBack).toBe(false)
  })
})

describe('the reload on reconnection', () => {
  it('happens once, after the network has held for a second and a half', async () => {
    const { network, world, lose, regain, go } = page()
    await lose()
    await go(10_000)
    await regain()
    expect(network.view()).toMatchObject({ state: 'online', isTold: false })
    await go(1_400)
    expect(world.reloads).toBe(0)
    await go(200)
    expect(world.reloads).toBe(1)
    await go(300_000)
    expect(world.reloads).toBe(1)
  })

  it('not where it went again meanwhile', async () => {
    const { world, lose, regain, go } = page()
    await lose()
    await regain()
    await go(1_000)
    await lose()
    await go(60_000)
    expect(world.reloads).toBe(0)
  })

  it('not sooner because the shopper goes to another page meanwhile', async () => {
    const { network, world, lose, regain, go } = page()
    await lose()
    await regain()
    network.moved()
    await go(1_400)
    expect(world.reloads).toBe(0)
  })

  it('twice as late for each further time the network was lost within a minute, and not for a slow answer', async () => {
    const { network, world, lose, regain, go } = page()
    for (let times = 0; times < 3; times += 1) {
      await lose()
      await regain()
    }
    const { promise, resolve } = Promise.withResolvers<Answer<unknown>>()
    network.follow(promise)
    await go(5_000)
    expect(network.view().state).toBe('slow')
    resolve(good)
    await go(900)
    expect(world.reloads).toBe(0)
    await go(200)
    expect(world.reloads).toBe(1)
  })

  it('after a second and a half again once it was away for more than a minute, however often it was lost before', async () => {
    const { world, lose, regain, go } = page()
    for (let times = 0; times < 3; times += 1) {
      await regain()
      await lose()
    }
    await go(61_000)
    await regain()
    await go(1_400)
    expect(world.reloads).toBe(0)
    await go(200)
    expect(world.reloads).toBe(1)
  })

  it('happens too when nobody but the failing calls knew that the server was gone', async () => {
    const { world, answer, go } = page({ line: 'down' })
    await answer(unanswered())
    world.line = 'up'
    await go(3_600)
    expect(world.reloads).toBe(1)
  })

  it('waits for the queued edits', async () => {
    const { world, lose, regain, go, settle } = page()
    const { promise, resolve } = Promise.withResolvers<void>()
    world.queued = promise
    await lose()
    await regain()
    await go(5_000)
    expect(world.reloads).toBe(0)
    resolve()
    await settle()
    expect(world.reloads).toBe(1)
  })

  it('does not happen when the network goes again while the edits are sent', async () => {
    const { world, lose, regain, go, settle } = page()
    const { promise, resolve } = Promise.withResolvers<void>()
    world.queued = promise
    await lose()
    await regain()
    await go(2_000)
    await lose()
    resolve()
    await settle()
    expect(world.reloads).toBe(0)
  })

  it('waits for the shopper’s word, or for another page, while something would be lost', async () => {
    const { network, world, lose, regain, go, settle } = page()
    world.mayReload = false
    await lose()
    await regain()
    await go(60_000)
    expect(world.reloads).toBe(0)
    expect(network.view().isBack).toBe(true)
    network.moved()
    await settle()
    expect(world.reloads).toBe(0)
    world.mayReload = true
    network.moved()
    await settle()
    expect(world.reloads).toBe(1)
    expect(network.view().isBack).toBe(false)
  })

  it('is the shopper’s to have at once', async () => {
    const { network, world, lose, regain, go } = page()
    world.mayReload = false
    await lose()
    await regain()
    await go(2_000)
    network.reload()
    expect(world.reloads).toBe(1)
    await go(60_000)
    expect(world.reloads).toBe(1)
  })

  it('does not come again when the edits are sent that were under way then', async () => {
    const { network, world, lose, regain, go, settle } = page()
    const { promise, resolve } = Promise.withResolvers<void>()
    world.queued = promise
    await lose()
    await regain()
    await go(2_000)
    network.reload()
    resolve()
    await settle()
    expect(world.reloads).toBe(1)
  })

  it('comes at most once in 30 seconds, over the reload itself', async () => {
    const { world, lose, regain, go, open } = page()
    await lose()
    await regain()
    await go(2_000)
    expect(world.reloads).toBe(1)
    const next = open()
    next.browserSays(false)
    world.line = 'up'
    next.browserSays(true)
    await go(20_000)
    expect(world.reloads).toBe(1)
    await go(10_000)
    expect(world.reloads).toBe(2)
  })

  it('comes as soon after a clock that ran ahead was put right', async () => {
    const { world, lose, regain, go, open, putBack } = page()
    const aDay = 24 * 60 * 60_000
    for (let times = 0; times < 5; times += 1) {
      await regain()
      await lose()
    }
    putBack(aDay)
    await regain()
    await go(2_000)
    expect(world.reloads).toBe(1)
    putBack(aDay)
    const next = open()
    next.browserSays(false)
    next.browserSays(true)
    await go(30_000)
    expect(world.reloads).toBe(2)
  })

  it('does not happen where the browser wrongly believes to be offline, however often the page is opened', async () => {
    const { network, world, go, open } = page({ isOnline: false, line: 'up' })
    await go(60_000)
    const next = open()
    await go(60_000)
    expect([network, next].map((one) => one.view().state)).toEqual(['online', 'online'])
    expect(world.reloads).toBe(0)
    // What is queued has nothing to do with it.
    world.queued = new Promise(() => undefined)
    expect(await network.tryAgain()).toBe(true)
    expect(world.reloads).toBe(0)
  })

  it('happens where the browser believes so for ever, and the server was gone and is back', async () => {
    const { world, go } = page({ isOnline: false, line: 'down' })
    await go(10_000)
    world.line = 'up'
    await go(60_000)
    expect(world.reloads).toBe(1)
  })

  it('happens where the browser takes that back while the server is asked for the first time: what it says then is news', async () => {
    const { world, go, regain } = page({ isOnline: false, line: 'silent' })
    await go(1_000)
    await regain()
    await go(60_000)
    expect(world.reloads).toBe(1)
  })

  it('pages opened one after the other without a network are one loss, and come back as quickly', async () => {
    const { world, go, open } = page({ isOnline: false, line: 'down' })
    for (let others = 0; others < 5; others += 1) open()
    const last = open()
    await go(0)
    world.line = 'up'
    last.browserSays(true)
    await go(1_600)
    expect(world.reloads).toBe(1)
  })

  it('ten losses in five seconds make no reload, and one when it is over', async () => {
    const { network, world, lose, regain, go } = page()
    for (let flip = 0; flip < 10; flip += 1) {
      await lose()
      await go(250)
      await regain()
      await go(250)
    }
    expect(world.reloads).toBe(0)
    expect(network.view()).toMatchObject({ state: 'online', isTold: false })
    await go(60_000)
    expect(world.reloads).toBe(1)
  })

  it('sixty losses in five minutes make none, though each time the network holds for two seconds', async () => {
    const { network, world, lose, regain, go } = page()
    for (let flip = 0; flip < 60; flip += 1) {
      await lose()
      await go(3_000)
      await regain()
      await go(2_000)
    }
    // At the first, it was not yet known that more would follow.
    expect(world.reloads).toBeLessThanOrEqual(1)
    await lose()
    expect(network.view()).toMatchObject({ state: 'offline', isTold: true })
  })
})
