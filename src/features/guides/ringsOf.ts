import type { RingSize } from '#contract/sizes.ts'

type Named = { name: string }

/**
 * A UK size as a number, two to a letter, so that half sizes have theirs: `M` is 154, `M½` 155, however the half is
 * written, and the larger ones go on from there: `Z+1` is 182. NaN for what is none.
 */
export const rank = (name: string): number => {
  const [, letter = '', half, beyondZ] =
    /^(?:UK )?(?:([A-Z]) ?(½|1[/⁄]2|\.5)?|Z ?\+ ?([1-9]))$/i.exec(name) ?? []
  return beyondZ ? 181 + Number(beyondZ) : letter.toUpperCase().charCodeAt(0) * 2 + (half ? 1 : 0)
}

/**
 * A piece's choice of rings, smallest first. None if any of it is no UK size: that one might be the one to take. Nor if
 * it is S, M and L, which are small, medium and large.
 */
export function ringsOf<T extends Named>(choice: readonly T[]): T[] {
  const rings = choice.toSorted((one, other) => rank(one.name) - rank(other.name))
  const isOfRings = choice.every(({ name }) => rank(name) > 0)
  return isOfRings && rings.map(({ name }) => name.toUpperCase()).join('') !== 'LMS' ? rings : []
}

/**
 * Which of a piece's rings, as `ringsOf` gives them, to take for a finger: its size, else the next one up. Null if that
 * is more than a whole size larger, or there is none.
 */
export function ringToTake<T extends Named>({ uk }: RingSize, rings: readonly T[]): T | null {
  const next = rings.find(({ name }) => rank(name) >= rank(uk))
  return next && rank(next.name) <= rank(uk) + 2 ? next : null
}
