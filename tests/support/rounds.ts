/** Whether this is the long form, for a night (`npm run test:long`). */
export const isLong = (process.env['LONG'] ?? '') !== ''

/** One number for the short form, which is for every change, and one for the long one. */
export const rounds = (short: number, long: number): number => (isLong ? long : short)

/**
 * The seed for fast-check's random cases: fixed in the short form, so that a change fails only for its own faults;
 * random in the long one, and reported when something is found.
 */
export const lots: { seed?: number } = isLong ? {} : { seed: 20_261_122 }
