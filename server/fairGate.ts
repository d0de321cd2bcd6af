import type { Turns } from './gate.ts'
import { networkQueues } from './networkQueues.ts'
import { busy } from './problem.ts'

type Place = { begin: () => void; refuse: (error: unknown) => void }

/**
 * A queue as `makeGate` makes it, in which networks take turns. Where `longest` wait, the network with most waiting is
 * refused one (503).
 */
export function makeFairGate(most: number, longest: number, turns: Turns) {
  const queues = networkQueues<Place>()
  let running = 0
  let waiting = 0
  const isFull = () => running >= most && waiting >= longest

  function makeSureOfRoom(network: string): void {
    if (isFull() && queues.leaverFor(network) === null) throw busy
  }

  function makeRoom(network: string): void {
    if (!isFull()) return
    const leaver = queues.leaverFor(network)
    if (leaver === null) throw busy
    queues.remove(leaver.network, leaver.place)
    waiting -= 1
    leaver.place.refuse(busy)
  }

  async function wait(network: string): Promise<void> {
    makeRoom(network)
    waiting += 1
    turns.waiting += 1
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queues.add(network, { begin: resolve, refuse: reject })
    await promise.finally(() => (turns.waiting -= 1))
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
        const place = queues.next()
        if (place === undefined) running -= 1
        else {
          waiting -= 1
          place.begin()
        }
      }
    },
  }
}
