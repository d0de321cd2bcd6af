import { busy } from '../problem.ts'

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
 * Makes things one at a time, for each network in turn: whoever requests thousands waits behind their own requests, and
 * delays nobody else. Something that several wait for under one name is made once, at the first turn of any of them;
 * nothing is made once all who waited for it have hung up. Up to `longest` may wait: for one more, the network with
 * most waiting is refused one (503).
 */
export function makeTurns<Made>(longest: number): Turns<Made> {
  const jobs = new Map<string, Job<Made>>()
  /** The network whose turn is next comes first. */
  const queues = new Map<string, Set<Place<Made>>>()
  let isAtWork = false

  function unqueue(place: Place<Made>): void {
    const queue = queues.get(place.network)
    queue?.delete(place)
    if (queue?.size === 0) queues.delete(place.network)
  }

  function leave(place: Place<Made>): void {
    unqueue(place)
    const { job } = place
    job.waiting.delete(place)
    if (job.waiting.size === 0 && !job.isBegun) jobs.delete(job.name)
  }

  /** @throws {ApiError} 503 */
  function makeRoom(network: string): void {
    // One of them is being made.
    if (jobs.size <= longest) return
    let most = new Set<Place<Made>>()
    for (const queue of queues.values()) if (queue.size > most.size) most = queue
    const newest = [...most].at(-1)
    if (newest === undefined || (queues.get(network)?.size ?? 0) + 1 >= most.size) throw busy
    leave(newest)
    newest.reject(busy)
  }

  function next(): Job<Made> | undefined {
    for (const [network, queue] of queues) {
      queues.delete(network)
      queues.set(network, queue)
      for (const { job } of queue) return job
    }
    return undefined
  }

  async function work(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    for (let job = next(); job !== undefined; job = next()) {
      job.isBegun = true
      const { waiting } = job
      for (const place of waiting) unqueue(place)
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
    if (!job.isBegun) queues.set(network, (queues.get(network) ?? new Set()).add(place))
    const hangUp = () => {
      leave(place)
      place.reject(gone.reason)
    }
    gone.addEventListener('abort', hangUp, { once: true })
    void work()
    return promise.finally(() => gone.removeEventListener('abort', hangUp))
  }
}
