import type { CompositionEvent, InputEvent } from 'react'
import { spacedCardNumber } from '#contract/card.ts'
import { plain } from '#contract/digits.ts'

/** Formats digits as they are read, keeping the cursor after the digit it was after. */
function rewrite(input: HTMLInputElement, format: (typed: string, isAtEnd: boolean) => string) {
  const typed = input.value
  const cursor = input.selectionStart ?? typed.length
  const next = format(typed, cursor === typed.length)
  if (next === typed) return
  input.value = next
  if (cursor === typed.length) return
  let place = 0
  for (let left = plain(typed.slice(0, cursor)).replaceAll(/\D/g, '').length; left > 0; place += 1) {
    if (/\d/.test(next[place] ?? '0')) left -= 1
  }
  input.setSelectionRange(place, place)
}

/** `4242 4242 4242 4242` */
export const spaceCardNumber = (input: HTMLInputElement) => rewrite(input, spacedCardNumber)

/** `11 / 28`: the number pad of a phone has no slash. */
export const slashExpiry = (input: HTMLInputElement) => rewrite(input, spacedExpiry)

function spacedExpiry(typed: string, isAtEnd: boolean): string {
  const [first = '', second] = plain(typed)
    .split('/')
    .map((part) => part.replaceAll(/\D/g, ''))
  // 4 can only be April, and the 1 of `1/` only January; but not while the month of a whole date is being corrected.
  const isWhole =
    (isAtEnd || !second) && (/^[2-9]/.test(first) || (first.length === 1 && second !== undefined))
  const digits = isWhole ? `0${first}` : first
  // Behind the slash is the year, and before it no digit of it.
  const rest = second ? second : digits.slice(2)
  // Browsers may fill in 2028.
  const year = rest.startsWith('20') ? (rest.length < 4 ? rest : rest.slice(2, 4)) : rest.slice(0, 2)
  return year === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${year}`
}

/** The handlers of a field that shows what is typed in such a form. */
export const formatted = (format: (input: HTMLInputElement) => void) => ({
  // A keyboard that is putting a text together loses it, or writes it twice, where it is changed meanwhile.
  onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
    if (!nativeEvent.isComposing) format(currentTarget)
  },
  onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => format(currentTarget),
})
