const isLong = (process.env['LONG'] ?? '') !== ''

/** The short form is for every change, the long one (`npm run test:long`) for a night. */
export const rounds = (short: number, long: number): number => (isLong ? long : short)

/**
 * What is drawn by lot, for fast-check: in the short form the same each time, so that a change is refused for its own
 * faults alone; in the long one anew, and told when something is found.
 */
export const lots: { seed?: number } = isLong ? {} : { seed: 20_261_122 }
