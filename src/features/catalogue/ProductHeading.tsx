import type { Product, Variant } from '#contract/catalogue.ts'
import { taxAdded } from '#contract/totals.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Price } from '#src/ui/Price.tsx'
import { Stars } from '#src/ui/Stars.tsx'
import { offerOf } from './choice.ts'
import * as css from './ProductPage.css.ts'

type Props = {
  product: Product
  variant: Variant | null
}

/** The piece's name, its description in short and its price. */
export function ProductHeading({ product, variant }: Props) {
  const { is_new, is_featured, is_bestseller, rating, review_count } = product
  const offer = offerOf(product, variant)
  return (
    <header className={css.heading}>
      {(is_new || is_featured || is_bestseller) && (
        <p className={css.badges}>
          {is_new && <Badge tone="brand">New</Badge>}
          {is_featured && <Badge tone="brand">Featured</Badge>}
          {is_bestseller && <Badge tone="brand">Bestseller</Badge>}
        </p>
      )}
      <h1>{product.name}</h1>
      <p className={css.short}>{product.short_description}</p>
      {rating !== null && <Stars mean={rating} count={review_count} size="m" />}
      <p className={css.price} aria-live="polite">
        <Price
          size="l"
          price={offer.price}
          from={offer.isFrom}
          compareAt={offer.compareAtPrice}
          discountPercent={offer.discountPercent}
        />
      </p>
      <p className={css.tax}>{taxAdded}</p>
    </header>
  )
}
