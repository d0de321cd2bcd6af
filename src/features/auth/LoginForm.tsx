import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { authTexts } from '#contract/authTexts.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { EmailField, PasswordField } from '#src/ui/Field.tsx'
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

  const submit = async (form: HTMLFormElement) => {
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
      onError: (failure) => fields.showRefusal(form, failure),
    })
  }

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      onSubmit={submit}
      fields={fields}
      isPending={isPending}
      error={error}
      failure={authTexts.loginFailed}
    >
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
    </CheckedForm>
  )
}
