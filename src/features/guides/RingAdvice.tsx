import type { Variant } from '#contract/catalogue.ts'
import type { RingSize } from '#contract/sizes.ts'
import { Button } from '#src/ui/Button.tsx'
import { rank, ringToTake, ringsOf } from './ringsOf.ts'
import * as css from './RingSizer.css.ts'
import { ShopContact } from './ShopContact.tsx'

type Props = {
  /** Null until one is measured. */
  size: RingSize | null
  variants: readonly Variant[]
  onTake: (variant: Variant, button: HTMLElement) => void
}

/** Which of a piece's own sizes is the one measured, or the next one up; nothing if it comes in no UK sizes. */
export function RingAdvice({ size, variants, onTake }: Props) {
  const rings = ringsOf(variants)
  const [smallest, largest] = [rings[0], rings.at(-1)]
  if (!smallest || !largest) return null
  const range =
    smallest === largest
      ? `This piece comes in size ${smallest.name} only.`
      : `This piece comes in sizes ${smallest.name} to ${largest.name}.`
  const ring = size && ringToTake(size, rings)
  return (
    <div className={css.advice}>
      <p role="status">
        {ring ? (
          `For this piece, take ${ring.name}${rank(ring.name) === rank(size.uk) ? '' : ', the next size up'}.${ring.stock_quantity === 0 ? ' It is sold out at present.' : ''}`
        ) : (
          <>
            {range}
            {size && (
              <>
                {' '}
                For yours, ask us: <ShopContact />.
              </>
            )}
          </>
        )}
      </p>
      {ring && <Button onClick={(event) => onTake(ring, event.currentTarget)}>Choose {ring.name}</Button>}
    </div>
  )
}
