import { cartTexts } from '#contract/cartTexts.ts'
import { lineKey } from '#contract/cartLine.ts'
import { available } from '#contract/stock.ts'
import type { CartItem } from '#contract/cart.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { checkoutLowStock } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import { variantText } from '#contract/variantText.ts'
import { part } from '#src/ui/dotted.css.ts'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import * as css from './OrderSummary.css.ts'

/** The pieces being ordered. */
export function OrderLines({ lines }: { lines: readonly CartItem[] }) {
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={lineKey(line)} className={css.line}>
          <Thumbnail image={line.product.image} width={64} className={css.picture} />
          <div className={css.words}>
            <p className={css.name}>{line.product.name}</p>
            <p className={css.details}>
              {line.variant && (
                <>
                  <span className={part}>
                    {variantText(line.product.variant_label, line.variant.name)}
                  </span>{' '}
                </>
              )}
              <span className={part}>Quantity {line.quantity}</span>
            </p>
            <StockLine line={line} />
          </div>
          <span className={css.price}>{formatMoney(line.total)}</span>
        </li>
      ))}
    </ul>
  )
}

function StockLine({ line }: { line: CartItem }) {
  const stock = available(line)
  if (stock < 1) return <p className={css.trouble}>{checkoutTexts.outOfStock}</p>
  if (stock < line.quantity) return <p className={css.trouble}>{cartTexts.onlyLeft(stock)}</p>
  return stock <= checkoutLowStock ? <p className={css.low}>{cartTexts.onlyLeft(stock)}</p> : null
}
