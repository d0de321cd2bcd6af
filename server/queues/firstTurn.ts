/** A queue in which networks take turns; whoever passes it does their work. */
export type Pass = <T>(network: string, work: () => Promise<T>) => Promise<T>

/**
 * Work that several networks may want at once: done once, at the first turn that any of them gets. Each takes a turn of
 * its own, however many of it ask: whoever wants what a flood has asked for before waits behind nobody's calls but their
 * own network's, and is refused for no other. `givenUp` is called if all were refused before it was begun.
 */
export function atFirstTurn<Made>(
  pass: Pass,
  work: () => Promise<Made>,
  givenUp: () => void,
): (network: string) => Promise<Made> {
  let begun: Promise<Made> | null = null
  /** Only once somebody has to wait: most never do, and each promise costs all of them. */
  let queue: { turns: Map<string, Promise<Made>>; made: PromiseWithResolvers<Made> } | null = null

  function begin(): Promise<Made | null> {
    // A later turn takes no place from others while the work is done at an earlier one.
    if (begun !== null) return Promise.resolve(null)
    begun = work()
    queue?.made.resolve(begun)
    return begun
  }

  async function wait(network: string, turn: Promise<Made | null>): Promise<Made> {
    queue ??= { turns: new Map(), made: Promise.withResolvers() }
    const { turns, made } = queue
    try {
      return (await Promise.race([turn, made.promise])) ?? made.promise
    } catch (error) {
      // Refused, and done at the turn of another network all the same.
      if (begun !== null) return begun
      turns.delete(network)
      if (turns.size === 0) givenUp()
      throw error
    }
  }

  function ask(network: string): Promise<Made> {
    if (begun !== null) return begun
    const known = queue?.turns.get(network)
    if (known !== undefined) return known
    const turn = pass(network, begin)
    // Begun by now, if a place was free: the work is its own, and so is what it comes to.
    return begun === null ? line(network, turn) : (turn as Promise<Made>)
  }
  function line(network: string, turn: Promise<Made | null>): Promise<Made> {
    const waiting = wait(network, turn)
    queue?.turns.set(network, waiting)
    return waiting
  }
  return ask
}
