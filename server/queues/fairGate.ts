import { networkQueues } from './networkQueues.ts'
import { type Counts, makePlaces, type Waiting } from './places.ts'
import { busy } from '../http/problem.ts'

export type FairGate = ReturnType<typeof makeFairGate>

/**
 * A queue as `makeGate` makes it, in which networks take turns. Where `longest` wait, the network with most waiting is
 * refused one (503).
 */
export function makeFairGate(most: number, longest: number, counts: Counts) {
  const queues = networkQueues<Waiting>()
  /** Who has passed before, and goes before all networks. */
  const ahead: Waiting[] = []
  const places = makePlaces(most, () => ahead.shift() ?? queues.next(), counts)
  const isFull = () => places.areTaken() && queues.size() >= longest

  function makeRoom(network: string): void {
    if (!isFull()) return
    const leaver = queues.leaverFor(network)
    if (leaver === null) throw busy
    queues.remove(leaver.network, leaver.place)
    leaver.place.refuse(busy)
  }

  const isFullFor = (network: string) => isFull() && queues.leaverFor(network) === null

  return {
    /** Whether as many wait as may. */
    isFull,
    /** Whether one more of this network would be refused. */
    isFullFor,
    /**
     * To be asked before anything of a call is read, when refusing costs next to nothing.
     * @throws {ApiError} 503
     */
    makeSureOfRoom(network: string): void {
      if (isFullFor(network)) throw busy
    },
    /** @throws {ApiError} 503 when too many wait already, or while it waits, when too many of its network do */
    pass: <T>(network: string, work: () => Promise<T>): Promise<T> =>
      places.workAt(work, (waiting) => {
        makeRoom(network)
        queues.add(network, waiting)
      }),
    /** For the rest of a job that has passed before and left in between: never refused, and next of its network. */
    passAgain: <T>(network: string, work: () => Promise<T>): Promise<T> =>
      places.workAt(work, (waiting) => queues.addFirst(network, waiting)),
    /** The same, but next of all: for what was begun and others rely on, such as an order whose payment is approved. */
    passAhead: <T>(work: () => Promise<T>): Promise<T> =>
      places.workAt(work, (waiting) => void ahead.push(waiting)),
  }
}
