import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as v from 'valibot'
import { checkForm } from './checkForm.ts'
import { useFieldErrors } from './useFieldErrors.ts'

type Mutation = Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending' | 'reset'>

/** To be called by the mutation, so that the form learns the outcome. */
type Told = { onError: (failure: Error) => void; onSettled: () => void }

/**
 * Sends a form by `mutation`, once its values are checked. `isPending` is true from the press on: the first check waits
 * for its code, and a second press meanwhile must not send a second time. Only the latest errors are shown, whoever
 * found them.
 */
export function useSending({ error, isPending, reset }: Mutation, ...general: readonly string[]) {
  const fields = useFieldErrors(...general)
  const [isUnderWay, setUnderWay] = useState(false)
  // State is as old as the last render, and two presses may come before the next.
  const isSending = useRef(false)
  const mark = (is: boolean) => {
    isSending.current = is
    setUnderWay(is)
  }

  async function send<S extends v.GenericSchema>(
    form: HTMLFormElement,
    load: () => Promise<S>,
    values: unknown,
    mutate: (output: v.InferOutput<S>, told: Told) => void,
  ) {
    if (isSending.current) return
    mark(true)
    const { output, faults } = await checkForm(load, values)
    // Closed meanwhile: whoever gave it up no longer asks for it.
    if (!form.isConnected) mark(false)
    else if (faults) {
      mark(false)
      reset()
      fields.show(form, faults)
    } else {
      fields.clear()
      mutate(output, {
        onError: (failure) => fields.showRefusal(form, failure),
        onSettled: () => mark(false),
      })
    }
  }

  return { fields, error, isPending: isUnderWay || isPending, send }
}
