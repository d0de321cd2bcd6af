import { useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import * as css from './Slider.css.ts'

type Props = {
  label: string
  /** Labels of the two buttons beside it. */
  less: string
  more: string
  min: number
  max: number
  step: number
  /** What one press of a button changes. */
  nudge: number
  value: number
  /** The value in words. */
  valueText: string
  onChange: (value: number) => void
}

/** A slider with a button at each end for fine adjustment. */
export function Slider({ label, less, more, min, max, step, nudge, value, valueText, onChange }: Props) {
  // The slider announces its own changes; this is for those made with the buttons.
  const [isPressed, setPressed] = useState(false)
  const press = (wanted: number) => {
    setPressed(true)
    onChange(Math.min(max, Math.max(min, wanted)))
  }
  return (
    <div className={css.root}>
      <IconButton
        icon="minus"
        label={less}
        aria-disabled={value <= min || undefined}
        onClick={() => press(value - nudge)}
      />
      <input
        className={css.slider}
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => {
          setPressed(false)
          onChange(event.target.valueAsNumber)
        }}
      />
      <IconButton
        icon="plus"
        label={more}
        aria-disabled={value >= max || undefined}
        onClick={() => press(value + nudge)}
      />
      <output className={css.spoken} aria-live="polite">
        {isPressed && valueText}
      </output>
    </div>
  )
}
