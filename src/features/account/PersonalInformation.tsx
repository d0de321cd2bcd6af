import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProfilePatch } from '#contract/account.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import type { Profile } from '#contract/auth.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { useSending } from '#src/lib/useSending.ts'
import { dropDraft, useDraft, wasOpen } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { columns } from '#src/ui/Field.css.ts'
import { EmailField, TextField } from '#src/ui/Field.tsx'
import { NameFields } from '#src/ui/NameFields.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { useToldMutation } from '#src/ui/useToldMutation.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { changeProfile, mailVerification } from './api.ts'
import * as css from './section.css.ts'

const draft = 'profile'

/** Name and contact details, read and edited in the same place. */
export function PersonalInformation({ profile }: { profile: Profile }) {
  const [isEditing, setEditing] = useState(() => wasOpen(draft))
  // Closed while it was being sent: of two that are under way, the one that was sent first may arrive last.
  const isSaving = useIsMutating({ mutationKey: changeProfile().mutationKey }) > 0
  const { heir, within } = useHeir()
  const close = () => {
    // Saved or given up: either way the draft has done its work.
    dropDraft(draft)
    setEditing(false)
  }
  return (
    <section aria-labelledby="personal" {...within}>
      <div ref={keepFromSecondPress} className={css.head}>
        <h2 ref={isEditing ? heir : undefined} id="personal" tabIndex={-1} className={css.heading}>
          Personal Information
        </h2>
        {!isEditing && (
          <Button
            ref={heir}
            tone="quiet"
            size="s"
            className={css.quietButton}
            isBusy={isSaving}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )}
      </div>
      {profile.pending_email !== null ? (
        <PendingEmail profile={profile} email={profile.pending_email} />
      ) : (
        profile.email_verified_at === null && <UnprovedEmail email={profile.email} />
      )}
      {isEditing ? (
        <PersonalForm profile={profile} onClose={close} />
      ) : (
        <dl className={css.facts}>
          <Fact label="First name">{profile.first_name || '—'}</Fact>
          <Fact label="Last name">{profile.last_name || '—'}</Fact>
          <Fact label="Email">{profile.email}</Fact>
          <Fact label="Contact number">{profile.contact_no || '—'}</Fact>
        </dl>
      )}
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div className={css.fact}>
    <dt className={css.label}>{label}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)

/** The new address counts once it is confirmed on the page to which its email leads. */
function PendingEmail({ profile, email }: { profile: Profile; email: string }) {
  // In the mutation's options, not the call's, whose component is gone by then.
  const { mutate, isPending } = useOneAtATime({
    ...changeProfile(() => notify.success(accountTexts.updated)),
    onError: (error) => notify.error(messageOf(error, accountTexts.updateFailed)),
  })
  return (
    <Notice
      tone="info"
      className={css.notice}
      title={`Please confirm ${email}`}
      action={
        <Button tone="quiet" size="s" isBusy={isPending} onClick={() => mutate({ email: profile.email })}>
          Keep the old one
        </Button>
      }
    >
      <p>
        We have sent a link to it. Until you confirm it there, {profile.email} stays your address.
        {ordersStay(profile)}
      </p>
    </Notice>
  )
}

/** As `confirmEmailChange` of the server decides: an address that nobody has verified takes them along. */
const ordersStay = ({ email_verified_at }: Profile): string =>
  email_verified_at
    ? ' Emails about orders placed with the old one still go to it; write to us if that should change.'
    : ''

/** The link from signing up may never have come, or have run out. */
function UnprovedEmail({ email }: { email: string }) {
  const { mutate, isPending } = useOneAtATime({
    ...mailVerification(),
    onSuccess: (message) => notify.success(message),
  })
  return (
    <Notice
      tone="info"
      className={css.notice}
      title="Your email address is not verified yet"
      action={
        <Button tone="quiet" size="s" isBusy={isPending} busyLabel="Sending…" onClick={() => mutate()}>
          Send the link again
        </Button>
      }
    >
      <p>
        Please open the link that we have sent to {email}. Until then, choosing a new password by email
        removes what is saved here.
      </p>
    </Notice>
  )
}

function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useDraft<HTMLFormElement>(draft)
  const saving = useToldMutation(changeProfile(), form, {
    saved: accountTexts.updated,
    failed: accountTexts.updateFailed,
    forget: () => dropDraft(draft),
    close: onClose,
  })
  const sending = useSending(saving)
  const { fields } = sending
  const shownEmail = profile.pending_email ?? profile.email
  const emailField = useRef<HTMLInputElement>(null)
  /** What its field began with: what is shown may change elsewhere, or above the form, while that does not. */
  const [begunWith, setBegunWith] = useState(shownEmail)
  useEffect(() => {
    const field = emailField.current
    // What somebody has typed stays, but an address that was given up goes from where nobody has. What is typed and also
    // shown was asked for, though no answer may have come.
    if (field?.value !== begunWith && field?.value !== shownEmail) return
    field.value = shownEmail
    setBegunWith(shownEmail)
  }, [shownEmail, begunWith])

  const submit = (form: HTMLFormElement) =>
    sending.send(
      form,
      async () => (await import('#contract/account.ts')).ProfileChange,
      Object.fromEntries(new FormData(form)),
      ({ email, ...rest }, told) => {
        // An address left as it is must be neither requested again nor withdrawn.
        const change: ProfilePatch = email === begunWith ? rest : { ...rest, email }
        saving.mutate(change, told)
      },
    )

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      aria-labelledby="personal"
      onSubmit={submit}
      sending={sending}
      failure={texts.networkError}
      failureTitle={accountTexts.updateFailed}
    >
      <div className={columns.two}>
        <NameFields values={profile} errorOf={fields.of} takesFocus />
        <EmailField
          ref={emailField}
          hint={`We send a link to a new address; it counts once you confirm it there.${ordersStay(profile)}`}
          defaultValue={begunWith}
          error={fields.of('email')}
        />
        <TextField
          label="Contact number"
          name="contact_no"
          type="tel"
          inputMode="tel"
          // With a country's code it would begin with a plus, which is no digit.
          autoComplete="tel-national"
          isOptional
          hint="10 to 15 digits, 00 instead of +"
          defaultValue={profile.contact_no}
          error={fields.of('contact_no')}
        />
      </div>
      <div className={css.actions}>
        <Button type="submit" isBusy={sending.isPending} busyLabel="Saving…">
          Save Changes
        </Button>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  )
}
