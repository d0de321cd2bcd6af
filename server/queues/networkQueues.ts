/** Places in a queue for each network, from which networks take turns. */
export type NetworkQueues<Place> = {
  add: (network: string, place: Place) => void
  /** Before the others of this network. It does not have to leave for anybody. */
  addFirst: (network: string, place: Place) => void
  /** Does nothing where it is not there. */
  remove: (network: string, place: Place) => void
  /** How many wait, of all networks. */
  size: () => number
  /** Takes out whoever is next; undefined where nobody waits. */
  next: () => Place | undefined
  /**
   * Who has to leave for one more of this network where no more may wait: the newest of the network with most waiting.
   * Null where that would be the one who comes.
   */
  leaverFor: (network: string) => { network: string; place: Place } | null
}

/** So that whoever sends hundreds waits behind their own calls, and delays nobody else. */
export function networkQueues<Place>(): NetworkQueues<Place> {
  /** The network whose turn is next comes first; none is empty. */
  const queues = new Map<string, Queue<Place>>()
  let size = 0

  function remove(network: string, place: Place): void {
    const queue = queues.get(network)
    if (queue === undefined) return
    if (queue.first.delete(place) || queue.rest.delete(place)) size -= 1
    if (lengthOf(queue) === 0) queues.delete(network)
  }

  function addTo(part: keyof Queue<Place>, network: string, place: Place): void {
    const queue = queues.get(network) ?? { first: new Set(), rest: new Set() }
    queues.set(network, queue)
    queue[part].add(place)
    size += 1
  }

  return {
    add: (network, place) => addTo('rest', network, place),
    addFirst: (network, place) => addTo('first', network, place),
    remove,
    size: () => size,
    next() {
      for (const [network, queue] of queues) {
        queues.delete(network)
        queues.set(network, queue)
        const places = queue.first.size > 0 ? queue.first : queue.rest
        for (const place of places) {
          remove(network, place)
          return place
        }
      }
      return undefined
    },
    leaverFor(network) {
      let most = lengthOf(queues.get(network)) + 1
      let longest: [string, Queue<Place>] | null = null
      for (const [other, queue] of queues) {
        if (lengthOf(queue) <= most) continue
        most = lengthOf(queue)
        longest = [other, queue]
      }
      if (longest === null) return null
      const [other, { rest }] = longest
      const newest = [...rest].at(-1)
      return newest === undefined ? null : { network: other, place: newest }
    },
  }
}

type Queue<Place> = { first: Set<Place>; rest: Set<Place> }

const lengthOf = (queue: Queue<unknown> | undefined): number =>
  queue === undefined ? 0 : queue.first.size + queue.rest.size
