import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useSyncExternalStore } from 'react'
import { authTexts } from '#contract/authTexts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField } from '#src/ui/Choice.tsx'
import { EmailField, PasswordField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { rememberedEmail, signIn } from './api.ts'
import * as css from './form.css.ts'

const never = () => () => undefined

/** E-mail and password. Stays busy after success, because the page is about to change. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation(signIn())
  const fields = useFieldErrors()
  const form = useDraft<HTMLFormElement>('login')
  // Nobody's page until it has woken up: the address then fills an untouched field by its key.
  const remembered = useSyncExternalStore(never, rememberedEmail, () => null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const { output, faults } = await checkForm(async () => (await import('#contract/auth.ts')).Credentials, {
      email: data.get('email'),
      password: data.get('password'),
      remember: data.has('remember'),
    })
    if (faults) return fields.show(form, faults)
    mutate(output, {
      onSuccess: () => {
        dropDraft('login')
        onSignedIn()
      },
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    // post: a form sent before the page has woken up must not put the password into the address.
    <form
      ref={form}
      className={css.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={fields.clearEdited}
    >
      {(fields.of('') !== undefined || error) && !isPending && (
        <Notice tone="critical" role="alert">
          {fields.of('') ?? messageOf(error, authTexts.loginFailed)}
        </Notice>
      )}
      <EmailField
        key={remembered}
        autoComplete="username"
        defaultValue={remembered ?? ''}
        error={fields.of('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={fields.of('password')}
      />
      <div className={css.between}>
        <CheckboxField
          key={remembered}
          label="Remember me"
          name="remember"
          defaultChecked={remembered !== null}
        />
        <Link to="/forget-password" className={standaloneLink}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" width="full" isBusy={isPending || isSuccess} busyLabel="Logging in…">
        Login
      </Button>
    </form>
  )
}
