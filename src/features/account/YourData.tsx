import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AccountExport } from '#contract/account.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { deleteAccount, exportAccount } from './api.ts'
import * as css from './section.css.ts'

/** A copy of everything, and the way out for good. */
export function YourData({ onDeleted }: { onDeleted: () => Promise<void> }) {
  const { mutate: copy, isPending } = useMutation(exportAccount())
  const [isLeaving, setLeaving] = useState(false)
  return (
    <section aria-labelledby="data">
      <div className={css.head}>
        <h2 id="data" className={css.heading}>
          Your Data
        </h2>
      </div>
      <div className={css.spaced}>
        <p className={css.quiet}>
          Everything we hold about you in one file, or all of it deleted: both are yours to have at any time.
        </p>
        <div className={css.wideActions}>
          <Button
            tone="secondary"
            icon="download"
            isBusy={isPending}
            busyLabel="Collecting…"
            onClick={() => copy(undefined, { onSuccess: save })}
          >
            Download My Data
          </Button>
          <Button tone="quiet" className={css.quietButton} onClick={() => setLeaving(true)}>
            Delete My Account
          </Button>
        </div>
      </div>
      {isLeaving && <DeleteDialog onDeleted={onDeleted} onClose={() => setLeaving(false)} />}
    </section>
  )
}

/** Hands the copy to the browser as a file. */
function save(copy: AccountExport) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'damson-my-data.json'
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function DeleteDialog({ onDeleted, onClose }: { onDeleted: () => Promise<void>; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    ...deleteAccount(),
    // Waited for: what is shown of a customer must not be read anew before nobody is signed in and the page is left.
    onSuccess: onDeleted,
  })
  const fields = useFieldErrors()
  const id = useId()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { output, faults } = await checkForm(
      async () => (await import('#contract/account.ts')).AccountDeletion,
      Object.fromEntries(new FormData(form)),
    )
    if (faults) return fields.show(form, faults)
    mutate(output.password, {
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    <Dialog
      title="Delete your account?"
      onClose={onClose}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Keep My Account
          </Button>
          <Button type="submit" form={id} tone="critical" isBusy={isPending} busyLabel="Deleting…">
            Delete My Account
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={css.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={fields.clearEdited}
      >
        {(fields.of('') !== undefined || error) && !isPending && (
          <Notice tone="critical" role="alert">
            {fields.of('') ?? messageOf(error, accountTexts.deleteFailed)}
          </Notice>
        )}
        <p>
          Your profile, addresses, cards, wishlist, reviews and messages go at once and cannot be brought
          back. Orders on their way still reach you; of all orders we keep the amounts, for the tax office,
          but not your name.
        </p>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={fields.of('password')}
        />
      </form>
    </Dialog>
  )
}
