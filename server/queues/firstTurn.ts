type Pass = (network: string, work: () => Promise<void>) => Promise<void>

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
  const turns = new Map<string, Promise<Made>>()
  const made = Promise.withResolvers<Made>()
  let isBegun = false
  const begin = async () => {
    // A later turn takes no place from others while the work is done at an earlier one.
    if (isBegun) return
    isBegun = true
    await work().then(made.resolve, made.reject)
  }
  async function takeTurn(network: string): Promise<Made> {
    try {
      await Promise.race([pass(network, begin), made.promise])
    } catch (error) {
      if (!isBegun) {
        turns.delete(network)
        if (turns.size === 0) givenUp()
        throw error
      }
    }
    return made.promise
  }
  return (network) => {
    if (isBegun) return made.promise
    const turn = turns.get(network) ?? takeTurn(network)
    turns.set(network, turn)
    return turn
  }
}
