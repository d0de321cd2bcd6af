import type { FormEvent } from 'react'
import * as v from 'valibot'
import type { Profile } from '#contract/auth.ts'
import { Contact } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { fieldErrors } from '#contract/problem.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmailField, TextField } from '#src/ui/Field.tsx'
import { NameFields } from '#src/ui/NameFields.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { CheckoutDraft } from './checkoutDraft.ts'
import { stepFormId } from './progress.ts'
import * as css from './steps.css.ts'

/** What a contact begins with. */
export type KnownProfile = Pick<Profile, 'first_name' | 'last_name' | 'email' | 'contact_no'>

type Props = {
  draft: CheckoutDraft
  profile: KnownProfile
  onType: (contact: Contact) => void
  onDone: (contact: Contact) => void
}

/** Step 1: who the order is for. */
export function InformationStep({ draft, profile, onType, onDone }: Props) {
  const fields = useFieldErrors(checkoutTexts.fillRequired)
  const known = draft.contact ?? { ...profile, phone: profile.contact_no }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const contact = v.safeParse(Contact, Object.fromEntries(new FormData(event.currentTarget)))
    if (contact.success) onDone(contact.output)
    else fields.show(event.currentTarget, fieldErrors(contact.issues))
  }
  const type = (event: FormEvent<HTMLFormElement>) => {
    fields.clearEdited(event)
    onType(typedContact(event.currentTarget))
  }

  return (
    <form id={stepFormId} className={css.form} noValidate onSubmit={submit} onInput={type}>
      {fields.general !== null && (
        <Notice tone="critical" role="alert">
          {fields.general}
        </Notice>
      )}
      <div className={css.pair}>
        <NameFields values={known} errorOf={fields.of} />
      </div>
      <EmailField
        hint="We send your confirmation here"
        defaultValue={known.email}
        error={fields.of('email')}
      />
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        hint="In case the courier needs to reach you"
        defaultValue={known.phone}
        error={fields.of('phone')}
      />
      <div className={css.actions}>
        <span />
        <Button type="submit">Continue</Button>
      </div>
    </form>
  )
}

function typedContact(form: HTMLFormElement): Contact {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    phone: text('phone'),
  }
}
