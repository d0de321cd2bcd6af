import * as v from 'valibot'
import { given } from './fields.ts'

/**
 * A number as it can be dialled and printed anywhere: without the unseen marks that come along from a list of contacts,
 * and with the digits, spaces and dashes of other keyboards and of typesetters in their plain form.
 */
const plain = v.transform((typed: string) =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    // The last two are a minus sign, and what a Japanese keyboard writes for a dash.
    .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replaceAll(/[\t\p{Zs}]+/gu, ' ')
    // Arabic and Persian ones, whose last four bits are their value.
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)),
)

const longest = 30

/** Digits, as many as the shortest numbers have with their country's code, and whatever separates them. */
const shape = /^[ ()./+-]*(\d[ ()./+-]*){7,}((ext\.?|x|#) ?\d{1,6})?$/i

/** A telephone number that a courier may need, as people write it: `030/1234567`, `+44 (0)20 7946 0123`. */
export const phoneNumber = (missing: string, malformed: string) =>
  v.pipe(
    given(missing),
    plain,
    v.trim(),
    v.nonEmpty(missing),
    v.maxLength(longest, `Please use at most ${longest} characters`),
    v.regex(shape, malformed),
  )

const contactInvalid = 'Please enter a valid phone number (10-15 digits)'

/** An account's number, or none: digits only. What people type between them is taken out. */
export const contactNumber = v.pipe(
  v.string(contactInvalid),
  plain,
  v.trim(),
  // Nobody reaches `0044 (0)20 …` with a zero that is dialled at home only.
  v.transform((text) => text.replace(/^(\(?00[\d )./-]*)\( ?0 ?\)/, '$1')),
  // What has no digit stays, to be refused: it must not count as none.
  v.transform((text) => (/\d/.test(text) ? text.replaceAll(/[ ()./-]/g, '') : text)),
  v.regex(/^(\d{10,15})?$/, contactInvalid),
)
