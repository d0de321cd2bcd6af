import type { Turns } from './gate.ts'
import { busy } from './problem.ts'

type Place = { begin: () => void; refuse: (error: unknown) => void }

/**
 * A queue as `makeGate` makes it, in which networks take turns: whoever sends hundreds waits behind their own calls, and
 * delays nobody else. Where `longest` wait, the network with most waiting is refused one (503).
 */
export function makeFairGate(most: number, longest: number, turns: Turns) {
  /** The network whose turn is next comes first; none is empty. */
  const queues = new Map<string, Place[]>()
  let running = 0
  let waiting = 0

  /** The queue of which one is to be refused for one more of this network; null where it is that one itself. */
  function longestBeside(network: string): Place[] | null {
    const own = (queues.get(network)?.length ?? 0) + 1
    let found: Place[] | null = null
    for (const queue of queues.values()) if (queue.length > (found?.length ?? own)) found = queue
    return found
  }
  const isFull = () => running >= most && waiting >= longest

  function makeSureOfRoom(network: string): void {
    if (isFull() && longestBeside(network) === null) throw busy
  }

  function makeRoom(network: string): void {
    makeSureOfRoom(network)
    if (!isFull()) return
    // That queue is longer than one, and so is not empty then.
    longestBeside(network)?.pop()?.refuse(busy)
    waiting -= 1
  }

  async function wait(network: string): Promise<void> {
    makeRoom(network)
    waiting += 1
    turns.waiting += 1
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = queues.get(network) ?? []
    queue.push({ begin: resolve, refuse: reject })
    queues.set(network, queue)
    await promise.finally(() => (turns.waiting -= 1))
  }

  function next(): Place | undefined {
    const [first] = queues
    if (first === undefined) return undefined
    const [network, queue] = first
    const place = queue.shift()
    queues.delete(network)
    if (queue.length > 0) queues.set(network, queue)
    waiting -= 1
    return place
  }

  return {
    /**
     * To be asked before anything of a call is read, when refusing costs next to nothing.
     * @throws {ApiError} 503
     */
    makeSureOfRoom,
    /** @throws {ApiError} 503 when too many wait already, or while it waits, when too many of its network do */
    async pass<T>(network: string, work: () => Promise<T>): Promise<T> {
      // Whoever finishes hands its place over, so `running` is correct already.
      if (running >= most) await wait(network)
      else running += 1
      turns.atWork += 1
      try {
        return await work()
      } finally {
        turns.atWork -= 1
        const place = next()
        if (place === undefined) running -= 1
        else place.begin()
      }
    },
  }
}
