import { type KeyboardEvent, useState } from 'react'
import { Icon } from './Icon.tsx'
import { visuallyHidden } from './layout.css.ts'
import * as css from './Stepper.css.ts'

type Props = {
  value: number
  onChange: (value: number) => void
  min?: number | undefined
  max: number
  /** 'Quantity of Oval Locket'. */
  label: string
}

/** A quantity: by buttons, by typing, by arrow keys. Always reports a whole number from `min` to `max`. */
export function Stepper({ value, onChange, min = 1, max, label }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  /** The value to be spoken of: only as long as it is what there is, because a change may fail. */
  const [announced, setAnnounced] = useState<number | null>(null)

  /** Returns the resulting value. */
  const set = (wanted: number): number => {
    // If less is left than the shopper already has, asking for more does not give them less.
    const least = wanted < value ? min : value
    const next = Math.max(least, Math.min(max, Math.round(wanted)))
    setDraft(null)
    // The field itself announces what is typed or stepped in it.
    setAnnounced(null)
    if (next !== value) onChange(next)
    return next
  }
  /** As shown, though what is being typed has not been taken yet. */
  const now = draft === null || draft === '' ? value : Number(draft)
  const press = (wanted: number) => setAnnounced(set(wanted))
  const keepDraft = () => {
    if (draft === null) return
    const taken = set(now)
    // The focus has moved on, so nobody would hear that there are fewer than was typed.
    if (taken !== now) setAnnounced(taken)
  }
  const steer = (event: KeyboardEvent) => {
    const wanted = { ArrowUp: now + 1, ArrowDown: now - 1, Home: min, End: max }[event.key]
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
        aria-disabled={now <= min || undefined}
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
        aria-valuemin={Math.min(min, now)}
        // Less may be left than the shopper already has, or than they are typing.
        aria-valuemax={Math.max(max, now)}
        value={draft ?? value}
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
