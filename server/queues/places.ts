/** How much work of a kind this process is doing, and how much waits. */
export type Counts = { atWork: number; waiting: number }

/** Somebody who waits: lets them begin, or sends them away. */
export type Waiting = { begin: () => void; refuse: (error: unknown) => void }

/** So many places to work at, of which `next` gives whoever has waited for one. Keeps count in `counts`. */
export function makePlaces(most: number, next: () => Waiting | undefined, counts: Counts) {
  let taken = 0

  return {
    areTaken: () => taken >= most,
    /**
     * Does `work` at a place; where none is free, `lineUp` puts them where `next` finds them.
     * @throws what `lineUp` throws, or what they are refused with while they wait
     */
    async workAt<T>(work: () => Promise<T>, lineUp: (waiting: Waiting) => void): Promise<T> {
      // Whoever finishes hands over their place, so `taken` is correct already.
      if (taken >= most) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        lineUp({ begin: resolve, refuse: reject })
        counts.waiting += 1
        try {
          await promise
        } finally {
          counts.waiting -= 1
        }
      } else taken += 1
      counts.atWork += 1
      try {
        return await work()
      } finally {
        counts.atWork -= 1
        const one = next()
        if (one === undefined) taken -= 1
        else one.begin()
      }
    },
  }
}
