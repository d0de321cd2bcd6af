import { cartTexts } from '#contract/cartTexts.ts'
import { stockOf, unitPrice } from '#contract/cartLine.ts'
import { Link } from '@tanstack/react-router'
import type { CartItem } from '#contract/cart.ts'
import { largestQuantity } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Stepper } from '#src/ui/Stepper.tsx'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import * as css from './CartLine.css.ts'
import { lineTrouble } from './lineTrouble.ts'

type Props = {
  line: CartItem
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

/** One piece in the cart, with everything that can be done to it. */
export function CartLine({ line, onQuantity, onRemove }: Props) {
  const { product, variant, quantity } = line
  const stock = stockOf(line)
  const trouble = lineTrouble(line)
  const isLow = trouble === null && stock <= product.low_stock_threshold
  const name = variant ? `${product.name}, ${variant.name}` : product.name
  const total = <span className={css.total}>{formatMoney(line.total)}</span>
  return (
    <li className={css.root}>
      <Thumbnail image={product.image} width={128} className={css.picture} />
      <div className={css.words}>
        <h2 className={css.name}>
          <Link
            to="/products/$slug"
            params={{ slug: product.slug }}
            state={{ productId: product.id }}
            className={css.link}
          >
            {product.name}
          </Link>
        </h2>
        {variant && <p className={css.detail}>{variant.name}</p>}
        <div className={css.prices}>
          <p className={css.detail}>{formatMoney(unitPrice(line))} each</p>
          <div className={css.totalInline}>{total}</div>
        </div>
        {isLow && <p className={css.low}>{cartTexts.onlyLeft(stock)}</p>}
        {trouble !== null && <p className={css.trouble}>{trouble}</p>}
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
