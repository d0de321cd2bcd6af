import type { Answer } from '#src/lib/answer.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import type { Clock } from './clock.ts'
import type { NetworkState } from './network.ts'

type Means = {
  clock: Clock
  /** What the browser reports at the start. */
  isOnline: boolean
  /** Asks the server itself; resolves to whether it, and nobody in its place, has answered. Never throws. */
  probe: () => Promise<boolean>
  show: (state: NetworkState) => void
}

/** What takes longer than this makes the connection a slow one, and triggers a probe. */
const overdueAfter = 4_000
/** While offline the server is asked again after each of these, the last one for ever. */
const pauses = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Determines the state of the network. The browser's event that it is gone is believed at once, and that it is back is
 * verified. When a call fails, is answered by somebody else or is overdue, or a page is, a probe asks the server, and
 * only the probe's outcome changes the state.
 */
export function createConnection({ clock, isOnline, probe, show }: Means) {
  let state: NetworkState = isOnline ? 'online' : 'offline'
  let asking: Promise<boolean> | null = null
  /** Counts the browser's events: a probe sent before one knows nothing of it. */
  let turn = 0
  let failures = 0
  let stopAsking: () => void = () => undefined
  const overdue = new Set<object>()

  function become(next: NetworkState) {
    if (next === 'offline') askAgainLater()
    else {
      stopAsking()
      failures = 0
    }
    if (next === state) return
    state = next
    show(next)
  }

  function askAgainLater() {
    stopAsking()
    stopAsking = clock.after(pauses[Math.min(failures, pauses.length - 1)] ?? 0, () => void check())
    failures += 1
  }

  const reachable = (): NetworkState => (overdue.size > 0 ? 'slow' : 'online')

  /** Probes the server; simultaneous calls share one probe. Resolves to whether the shop can be reached. */
  function check(): Promise<boolean> {
    asking ??= ask()
    return asking
  }

  async function ask(): Promise<boolean> {
    const asked = turn
    const isThere = await probe()
    if (asked !== turn) return asking ?? state !== 'offline'
    asking = null
    become(isThere ? reachable() : 'offline')
    return isThere
  }

  function browserSays(isBack: boolean) {
    turn += 1
    asking = null
    if (!isBack) return become('offline')
    // It may say so a moment before a request gets through; the next one is not to wait as after a long absence.
    failures = 0
    if (state === 'offline') void check()
  }

  /** Something begins that the network is needed for. Returns what is to be called when it has ended, well or not. */
  function begin(): () => void {
    const one = {}
    const stop = clock.after(overdueAfter, () => {
      overdue.add(one)
      if (state === 'online') become('slow')
      void check()
    })
    return () => {
      stop()
      overdue.delete(one)
      if (state === 'slow') become(reachable())
    }
  }

  /** Learns from a call to the server, from its start on. */
  async function follow(call: Promise<Answer<unknown>>): Promise<void> {
    const end = begin()
    let answer: Answer<unknown> | null = null
    try {
      answer = await call
    } catch {
      // The caller gave up: that says nothing about the network.
    }
    end()
    if (answer === null) return
    // A good answer may have come from a cache, so it is only a hint.
    if (isUnheard(answer.error) ? state !== 'offline' : state === 'offline') void check()
  }

  return { check, browserSays, begin, follow }
}
