import { setTimeout as pause } from 'node:timers/promises'
import { busy } from '../http/problem.ts'

/** How long an order waits for what somebody has locked, such as a piece for an import, in milliseconds. */
const patience = 10_000
const firstPause = 10
const longestPause = 500
/** What each waiting order adds to the pauses of all: however many wait, together they try no more often than this. */
const between = 5

/** @throws {ApiError} 503 if it stays locked for too long */
export type OnceFree = <T>(write: () => Promise<T | null>) => Promise<T>

/** Retries a write until nobody else has locked what it needs; null means that it was locked. */
export function makeOnceFree(): OnceFree {
  let waiting = 0
  return async (write) => {
    const written = await write()
    if (written !== null) return written
    const begun = performance.now()
    waiting += 1
    try {
      for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
        await pause(Math.max(wait, between * waiting))
        const later = await write()
        if (later !== null) return later
        if (performance.now() - begun > patience) throw busy
      }
    } finally {
      waiting -= 1
    }
  }
}
