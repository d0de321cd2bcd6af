/** Time as the offline parts need it, so that tests can make their own. All in milliseconds. */
export type Clock = {
  now: () => number
  /** Runs it once, later; the function it gives takes that back. */
  after: (milliseconds: number, run: () => void) => () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
