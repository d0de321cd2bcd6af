import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#contract/problem.ts'

/** What is wrong with the form's fields, whoever found it: shown beside them, gone once the field is edited. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    of: (name: string): string | undefined => errors[name]?.[0],
    /** Shows them and puts the cursor into the first field concerned. */
    show: (form: HTMLFormElement, found: FieldErrors) => {
      // The words must be there before the focus is, or a screen reader reads the field without them.
      flushSync(() => setErrors(found))
      for (const element of form.elements) {
        const name = element.getAttribute('name')
        if (name !== null && found[name] && element instanceof HTMLElement) return element.focus()
      }
    },
    clearEdited: (event: FormEvent<HTMLFormElement>) => {
      const name = event.target instanceof Element ? event.target.getAttribute('name') : null
      if (name === null) return
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)))
    },
  }
}
