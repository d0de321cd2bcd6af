import type { Clock } from './clock.ts'

type Remembered = {
  reloadedAt: number
  lostAt: readonly number[]
  /** A page opened while the network is still away has not lost it again. */
  isAway: boolean
}

/** What must outlive the reload itself: when this tab reloaded last, and when it lost the network. */
export type Memory = { read: () => Remembered; write: (kept: Remembered) => void }

type Means = {
  clock: Clock
  memory: Memory
  /** Whether nothing would be lost: no order under way, no card or password typed. */
  mayReload: () => boolean
  /** Resolves once what is to be sent has been sent, queued edits first; or when that has taken too long. */
  settle: () => Promise<void>
  reload: () => void
  /** Whether the network is back and the page is waiting for somebody's consent to reload. */
  showWaiting: (isWaiting: boolean) => void
}

/** How long the network must have been stable; twice as long for each further time it was lost within a minute. */
const hold = 1_500
const longestHold = 30_000
const recently = 60_000
/** A time in the future comes from a clock that has been corrected since. */
const isRecent = (age: number) => age >= 0 && age < recently
/** The least time between two reloads. */
const rest = 30_000

/**
 * Reloads the page once after the network was away: when it has been stable, the queued edits are sent and nothing
 * typed would be lost. At most once for each time it was away and once in half a minute; never while it flaps.
 */
export function createReconnection({ clock, memory, mayReload, settle, reload, showWaiting }: Means) {
  let wasAway = false
  let isWaiting = false
  let stop: () => void = () => undefined
  /** Counts losses: what was begun before one must not end after it. */
  let turn = 0

  function wait(next: boolean) {
    isWaiting = next
    showWaiting(next)
  }

  /** Times within the last minute at which the network was lost. */
  const lostLately = () => memory.read().lostAt.filter((at) => isRecent(clock.now() - at))

  function lost() {
    stop()
    turn += 1
    wait(false)
    wasAway = true
    const known = memory.read()
    if (!known.isAway) memory.write({ ...known, isAway: true, lostAt: [...lostLately(), clock.now()] })
  }

  function back() {
    memory.write({ ...memory.read(), isAway: false })
    const times = Math.max(1, lostLately().length)
    const held = Math.min(hold * 2 ** (times - 1), longestHold)
    const rested = Math.min(memory.read().reloadedAt + rest - clock.now(), rest)
    stop = clock.after(Math.max(held, rested), () => void attempt())
  }

  /** Reloads as soon as nothing would be lost by it, or offers to. */
  async function attempt(): Promise<void> {
    if (!wasAway) return
    stop()
    const asked = turn
    await settle()
    if (asked !== turn || !wasAway) return
    if (mayReload()) go()
    else wait(true)
  }

  /** Reloads, whatever is in the way: the shopper has agreed. */
  function go() {
    wait(false)
    wasAway = false
    memory.write({ ...memory.read(), reloadedAt: clock.now() })
    reload()
  }

  return {
    lost,
    back,
    attempt,
    go,
    /** The shopper has gone to another page: what was in the way may be left behind. */
    moved: () => {
      if (isWaiting && mayReload()) void attempt()
    },
  }
}
