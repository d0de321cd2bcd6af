/** Controls whose content is never kept anywhere: passwords, codes, and payment details. */
const secret =
  'input[type="password"], [autocomplete~="current-password"], [autocomplete~="new-password"], ' +
  '[autocomplete~="one-time-code"], [autocomplete*="cc-"], [data-secret] :is(input, select, textarea)'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isSecret = (control: Element): boolean => control.matches(secret)

export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

/** Whether something was typed that a reload would lose, because it must not be kept. */
export function hasTypedSecret(root: ParentNode): boolean {
  return [...root.querySelectorAll(secret)].some(
    (control) => isControl(control) && !isChoice(control) && control.value !== '',
  )
}

const isChoice = (control: Control): boolean => ['radio', 'checkbox', 'hidden'].includes(control.type)
