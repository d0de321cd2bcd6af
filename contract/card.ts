import { plain } from './digits.ts'

/** Digits of a card number as typed, without spaces and dashes. */
export const cardDigits = (typed: string): string => plain(typed).replaceAll(/[\s-]/g, '')

/** Whether 12 to 19 digits carry a right Luhn check digit. */
export function isCardNumber(typed: string): boolean {
  const digits = cardDigits(typed)
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The brand a number belongs to, by its first digits. */
export function cardBrand(typed: string): string {
  const digits = cardDigits(typed)
  if (digits.startsWith('4')) return 'Visa'
  // The rest of 22 and 27 is others': 2200 to 2204 is Mir's.
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'Mastercard'
  if (/^3[47]/.test(digits)) return 'American Express'
  return 'Card'
}

/** The month that `MM/YY` (or `MM/YYYY`) names. */
function monthOf(typed: string): { year: number; month: number } | null {
  const match = /^(\d\d?) ?\/ ?(\d\d|\d{4})$/.exec(plain(typed))
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return null
  return { year: Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0), month }
}

/** Whether `MM/YY` (or `MM/YYYY`) names a month. */
export const isExpiry = (typed: string): boolean => monthOf(typed) !== null

/** Whether `MM/YY` (or `MM/YYYY`) names a month that has not ended at `now`. */
export function isExpiryAhead(typed: string, now: Date): boolean {
  const named = monthOf(typed)
  if (named === null || named.year > now.getUTCFullYear() + 25) return false
  return named.year * 12 + named.month > now.getUTCFullYear() * 12 + now.getUTCMonth()
}

/** `11 / 2028` as `11/28`; of something that {@link isExpiryAhead} takes. */
export function shortExpiry(typed: string): string {
  const [month = '', year = ''] = plain(typed)
    .split('/')
    .map((part) => part.trim())
  return `${month.padStart(2, '0')}/${year.slice(-2)}`
}

/** Whether a security code has the length its card brand prints: four digits for American Express, else three. */
export const isSecurityCode = (typed: string, number: string): boolean =>
  (cardBrand(number) === 'American Express' ? /^\d{4}$/ : /^\d{3}$/).test(plain(typed))

/** Groups digits as they stand on the card, for the field while it is typed. */
export function spacedCardNumber(typed: string): string {
  const digits = cardDigits(typed).replaceAll(/\D/g, '').slice(0, 19)
  return cardBrand(digits) === 'American Express'
    ? digits.replace(/^(\d{1,4})(\d{1,6})?(\d{1,5})?.*/, (_, a: string, b = '', c = '') =>
        [a, b, c].filter(Boolean).join(' '),
      )
    : digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** `Visa ending 4242` */
export const cardName = ({ brand, last_four }: { brand: string; last_four: string }): string =>
  `${brand} ending ${last_four}`

/** Whether a card's last month, `MM/YY`, had ended at `now`. */
export const isExpired = ({ expiry }: { expiry: string }, now: Date): boolean => !isExpiryAhead(expiry, now)
