import type { ComponentProps } from 'react'
import { messageOf } from '#src/lib/AppError.ts'
import type { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Notice } from './Notice.tsx'

type Props = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit' | 'onInput' | 'title'> & {
  fields: ReturnType<typeof useFieldErrors>
  isPending: boolean
  /** What the last sending failed with, and what is said of it where the failure itself says nothing. */
  error: Error | null
  failure: string
  /** Above what is said. */
  failureTitle?: string
  /** Given the form when it is sent. */
  onSubmit: (form: HTMLFormElement) => unknown
}

/** A form that is checked by its schema instead of the browser, and says above its fields why it was refused. */
export function CheckedForm(props: Props) {
  const { fields, isPending, error, failure, failureTitle, onSubmit, children, ...form } = props
  const said = fields.general ?? fields.of('') ?? (error && messageOf(error, failure))
  return (
    // post: a form sent before the page has woken up must not put a password into the address.
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
      {said !== null && !isPending && (
        <Notice tone="critical" role="alert" title={failureTitle}>
          {said}
        </Notice>
      )}
      {children}
    </form>
  )
}
