import { type KeyboardEvent, useState } from 'react'
import { Icon } from './Icon.tsx'
import { visuallyHidden } from './layout.css.ts'
import * as css from './Stepper.css.ts'

type Props = {
  value: number
  /** Until what it returns is settled, `value` may still be what it was: its code may be on its way. */
  onChange: (value: number) => unknown
  max: number
  /** 'Quantity of Oval Locket'. */
  label: string
}

/** A quantity: by buttons, by typing, by arrow keys. Always reports a whole number from 1 to `max`. */
export function Stepper({ value, onChange, max, label }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  /** What was reported and is not in `value` yet: the next press goes on from there. */
  const [asked, setAsked] = useState<number | null>(null)
  const held = asked ?? value
  /** The value to be spoken of: only as long as it is what there is, because a change may fail. */
  const [announced, setAnnounced] = useState<number | null>(null)

  /** Returns the resulting value. */
  const set = (wanted: number): number => {
    // If less is left than the shopper already has, asking for more does not give them less.
    const least = wanted < held ? 1 : held
    const next = Math.max(least, Math.min(max, Math.round(wanted)))
    setDraft(null)
    // The field itself announces what is typed or stepped in it.
    setAnnounced(null)
    if (next !== held) {
      setAsked(next)
      const answered = () => setAsked((last) => (last === next ? null : last))
      Promise.resolve(onChange(next)).then(answered, answered)
    }
    return next
  }
  /** As shown, though what is being typed has not been taken yet. */
  const now = draft === null || draft === '' ? held : Number(draft)
  const press = (wanted: number) => setAnnounced(set(wanted))
  const keepDraft = () => {
    if (draft === null) return
    const taken = set(now)
    // The focus has moved on, so nobody would hear that there are fewer than was typed.
    if (taken !== now) setAnnounced(taken)
  }
  const steer = (event: KeyboardEvent) => {
    const wanted = { ArrowUp: now + 1, ArrowDown: now - 1, Home: 1, End: max }[event.key]
    if (wanted !== undefined) {
      event.preventDefault()
      set(wanted)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      keepDraft()
    } else if (event.key === 'Escape') setDraft(null)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a flex box everywhere
    <div className={css.root} role="group" aria-label={label}>
      <button
        type="button"
        className={css.step}
        aria-label={`Decrease: ${label}`}
        aria-disabled={now <= 1 || undefined}
        onClick={() => press(now - 1)}
      >
        <Icon name="minus" size="s" />
      </button>
      <input
        className={css.value}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={now}
        aria-valuemin={Math.min(1, now)}
        // Less may be left than the shopper already has, or than they are typing.
        aria-valuemax={Math.max(max, now)}
        value={draft ?? held}
        data-unsaved={draft === null ? undefined : ''}
        onChange={(event) => setDraft(event.target.value.replaceAll(/\D/g, '').slice(0, 3))}
        onFocus={(event) => event.target.select()}
        onBlur={keepDraft}
        onKeyDown={steer}
      />
      <button
        type="button"
        className={css.step}
        aria-label={`Increase: ${label}`}
        aria-disabled={now >= max || undefined}
        onClick={() => press(now + 1)}
      >
        <Icon name="plus" size="s" />
      </button>
      <output className={visuallyHidden} aria-live="polite">
        {announced === value && `${label}: ${value}`}
      </output>
    </div>
  )
}
