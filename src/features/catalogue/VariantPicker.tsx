import { type ReactNode, type Ref, useId } from 'react'
import type { Variant } from '#contract/catalogue.ts'
import { FieldError } from '#src/ui/FieldError.tsx'
import * as css from './VariantPicker.css.ts'

type Props = {
  /** What the variants differ in: 'Ring size'. */
  label: string
  variants: Variant[]
  chosen: Variant | null
  onChoose: (variant: Variant) => void
  /** What to do about a missing choice. */
  error?: string | undefined
  /** Help with the choice: the way to the size guide. */
  help?: ReactNode
  /** The group, so that the shopper can be taken to it. */
  ref?: Ref<HTMLFieldSetElement> | undefined
}

/** The variants as radio buttons. One that is sold out can be looked at, and says so. */
export function VariantPicker({ label, variants, chosen, onChoose, error, help, ref }: Props) {
  const id = useId()
  return (
    <fieldset ref={ref} className={css.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>
        {label}
        {chosen && <span className={css.chosen}>{chosen.name}</span>}
      </legend>
      {help && <div className={css.help}>{help}</div>}
      <div className={css.options}>
        {variants.map((variant) => {
          const isSoldOut = variant.stock_quantity === 0 || undefined
          return (
            <label key={variant.id} className={css.option} data-sold-out={isSoldOut}>
              <input
                type="radio"
                name="variant"
                value={variant.id}
                className={css.radio}
                checked={variant.id === chosen?.id}
                onChange={() => onChoose(variant)}
                // Hidden words beside the name would be read after a pause: 'U , sold out'.
                aria-label={isSoldOut && `${variant.name}, sold out`}
              />
              {variant.name}
            </label>
          )
        })}
      </div>
      <div role="alert" className={css.error}>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
