import { setTimeout as pause } from 'node:timers/promises'
import { tally } from '../metrics/tally.ts'

/**
 * Waits while this process has checkouts under way, for `longest` milliseconds at most: call it before work that nobody
 * waits for.
 */
export async function letCheckoutsPass(longest: number, isStopped: () => boolean): Promise<void> {
  const until = performance.now() + longest
  while (tally.checkouts.atWork > 0 && performance.now() < until && !isStopped()) await pause(10)
}
