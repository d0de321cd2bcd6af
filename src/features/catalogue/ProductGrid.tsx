import type { FocusEvent, ReactNode, RefCallback } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { pageSize } from '#contract/constants.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ProductCard } from './ProductCard.tsx'
import * as card from './ProductCard.css.ts'
import * as css from './ProductGrid.css.ts'

/** What can be done with a piece from its card; supplied by the route. */
export type CardActions = (product: Product) => ReactNode

type Props = {
  products: Product[]
  /** Whether the first picture is the first of the page too. */
  priority?: boolean | undefined
  /** Other pieces are loading. */
  isWaiting?: boolean | undefined
  sizes?: string | undefined
  actions?: CardActions | undefined
  fromWishlist?: boolean | undefined
  ref?: RefCallback<HTMLUListElement> | undefined
  /** Of `useHeir`. */
  within?: { onFocus: (event: FocusEvent) => void; onBlur: () => void } | undefined
}

/** Pieces in a grid: two columns on a phone, four on a desktop. */
export function ProductGrid({
  products,
  priority = false,
  isWaiting = false,
  sizes,
  actions,
  fromWishlist,
  ref,
  within,
}: Props) {
  return (
    <ul
      ref={ref}
      tabIndex={within && -1}
      {...within}
      className={css.state[isWaiting ? 'waiting' : 'current']}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            priority={priority && index === 0}
            sizes={sizes}
            actions={actions?.(product)}
            fromWishlist={fromWishlist}
          />
        </li>
      ))}
    </ul>
  )
}

/** The space that pieces will take. */
export function ProductGridSkeleton({ count = pageSize }: { count?: number | undefined }) {
  return (
    <div className={css.state.current} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  )
}

/** The space that one will take. */
export const ProductCardSkeleton = () => (
  <div className={card.card}>
    <Skeleton shape="square" />
    <div className={card.words}>
      <span className={css.line}>
        <Skeleton shape="text" />
      </span>
      <span className={css.line}>
        <Skeleton shape="short" />
      </span>
      <span className={css.line}>
        <Skeleton shape="short" />
      </span>
    </div>
  </div>
)
