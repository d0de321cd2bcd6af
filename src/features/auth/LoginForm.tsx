import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { authTexts } from '#contract/authTexts.ts'
import { useSending } from '#src/lib/useSending.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { EmailField, PasswordField } from '#src/ui/Field.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { rememberedEmail, signIn } from './api.ts'
import * as css from './form.css.ts'

type Props = {
  /** Whether somebody has just signed in, here or otherwise: the page is about to change. */
  isBusy: boolean
  onSignedIn: () => void
}

/** Email address and password. */
export function LoginForm({ isBusy, onSignedIn }: Props) {
  const signingIn = useMutation(signIn())
  const sending = useSending(signingIn)
  const { fields } = sending
  const form = useDraft<HTMLFormElement>('login')
  const email = useRef<HTMLInputElement>(null)
  const remember = useRef<HTMLInputElement>(null)
  // Rendered for nobody in particular until the page has hydrated. By then something may be typed, which a field's
  // default leaves alone, or somebody may be about to type.
  useLayoutEffect(() => {
    const remembered = rememberedEmail()
    if (remembered === null || !email.current || !remember.current) return
    if (document.activeElement !== email.current) email.current.defaultValue = remembered
    remember.current.defaultChecked = remember.current.checked = true
  }, [])

  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return sending.send(
      form,
      async () => (await import('#contract/auth.ts')).Credentials,
      { email: data.get('email'), password: data.get('password'), remember: data.has('remember') },
      (credentials, told) =>
        signingIn.mutate(credentials, {
          ...told,
          onSuccess: () => {
            dropDraft('login')
            onSignedIn()
          },
        }),
    )
  }

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      onSubmit={submit}
      sending={sending}
      failure={authTexts.loginFailed}
    >
      <EmailField ref={email} autoComplete="username" error={fields.of('email')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={fields.of('password')}
      />
      <div className={css.between}>
        <CheckboxField ref={remember} label="Remember me" name="remember" />
        <Link to="/forget-password" className={standaloneLink}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" width="full" isBusy={sending.isPending || isBusy} busyLabel="Logging in…">
        Login
      </Button>
    </CheckedForm>
  )
}
