import { type FormEvent, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './CookieForm.css.ts'
import {
  type Preferences,
  essentialOnly,
  everything,
  keptPreferences,
  readPreferences,
  savePreferences,
} from './cookiePreferences.ts'
import { useKept } from '#src/lib/kept.ts'

/** The three kinds, and the three buttons. */
export function CookieForm() {
  const text = useKept(keptPreferences)
  // Of what is stored: once that is another, neither what was ticked nor what was said is of any account.
  const [own, setOwn] = useState<{ of: string | null; draft: Preferences | null; said: string } | null>(null)
  const { draft, said } = own !== null && own.of === text ? own : { draft: null, said: '' }
  const shown = draft ?? readPreferences(text)

  const change = (changed: Partial<Preferences>) =>
    setOwn({ of: text, draft: { ...shown, ...changed }, said: '' })
  const choose = (preferences: Preferences, sentence: string) => {
    savePreferences(preferences)
    setOwn({ of: keptPreferences.get(), draft: null, said: sentence })
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    choose(shown, 'Your choice is saved in this browser.')
  }

  return (
    <form onSubmit={save} data-unsaved={draft ? '' : undefined}>
      <div className={css.card}>
        <fieldset className={css.kinds}>
          <legend className={css.legend}>What may be used</legend>
          <CheckboxField
            label="Essential"
            hint="Logging in, cart, checkout and this choice. The shop cannot work without them, so they are always on."
            checked
            disabled
            readOnly
          />
          <CheckboxField
            label="Performance"
            checked={shown.performance}
            onChange={(event) => change({ performance: event.target.checked })}
            hint="How fast pages load and respond, sent without your name or anything that identifies you. Starts with the next page you open."
          />
          <CheckboxField
            label="Marketing"
            checked={shown.marketing}
            onChange={(event) => change({ marketing: event.target.checked })}
            hint="We use none today. Should that change, only those who ticked this box are included."
          />
        </fieldset>
        <div className={css.actions}>
          <Button tone="secondary" onClick={() => choose(essentialOnly, 'Only the essential is used now.')}>
            Reject All
          </Button>
          <Button tone="secondary" onClick={() => choose(everything, 'Everything is allowed now.')}>
            Accept All
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </div>
      <p className={css.said} aria-live="polite">
        {said !== '' && <Icon name="check" size="current" />}
        {said}
      </p>
    </form>
  )
}
