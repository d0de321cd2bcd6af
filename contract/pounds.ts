import * as v from 'valibot'

/** Pounds sterling on the wire: a decimal string with exactly two places, such as `"249.00"`. */
export const Pounds = v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{2}$/))
