import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#contract/problem.ts'
import { AppError } from './AppError.ts'

const missing = 'Please fill in this field'

/** What is judged by a field beside its own. */
const judged: Readonly<Record<string, string>> = {
  password: 'confirm_password',
  new_password: 'confirm_password',
  card_number: 'cvv',
}

/**
 * What is wrong with a form's fields, whether the browser or the server found it: shown beside them, gone once the
 * field is edited. If one sentence covers everything that is missing (`general`), the form says it once and each field
 * says its own part.
 */
export function useFieldErrors(...general: readonly string[]) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const messages = Object.values(errors).flat()
  const show = (form: HTMLFormElement, found: FieldErrors) => {
    // Those of before go first: only what comes anew is announced, and each press is to be answered.
    flushSync(() => setErrors({}))
    // The messages must be there before the focus is, or a screen reader reads the field without them.
    flushSync(() => setErrors(found))
    for (const element of form.elements) {
      const name = element.getAttribute('name')
      if (name !== null && found[name] && element instanceof HTMLElement) {
        // Whoever pressed Enter is in the field already, or among its choices, so that focusing it announces nothing.
        if (name === document.activeElement?.getAttribute('name'))
          document.getElementById(`${element.id}-error`)?.setAttribute('role', 'alert')
        return element.focus()
      }
    }
  }
  return {
    general: general.find((sentence) => messages.includes(sentence)) ?? null,
    of: (name: string): string | undefined => {
      const message = errors[name]?.[0]
      return message !== undefined && general.includes(message) ? missing : message
    },
    /** Shows them and focuses the first field concerned. */
    show,
    /** The same with the reasons for which the server, or the network, refused it. */
    showRefusal: (form: HTMLFormElement, failure: Error) =>
      show(form, failure instanceof AppError ? failure.fields : {}),
    clear: () => setErrors({}),
    clearEdited: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      const name = target instanceof Element ? target.getAttribute('name') : null
      if (name === null) return
      const other = currentTarget.elements.namedItem(judged[name] ?? '')
      // One that is still empty lacks its value all the same.
      const also = other instanceof HTMLInputElement && other.value !== '' ? other.name : name
      setErrors((before) => ({ ...before, [name]: [], [also]: [] }))
    },
  }
}
