import { type ComponentType, useId, useRef } from 'react'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { texts } from '#contract/texts.ts'
import { useSending } from '#src/lib/useSending.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useToldMutation } from '#src/ui/useToldMutation.ts'
import { addCard } from './api.ts'
import * as css from './section.css.ts'

export type CardFieldsProps = { errorOf: (name: string) => string | undefined }

/** Saves another card. What is typed stays in the form alone. */
export function CardDialog({
  fields: Fields,
  onClose,
}: {
  fields: ComponentType<CardFieldsProps>
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const adding = useToldMutation(addCard(), form, {
    saved: savedCardTexts.added,
    failed: savedCardTexts.addFailed,
    close: onClose,
  })
  const sending = useSending(adding, checkoutTexts.fillCard)
  const id = useId()

  const submit = (form: HTMLFormElement) =>
    sending.send(
      form,
      async () => (await import('#contract/checkout.ts')).CardPayment,
      Object.fromEntries(new FormData(form)),
      adding.mutate,
    )

  return (
    <Dialog
      title="Add Card"
      onClose={onClose}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isBusy={sending.isPending} busyLabel="Saving…">
            Save Card
          </Button>
        </>
      }
    >
      {/* Never filled from a draft, and never put into the address. */}
      <CheckedForm
        ref={form}
        id={id}
        className={css.form}
        onSubmit={submit}
        data-secret=""
        sending={sending}
        failure={texts.networkError}
      >
        <Fields errorOf={sending.fields.of} />
      </CheckedForm>
    </Dialog>
  )
}
