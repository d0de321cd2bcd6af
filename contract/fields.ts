import * as v from 'valibot'
import { spelledOnce } from './spelling.ts'

/**
 * Drops, where text enters, what is no text: NULs and halves of surrogate pairs, which the database would refuse, perhaps
 * as the last to be asked; what commands a terminal or printer, unless it ends a line; and marks that turn the text after
 * them around, which comes along from lists of contacts, and reaches out of any element if it is never closed.
 */
export const printable = v.transform((text: string) =>
  text.replaceAll(/(?![\t-\r\u0085])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '').trim(),
)

/** Line breaks and tabs to a space, in what stands in one line wherever it is shown, such as an email's subject. */
export const inOneLine = v.transform((text: string) =>
  // Not a search for the spaces around them: in a long run of spaces that takes time that grows with its square.
  text
    .split(/[\t-\r\u0085\u2028\u2029]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' '),
)

/**
 * A string to begin a field's schema with: a missing key is refused like an empty text, in the field's own words
 * (valibot would say `Invalid key: Expected "email"…`).
 */
export const given = (message: string) => v.optional(v.string(message), '')

/** Of a text that no reader takes for an empty line: what cannot be seen comes along when something is pasted. */
export const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Text that must hold something that can be seen; trimmed. */
export const requiredText = (message: string, longest = 200) =>
  v.pipe(
    given(message),
    printable,
    v.regex(visible, message),
    v.maxLength(longest, `Please use at most ${longest} characters`),
  )

/** Text that may be left out or empty; trimmed. */
export const optionalText = (longest = 200) =>
  v.optional(
    v.pipe(v.string(), printable, v.maxLength(longest, `Please use at most ${longest} characters`)),
    '',
  )

// `www.` as well: email programs make a link of it.
export const isPlainLine = (text: string) => !/[\n\v\f\r\u0085\u2028\u2029]|:\/\/|\bwww\./i.test(text)
const notPlain = 'Please leave out links and line breaks'

/** {@link requiredText} for emails and labels, whose other lines, and links, are the shop's own. */
export const requiredLine = (message: string, longest?: number) =>
  v.pipe(requiredText(message, longest), v.check(isPlainLine, notPlain))

/** {@link optionalText} for the same. */
export const optionalLine = (longest?: number) =>
  v.pipe(optionalText(longest), v.check(isPlainLine, notPlain))

/** For an address that somebody else has proved: what they take for two mailboxes must not be one here. */
export const isSpelledOnce = (address: string): boolean => spelledOnce(address) === address

const longestAddress = 254

/**
 * Its host as the server is found that has the mailbox, in ASCII: what is typed in letters of another alphabet reaches
 * us in this form from Chrome's email fields, and as it was typed from others.
 */
function withHostInAscii(address: string): string {
  // Refused in any form, and the conversion takes time that grows with the square of its length.
  if (address.length > longestAddress) return address
  const [, mailbox = '', host = ''] = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? []
  if (/^[ -~]*$/.test(host)) return address
  try {
    return mailbox + new URL(`http://${host}`).hostname
  } catch {
    return address
  }
}

/** The shape of an address, not its existence: something, an @, and a host with a dot. Lower-cased, and spelled in one way. */
export const emailAddress = (missing: string, malformed: string) =>
  v.pipe(
    given(missing),
    v.transform(spelledOnce),
    printable,
    // Before the checks: after a failed one the form would count as untyped, and its passwords not be compared.
    v.toLowerCase(),
    v.transform(withHostInAscii),
    v.nonEmpty(missing),
    v.maxLength(longestAddress, malformed),
    // To `\s` U+0085 is no white space, and it ends lines.
    // A host that ends in a number is no name, but an IPv4 address (WHATWG URL), maybe of the shop's own network.
    v.regex(
      /^[^\s\u0085@<>"(),:;]+@([^\s\u0085@<>"(),:;[\].]+\.)+(?!(?:\d+|0x[\da-f]*)$)[^\s\u0085@<>"(),:;[\].]+$/,
      malformed,
    ),
  )

/** Characters: more would only keep the server's hash busy. */
const longestPassword = 256

/**
 * A password as typed: never trimmed, never echoed. In one spelling, because keyboards differ in how they write an
 * accented letter (NIST SP 800-63B): it must be as long, and the same, on each.
 */
export const typedPassword = (missing: string) =>
  v.pipe(
    given(missing),
    v.transform((text) => text.normalize('NFKC')),
    v.nonEmpty(missing),
    v.maxLength(longestPassword, `Please use at most ${longestPassword} characters`),
  )

export const unknownProduct = 'Unknown product'

/** The id of a piece or a variant, as large as the database has them. */
export const ProductId = v.pipe(
  v.number(unknownProduct),
  v.integer(unknownProduct),
  v.minValue(1, unknownProduct),
  v.maxValue(2_147_483_647, unknownProduct),
)

export const Uuid = v.pipe(v.string(), v.uuid())

/** A point in time as ISO 8601, in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** `{ message }`: what a call says when there is nothing else to tell. */
export const MessageAnswer = v.object({ message: v.string() })
export type MessageAnswer = v.InferOutput<typeof MessageAnswer>

/** The common envelope. */
export const dataOf = <S extends v.GenericSchema>(schema: S) => v.object({ data: schema })
