import { useLocation } from '@tanstack/react-router'
import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { Profile } from '#contract/auth.ts'
import { PasswordChange } from '#contract/passwords.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { passwordAgeDays, passwordTexts, resetLinkMinutes } from '#contract/passwordTexts.ts'
import { fieldErrors } from '#contract/problem.ts'
import { serverNow } from '#contract/serverTime.ts'
import { texts } from '#contract/texts.ts'
import { isUnheard, messageOf } from '#src/lib/AppError.ts'
import { formatDate } from '#src/lib/dates.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { useSending } from '#src/lib/useSending.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { useToldMutation } from '#src/ui/useToldMutation.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { type PasswordDoubt, changePassword, mailPasswordLink } from './api.ts'
import * as css from './section.css.ts'

const day = 24 * 3_600_000

/** How old the password is, and the way to change it, or to set a first one. */
export function PasswordSection({ profile }: { profile: Profile }) {
  return profile.has_password ? <ChangePassword profile={profile} /> : <FirstPassword email={profile.email} />
}

/**
 * For somebody who has only ever used a third-party login: the link proves the address, as after a forgotten password.
 */
function FirstPassword({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, error } = useOneAtATime(mailPasswordLink())
  const { heir, within } = useHeir()
  return (
    <section aria-labelledby="password" {...within}>
      <div className={css.head}>
        <h2 id="password" className={css.heading}>
          Password
        </h2>
      </div>
      {error && !isPending && (
        <Notice tone="critical" role="alert" className={css.notice}>
          {messageOf(error, passwordTexts.requestFailed)}
        </Notice>
      )}
      {isSuccess ? (
        <div ref={heir} tabIndex={-1}>
          <Notice tone="positive">
            We have sent a link to {email}. It works for {resetLinkMinutes} minutes, and logs every browser
            out once you have chosen a password.
          </Notice>
        </div>
      ) : (
        <div className={css.spaced}>
          <p className={css.quiet}>
            You log in without one. With a password you can also log in by your email address.
          </p>
          <Button tone="secondary" isBusy={isPending} busyLabel="Sending…" onClick={() => mutate()}>
            Email Me a Link
          </Button>
        </div>
      )}
    </section>
  )
}

function ChangePassword({ profile }: { profile: Profile }) {
  // By a password manager, which `server/pages/passwordManagers.ts` leads here.
  const isAskedFor = useLocation({ select: ({ hash }) => hash === 'password' })
  const [isEditing, setEditing] = useState(isAskedFor)
  const [now] = useState(serverNow)
  const edit = useRef<HTMLButtonElement>(null)
  const changed = profile.last_password_change
  const isOld = changed !== null && now.getTime() - Date.parse(changed) > passwordAgeDays * day
  const close = () => {
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  return (
    <section aria-labelledby="password">
      <div ref={keepFromSecondPress} className={css.head}>
        <h2 id="password" className={css.heading}>
          Password
        </h2>
        {!isEditing && (
          <Button
            ref={edit}
            tone="quiet"
            size="s"
            className={css.quietButton}
            onClick={() => setEditing(true)}
          >
            Change Password
          </Button>
        )}
      </div>
      {isOld && (
        <Notice tone="warning" className={css.notice}>
          Your password is more than {passwordAgeDays} days old. We suggest a new one.
        </Notice>
      )}
      {isEditing ? (
        <PasswordForm profile={profile} onClose={close} />
      ) : (
        <p className={css.quiet}>
          {changed === null ? 'Unchanged since you signed up.' : `Last changed on ${formatDate(changed)}.`} We
          suggest a new one every {passwordAgeDays} days.
        </p>
      )}
    </section>
  )
}

const nothing = { old_password: '', new_password: '', confirm_password: '' }

/** Where an answer is lost, the profile that is read again tells whether the password was changed after all. */
function PasswordForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [doubt, setDoubt] = useState<PasswordDoubt | null>(null)
  const changing = useToldMutation(changePassword(profile.last_password_change, doubt, setDoubt), form, {
    saved: passwordChangeTexts.changed,
    failed: passwordChangeTexts.changeFailed,
    close: onClose,
  })
  const sending = useSending(changing)
  const { fields } = sending
  const [typed, setTyped] = useState(nothing)
  const reason = useId()
  const checked = v.safeParse(PasswordChange, typed)

  const isChangedUnheard =
    !sending.isPending && doubt !== null && doubt.before !== profile.last_password_change
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isChangedUnheard) return
    notify.success(passwordChangeTexts.changed)
    // It moves the focus to what it shows instead, for which an effect is too early.
    queueMicrotask(close)
  }, [isChangedUnheard])

  const type = (event: FormEvent<HTMLFormElement>) =>
    setTyped({ ...nothing, ...Object.fromEntries(new FormData(event.currentTarget)) })
  const submit = (form: HTMLFormElement) =>
    sending.send(form, async () => PasswordChange, typed, changing.mutate)

  /** Runs for Enter in a field too, which clicks the button. */
  const showFaults = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (form && !checked.success) fields.show(form, fieldErrors(checked.issues))
  }

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      aria-labelledby="password"
      onSubmit={submit}
      onChange={type}
      sending={sending}
      failure={texts.networkError}
      failureTitle={
        isUnheard(sending.error) ? passwordChangeTexts.changeFailed : passwordChangeTexts.changeRefused
      }
    >
      {/* For the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="old_password"
        autoComplete="current-password"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        error={fields.of('old_password')}
      />
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        required
        hint="At least 8 characters. An uppercase letter and a digit make it stronger."
        error={fields.of('new_password')}
      />
      <PasswordField
        label="Confirm new password"
        name="confirm_password"
        autoComplete="new-password"
        required
        error={fields.of('confirm_password')}
      />
      {!checked.success && (
        <p id={reason} className={css.quiet}>
          {checked.issues[0].message}
        </p>
      )}
      <div className={css.actions}>
        <Button
          type="submit"
          isBusy={sending.isPending}
          busyLabel="Saving…"
          aria-disabled={!checked.success}
          onClickCapture={showFaults}
          aria-describedby={checked.success ? undefined : reason}
        >
          Change Password
        </Button>
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  )
}
