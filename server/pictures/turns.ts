import { networkQueues } from '../queues/networkQueues.ts'
import { busy } from '../http/problem.ts'

/** Somebody who waits: what they count as, and the signal that they are no longer there. */
export type Caller = { network: string; gone: AbortSignal }

type Job<Made> = { name: string; make: () => Promise<Made>; waiting: Set<Place<Made>>; isBegun: boolean }
type Place<Made> = {
  network: string
  job: Job<Made>
  resolve: (made: Made) => void
  reject: (error: unknown) => void
}

export type Turns<Made> = (name: string, caller: Caller, make: () => Promise<Made>) => Promise<Made>

/**
 * Makes things one at a time, for each network in turn. Something that several wait for under one name is made once, at
 * the first turn of any of them; nothing is made once all who waited for it have hung up. Up to `longest` may wait: for
 * one more, the network with most waiting is refused one (503).
 */
export function makeTurns<Made>(longest: number): Turns<Made> {
  const jobs = new Map<string, Job<Made>>()
  const queues = networkQueues<Place<Made>>()
  let isAtWork = false

  function leave(place: Place<Made>): void {
    queues.remove(place.network, place)
    const { job } = place
    job.waiting.delete(place)
    if (job.waiting.size === 0 && !job.isBegun) jobs.delete(job.name)
  }

  /** @throws {ApiError} 503 */
  function makeRoom(network: string): void {
    // One of them is being made.
    if (jobs.size <= longest) return
    const leaver = queues.leaverFor(network)
    if (leaver === null) throw busy
    leave(leaver.place)
    leaver.place.reject(busy)
  }

  async function work(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    for (let next = queues.next(); next !== undefined; next = queues.next()) {
      const { job } = next
      job.isBegun = true
      const { waiting } = job
      for (const place of waiting) queues.remove(place.network, place)
      try {
        const made = await job.make()
        for (const { resolve } of waiting) resolve(made)
      } catch (error) {
        for (const { reject } of waiting) reject(error)
      }
      jobs.delete(job.name)
    }
    isAtWork = false
  }

  return async (name, { network, gone }, make) => {
    gone.throwIfAborted()
    const known = jobs.get(name)
    // A crowd that wants the same takes no more places than one of them.
    if (known === undefined) makeRoom(network)
    const job = known ?? { name, make, waiting: new Set(), isBegun: false }
    jobs.set(name, job)
    const { promise, ...settle } = Promise.withResolvers<Made>()
    const place = { network, job, ...settle }
    job.waiting.add(place)
    if (!job.isBegun) queues.add(network, place)
    const hangUp = () => {
      leave(place)
      place.reject(gone.reason)
    }
    gone.addEventListener('abort', hangUp, { once: true })
    void work()
    return promise.finally(() => gone.removeEventListener('abort', hangUp))
  }
}
