import * as v from 'valibot'
import { plain } from './digits.ts'
import { given } from './fields.ts'

const longest = 30

/** Digits, as many as the shortest numbers have with their country's code, and whatever separates them. */
const shape = /^[ ()./+-]*(\d[ ()./+-]*){7,}((ext\.?|x|#) ?\d{1,6})?$/i

/** A telephone number that a courier may need, as people write it: `030/1234567`, `+44 (0)20 7946 0123`. */
export const phoneNumber = (missing: string, malformed: string) =>
  v.pipe(
    given(missing),
    v.transform(plain),
    v.nonEmpty(missing),
    v.maxLength(longest, `Please use at most ${longest} characters`),
    v.regex(shape, malformed),
  )

const contactInvalid = 'Please enter a valid phone number (10-15 digits)'

/** An account's number, or none: digits only. What people type between them is taken out. */
export const contactNumber = v.pipe(
  v.string(contactInvalid),
  v.transform(plain),
  // Nobody reaches `0044 (0)20 …` with a zero that is dialled at home only. What has no digit stays, to be refused: it must
  // not count as none.
  v.transform((text) => text.replace(/^([ (]*00.*)\(0\)/, '$1').replaceAll(/[ ()./-]/g, '') || text),
  v.regex(/^(\d{10,15})?$/, contactInvalid),
)
