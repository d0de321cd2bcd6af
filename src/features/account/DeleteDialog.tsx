import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { accountTexts } from '#contract/accountTexts.ts'
import { AppError, isUnheard, messageOf } from '#src/lib/AppError.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { useSending } from '#src/lib/useSending.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { tellIfGone } from '#src/ui/tellIfGone.ts'
import { deleteAccount, mailDeletionCode } from './api.ts'
import * as css from './section.css.ts'

type Props = {
  hasPassword: boolean
  /** As in `YourData`. */
  unproved: string | null
  onDeleted: () => Promise<void>
  onClose: () => void
}

/** The final confirmation, by the password, or by an emailed code if there is none, or it is not enough. */
export function DeleteDialog({ hasPassword, unproved, onDeleted, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [isInDoubt, setInDoubt] = useState(false)
  const [isEnough, setEnough] = useState(hasPassword)
  const deleting = useMutation({
    ...deleteAccount(isInDoubt),
    // Awaited: the customer's data on show must not be refetched before they are signed out and the page is left.
    onSuccess: onDeleted,
    onError(failure) {
      setInDoubt(isUnheard(failure))
      if (failure instanceof AppError && failure.fields.code) setEnough(false)
      tellIfGone(form, failure, failedBy(failure))
    },
  })
  const sending = useSending(deleting)
  const { fields } = sending
  const id = useId()

  const submit = (form: HTMLFormElement) =>
    sending.send(
      form,
      async () => {
        const { AccountDeletion, AccountDeletionByCode } = await import('#contract/account.ts')
        return isEnough ? AccountDeletion : AccountDeletionByCode
      },
      Object.fromEntries(new FormData(form)),
      deleting.mutate,
    )

  return (
    <Dialog
      title="Delete your account?"
      onClose={onClose}
      actions={
        <>
          {/* As in `ConfirmDialog`. */}
          <Button tone="secondary" aria-disabled={deleting.isPending} onClick={onClose}>
            Keep My Account
          </Button>
          <Button type="submit" form={id} tone="critical" isBusy={sending.isPending} busyLabel="Deleting…">
            Delete My Account
          </Button>
        </>
      }
    >
      <CheckedForm
        ref={form}
        id={id}
        className={css.form}
        onSubmit={submit}
        sending={sending}
        failure={failedBy(deleting.error)}
      >
        <p>
          Your profile, addresses, cards, wishlist
          {unproved === null ? ', reviews, messages and newsletter subscription' : ' and reviews'} go at once
          and cannot be brought back. Orders that we have not sent yet are still sent: cancel them first if
          you do not want them. Of all orders we keep the amounts, for the tax office, but not your name: for
          returns and the warranty please keep our confirmations, or print your orders.
        </p>
        {unproved !== null && (
          <p>
            Messages to us and the newsletter under {unproved} stay, because nobody has verified that it is
            yours: please verify it first, or write to us afterwards.
          </p>
        )}
        {isEnough ? (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            error={fields.of('password')}
          />
        ) : (
          <MailedCode hasPassword={hasPassword} error={fields.of('code')} />
        )}
      </CheckedForm>
    </Dialog>
  )
}

const failedBy = (failure: Error | null): string =>
  isUnheard(failure) ? accountTexts.deletionUnheard : accountTexts.deleteFailed

function MailedCode({ hasPassword, error }: { hasPassword: boolean; error: string | undefined }) {
  const { mutate, isPending, isSuccess, error: failure } = useOneAtATime(mailDeletionCode())
  return (
    <>
      {failure && !isPending && (
        <Notice tone="critical" role="alert">
          {messageOf(failure, accountTexts.codeFailed)}
        </Notice>
      )}
      <div className={css.spaced}>
        <p>
          {hasPassword ? 'Please' : 'As you have no password, please'} confirm it with a code that we send you
          by email.
        </p>
        <Button tone="secondary" isBusy={isPending} busyLabel="Sending…" onClick={() => mutate()}>
          {isSuccess ? 'Email Me Another Code' : 'Email Me a Code'}
        </Button>
        {/* In place before its text is, or screen readers would not announce it. */}
        <div role="status">{isSuccess && <Notice tone="positive">{accountTexts.codeMailed}.</Notice>}</div>
      </div>
      <TextField
        label="Code from the email"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={error}
      />
    </>
  )
}
