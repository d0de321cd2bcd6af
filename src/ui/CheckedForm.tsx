import type { ComponentProps } from 'react'
import { messageOf } from '#src/lib/AppError.ts'
import type { useSending } from '#src/lib/useSending.ts'
import { Refusal } from './Refusal.tsx'

type Props = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit' | 'onInput' | 'title'> & {
  sending: Omit<ReturnType<typeof useSending>, 'send'>
  /** The message for a failure that has none of its own. */
  failure: string
  /** The title above that message. */
  failureTitle?: string
  /** Called with the form when it is submitted. */
  onSubmit: (form: HTMLFormElement) => unknown
}

/**
 * A form that is checked against its schema instead of by the browser, and says above its fields why it was refused.
 */
export function CheckedForm(props: Props) {
  const { sending, failure, failureTitle, onSubmit, children, ...form } = props
  const { fields, isPending, error } = sending
  const said = fields.general ?? fields.of('') ?? (error && messageOf(error, failure))
  return (
    // post: a form sent before the page has hydrated must not put a password into the address.
    <form
      {...form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(event.currentTarget)
      }}
      onInput={fields.clearEdited}
    >
      {said !== null && !isPending && <Refusal title={failureTitle}>{said}</Refusal>}
      {children}
    </form>
  )
}
