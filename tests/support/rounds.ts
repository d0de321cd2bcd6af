/** Whether this is the long form, for a night (`npm run test:long`). */
export const isLong = (process.env['LONG'] ?? '') !== ''

/** One number for the short form, which is for every change, and one for the long one. */
export const rounds = (short: number, long: number): number => (isLong ? long : short)

/**
 * What is drawn by lot, for fast-check: in the short form the same each time, so that a change is refused for its own
 * faults alone; in the long one anew, and told when something is found.
 */
export const lots: { seed?: number } = isLong ? {} : { seed: 20_261_122 }
