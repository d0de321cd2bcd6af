import { cartTexts } from '#contract/cartTexts.ts'
import { unitPrice } from '#contract/cartLine.ts'
import { available } from '#contract/stock.ts'
import { Link } from '@tanstack/react-router'
import type { CartItem } from '#contract/cart.ts'
import { largestQuantity } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import { pieceText, variantText } from '#contract/variantText.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Stepper } from '#src/ui/Stepper.tsx'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import * as css from './CartLine.css.ts'
import { lineTrouble } from './lineTrouble.ts'

type Props = {
  line: CartItem
  /** As the stepper's `onChange`. */
  onQuantity: (quantity: number) => unknown
  onRemove: () => void
}

/** One piece in the cart, with everything that can be done to it. */
export function CartLine({ line, onQuantity, onRemove }: Props) {
  const { product, variant, quantity } = line
  const stock = available(line)
  const trouble = lineTrouble(line)
  // All of it in the cart is worth a word, too: no more can be had.
  const isLow = trouble === null && stock <= Math.max(product.low_stock_threshold, quantity)
  const name = pieceText(product, variant && variant.name)
  const total = <span className={css.total}>{formatMoney(line.total)}</span>
  return (
    <li className={css.root}>
      <Thumbnail image={product.image} width={128} className={css.picture} />
      <div className={css.words}>
        <div className={css.head}>
          <h2 className={css.name}>
            <Link
              to="/products/$slug"
              params={{ slug: product.slug }}
              search={{ variant: line.variant_id ?? undefined }}
              state={{ productId: product.id }}
              className={css.link}
            >
              {product.name}
            </Link>
          </h2>
          <div className={css.totalInline}>{total}</div>
        </div>
        {variant && <p className={css.detail}>{variantText(product.variant_label, variant.name)}</p>}
        <p className={css.detail}>{formatMoney(unitPrice(line))} each</p>
        <div role="status" className={css.stock}>
          {isLow && <p className={css.low}>{cartTexts.onlyLeft(stock)}</p>}
          {trouble !== null && <p className={css.trouble}>{trouble}</p>}
        </div>
      </div>
      <div className={css.controls}>
        {stock > 0 && (
          <Stepper
            value={quantity}
            max={Math.min(stock, largestQuantity)}
            label={`Quantity of ${name}`}
            onChange={onQuantity}
          />
        )}
        <IconButton icon="trash" label={`Remove ${name}`} className={css.remove} onClick={onRemove} />
      </div>
      <div className={css.totalAside}>{total}</div>
    </li>
  )
}
