/** Places in a queue for each network, from which networks take turns. */
export type NetworkQueues<Place> = {
  add: (network: string, place: Place) => void
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
  const queues = new Map<string, Set<Place>>()
  let size = 0

  function remove(network: string, place: Place): void {
    const queue = queues.get(network)
    if (queue?.delete(place)) size -= 1
    if (queue?.size === 0) queues.delete(network)
  }

  return {
    add(network, place) {
      queues.set(network, (queues.get(network) ?? new Set()).add(place))
      size += 1
    },
    remove,
    size: () => size,
    next() {
      for (const [network, queue] of queues) {
        queues.delete(network)
        queues.set(network, queue)
        for (const place of queue) {
          remove(network, place)
          return place
        }
      }
      return undefined
    },
    leaverFor(network) {
      let most = (queues.get(network)?.size ?? 0) + 1
      let longest: [string, Set<Place>] | null = null
      for (const [other, queue] of queues) {
        if (queue.size <= most) continue
        most = queue.size
        longest = [other, queue]
      }
      if (longest === null) return null
      const [other, queue] = longest
      const newest = [...queue].at(-1)
      return newest === undefined ? null : { network: other, place: newest }
    },
  }
}
