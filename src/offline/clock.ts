/** Time as the offline parts need it, so that tests can make their own. All in milliseconds. */
export type Clock = {
  now: () => number
  /** Runs it once, later; the returned function cancels that. */
  after: (milliseconds: number, run: () => void) => () => void
}

const minute = 60_000

/**
 * Whether a moment lies within the last so many milliseconds. A moment in the future comes from a clock that has been
 * corrected since: nobody knows how long ago it was.
 */
export function isWithin(at: number, milliseconds: number): boolean {
  const age = Date.now() - at
  return age >= -minute && age < milliseconds
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
