import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { notify } from './notify.ts'
import { tellIfGone } from './tellIfGone.ts'

type Outcome = {
  saved: string
  /** Said before the reason, if the form that would show it is gone. */
  failed: string
  /** Called once it is saved, whether or not anybody is still there. */
  forget?: () => void
  /** Also called then if the form is still open. */
  close: () => void
}

/**
 * The mutation of a form whose outcome is also reported if the shopper has closed the form meanwhile, or moved on:
 * callbacks given with a call do not run then. Another form opened in its place is left alone.
 */
export function useToldMutation<Data, Input>(
  options: UseMutationOptions<Data, Error, Input>,
  form: RefObject<HTMLElement | null>,
  { saved, failed, forget, close }: Outcome,
) {
  return useMutation({
    ...options,
    onSuccess: async (...answer) => {
      await options.onSuccess?.(...answer)
      notify.success(saved)
      forget?.()
      if (form.current) close()
    },
    onError: (failure) => tellIfGone(form, failure, failed),
  })
}
