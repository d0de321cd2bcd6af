import * as v from 'valibot'
import { given, inOneLine, printable, visible } from '#contract/fields.ts'
import { toPence } from '#contract/money.ts'
import { orderNumberOf } from '#contract/orderNumber.ts'
import { Refusal } from './command.ts'

/** A word that must be typed; `message` says what is missing. */
export const word = (message: string, longest = 200) =>
  v.pipe(
    given(message),
    v.trim(),
    v.nonEmpty(message),
    v.maxLength(longest, `That is too long: at most ${longest} characters. ${message}`),
  )

/** Such words that a customer is sent, perhaps pasted with what is no text. */
export const sentence = (message: string, longest: number) =>
  v.pipe(word(message, longest), printable, inOneLine, v.regex(visible, message))

/** Without signs that nobody sees, and that come along when something is pasted: a carrier's page would not find it. */
export const withoutUnseen = v.transform((pasted: string) =>
  pasted.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
)

const largest = 100_000_000

/** An amount as people write it, to whole pence; null when it is none. `249`, `249.00`, `£1,249.00`, `249,00` and `249,5` are. */
export function readAmount(typed: string): number | null {
  const bare = typed.trim().replace(/^£\s*/, '')
  const english = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/.test(bare)
  const continental = !english && /^\d+,\d{1,2}$/.test(bare)
  if (!english && !continental) return null
  const plain = english ? bare.replaceAll(',', '') : bare.replace(',', '.')
  const [whole = '', pennies = ''] = plain.split('.')
  const pence = toPence(`${whole}.${pennies.padEnd(2, '0')}`)
  return pence <= largest ? pence : null
}

const amountExpected = 'Please write an amount such as 249.00, at most £1,000,000.'

/** Pounds as typed, pence as used. */
export const Amount = v.pipe(
  word(amountExpected, 20),
  v.check((typed) => readAmount(typed) !== null, amountExpected),
  v.transform((typed) => readAmount(typed) ?? 0),
)

/** Of a command that takes something off the list of `todo`. */
export const undoOption = {
  undo: { type: 'boolean', help: 'that was noted by mistake: puts it on the list again' },
} as const

export const OrderNumber = v.pipe(
  word('Please give the order’s number, such as DMS-7K3M9QXT.', 64),
  v.transform(orderNumberOf),
)

const wrongPage = 'Please give the page as a number from 1.'

/** Of a long list. */
export const Page = v.pipe(v.string(wrongPage), v.regex(/^[1-9]\d{0,5}$/, wrongPage), v.transform(Number))
export const pageOption = { type: 'string', value: 'N', help: 'which page; otherwise the first' } as const

/** An {@link Amount} that a piece can cost. */
export const Price = v.pipe(
  Amount,
  v.minValue(1, 'A price must be more than £0. For a piece that is not for sale, set its stock to 0.'),
)

/** A day such as `2026-12-31`; `message` says which is expected. */
export const Day = (message: string) =>
  v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, message), v.check(isInCalendar, message))

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const aDay = 24 * 3_600_000

/** The end of a day in the shop's own time. */
export function endOfDay(day: string): Date {
  const midnight = new Date(Date.parse(day) + aDay)
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Europe/London',
  })
  // At midnight in Greenwich it is one o'clock in London in summer.
  return new Date(midnight.getTime() - Number(clock.format(midnight)) * 3_600_000)
}

/** Its beginning: the end of the day before. */
export const startOfDay = (day: string): Date =>
  endOfDay(new Date(Date.parse(day) - aDay).toISOString().slice(0, 10))

/** How an id that nobody chose is shown, and typed. */
export const shortId = (id: string): string => id.slice(0, 8)

/** The beginning of such an id at least; `what` has it, such as `message`, and `command` shows it. */
export const ShortId = (what: string, command = `${what}s list`) =>
  v.pipe(
    word(`Please give the ${what}’s number, as ${command} shows it.`, 36),
    v.regex(/^[\da-f-]{8,36}$/i, `A ${what}’s number is eight digits and letters from a to f.`),
  )

/** The one whose id begins as was typed; `what` as for {@link ShortId}. @throws {Refusal} if none does, or several do */
export function theOnly<T extends { id: string }>(what: string, typed: string, found: readonly T[]): T {
  const [one, another] = found
  if (one === undefined) throw new Refusal(`There is no ${what} ${typed}.`)
  if (another !== undefined)
    throw new Refusal(`More than one ${what}’s number begins like that: ${one.id}, ${another.id}.`)
  return one
}

export const PieceReference = word('Please give the piece’s SKU or slug.')
