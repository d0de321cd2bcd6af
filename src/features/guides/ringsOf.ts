import type { RingSize } from '#contract/sizes.ts'

type Named = { name: string }

/** A UK size as a number, two to a letter, so that half sizes have theirs: `M` is 154, `M½` 155. NaN for what is none. */
const rank = (name: string): number => {
  const [, letter = '', half] = /^(?:UK )?([A-Z])(½)?$/.exec(name) ?? []
  return letter.charCodeAt(0) * 2 + (half ? 1 : 0)
}

/** What of a piece's choice are UK ring sizes, smallest first. */
export const ringsOf = <T extends Named>(choice: readonly T[]): T[] =>
  choice.filter(({ name }) => rank(name) > 0).toSorted((one, other) => rank(one.name) - rank(other.name))

/**
 * Which of a piece's rings, as `ringsOf` gives them, to take for a finger: its size, else the next one up. Null if that
 * is more than a whole size larger, or there is none.
 */
export function ringToTake<T extends Named>({ uk }: RingSize, rings: readonly T[]): T | null {
  const next = rings.find(({ name }) => rank(name) >= rank(uk))
  return next && rank(next.name) <= rank(uk) + 2 ? next : null
}
