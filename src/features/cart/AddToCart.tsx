import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product, Variant } from '#contract/catalogue.ts'
import { longestSubject } from '#contract/constants.ts'
import { available, isInStock } from '#contract/stock.ts'
import { texts } from '#contract/texts.ts'
import { pieceText } from '#contract/variantText.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { notify } from '#src/ui/notify.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import * as css from './AddToCart.css.ts'
import { isSameLine } from './line.ts'
import { pressedView, useCart } from './state.ts'

type Props = {
  product: Product
  /** The chosen one; null where none is chosen, or there are none. */
  variant: Variant | null
  /** Shows what has to be chosen, and where. */
  onChoiceMissing: () => void
  /** Beside the button: the heart. */
  heart?: ReactNode
  /** `bar` is the one button alone. */
  layout?: 'box' | 'bar' | undefined
}

/** Adds the piece to the cart; once it is there, says how many, with links to the cart and a way to remove it. */
export function AddToCart({ product, variant, onChoiceMissing, heart, layout = 'box' }: Props) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { lines } = useCart()
  const { heir, within } = useHeir({ preventScroll: true })
  const pressed = pressedView.useView()
  const line = { product_id: product.id, variant_id: variant?.id ?? null }
  const busy = pressed.find((one) => isSameLine(one, line))?.what ?? null
  const quantity = lines.find((item) => isSameLine(item, line))?.quantity ?? 0
  const needsChoice = product.variants.length > 0 && variant === null
  const stock = available({ product, variant })
  const isOut = needsChoice ? !isInStock(product) : stock === 0

  const change = async (
    what: 'add' | 'remove',
    make: (changes: typeof import('./changes.ts')) => Promise<void>,
  ) => {
    const mine = { ...line, what }
    pressedView.change((all) => [...all, mine])
    try {
      await make(await import('./changes.ts'))
    } catch {
      notify.error(texts.networkError)
    } finally {
      pressedView.change((all) => all.filter((one) => one !== mine))
    }
  }
  const add = () => {
    if (needsChoice) onChoiceMissing()
    else void change('add', ({ addToCart }) => addToCart({ product, variant }, { router, queryClient }))
  }
  const remove = () =>
    void change('remove', ({ removeFromCart }) => removeFromCart({ product, variant }, quantity, queryClient))

  const size = layout === 'box' ? 'l' : 'm'
  return (
    <div className={css.root} {...within}>
      <div className={css.row}>
        {quantity > 0 ? (
          <Link ref={heir} to="/cart" className={`${buttonStyle({ size })} ${css.main}`}>
            In Cart
            {quantity > 1 && <Quantity value={quantity} />}
          </Link>
        ) : (
          <Button
            ref={heir}
            size={size}
            className={css.main}
            isBusy={busy === 'add'}
            busyLabel="Adding…"
            aria-disabled={busy !== null || isOut}
            onClick={add}
          >
            {isOut ? 'Out of stock' : 'Add to cart'}
          </Button>
        )}
        {heart}
      </div>
      {layout === 'box' && (
        // Its space is reserved, so that nothing below moves when the cart is known.
        <div className={css.more}>
          {quantity > 0 && (
            <>
              <Button
                tone="quiet"
                size="s"
                isBusy={busy === 'add'}
                busyLabel="Adding…"
                aria-disabled={busy !== null || quantity >= stock}
                onClick={add}
              >
                {quantity >= stock ? 'No more in stock' : 'Add another'}
              </Button>
              <Button
                tone="quiet"
                size="s"
                isBusy={busy === 'remove'}
                busyLabel="Removing…"
                aria-disabled={busy !== null}
                onClick={remove}
              >
                Remove from cart
              </Button>
            </>
          )}
          {quantity === 0 && isOut && (
            <Link
              to="/contact"
              search={{ subject: questionAbout(pieceText(product, variant && variant.name)) }}
              hash="message-title"
              className={buttonStyle({ tone: 'quiet', size: 's' })}
            >
              Ask us when it is back
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/** A longer subject would not be taken at all. */
const questionAbout = (piece: string): string => `When is it back? ${piece}`.slice(0, longestSubject)

const Quantity = ({ value }: { value: number }) => (
  <span className={css.quantity}>
    {value}
    <span className={css.spoken}> pieces</span>
  </span>
)
