import { cartTexts } from '#contract/cartTexts.ts'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product, Variant } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { notify } from '#src/ui/notify.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import * as css from './AddToCart.css.ts'
import { isSameLine, newLine } from './line.ts'
import { useCart, useCartChanges } from './state.ts'

type Props = {
  product: Product
  /** The chosen one; null where none is chosen, or there are none. */
  variant: Variant | null
  /** Shows what is missing, and where. */
  onChoiceMissing: () => void
  /** Beside the button: the heart. */
  heart?: ReactNode
  /** `bar` is the one button alone. */
  layout?: 'box' | 'bar' | undefined
}

/** Puts the piece into the cart; once it is there, says how many, and gives the ways to the cart and out of it. */
export function AddToCart({ product, variant, onChoiceMissing, heart, layout = 'box' }: Props) {
  const navigate = useNavigate()
  const router = useRouter()
  const changes = useCartChanges()
  const { cart } = useCart()
  const { heir, within } = useHeir({ preventScroll: true })
  const line = newLine(product, variant)
  const quantity = cart?.items.find((item) => isSameLine(item, line))?.quantity ?? 0
  const needsChoice = product.variants.length > 0 && variant === null
  const stock = variant?.stock_quantity ?? product.stock_quantity
  const isOut = needsChoice ? product.variants.every((one) => one.stock_quantity === 0) : stock === 0

  const askToLogIn = () =>
    void import('./askToLogIn.ts').then(
      (file) => file.askToLogIn(router, product.slug, line),
      () => notify.error(texts.networkError),
    )

  const add = () => {
    if (needsChoice) onChoiceMissing()
    else if (!changes) askToLogIn()
    else {
      void changes.add(line)
      notify.success(cartTexts.added, {
        id: 'cart',
        action: { label: 'View cart', run: () => void navigate({ to: '/cart' }) },
      })
    }
  }

  const remove = () => {
    void changes?.remove(line)
    // More than there are would be refused, and nothing would come back.
    const restorable = Math.min(quantity, stock)
    notify.success(cartTexts.removed, {
      id: 'cart',
      ...(restorable > 0 && {
        action: { label: 'Undo', run: () => void changes?.add({ ...line, quantity: restorable }) },
      }),
    })
  }

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
          <Button ref={heir} size={size} className={css.main} aria-disabled={isOut} onClick={add}>
            {isOut ? 'Out of stock' : 'Add to cart'}
          </Button>
        )}
        {heart}
      </div>
      {layout === 'box' && (
        // Its room is kept, so that nothing below moves when the cart is known.
        <div className={css.more}>
          {quantity > 0 && (
            <>
              <Button tone="quiet" size="s" aria-disabled={quantity >= stock} onClick={add}>
                Add another
              </Button>
              <Button tone="quiet" size="s" onClick={remove}>
                Remove from cart
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

const Quantity = ({ value }: { value: number }) => (
  <span className={css.quantity}>
    {value}
    <span className={css.spoken}> pieces</span>
  </span>
)
