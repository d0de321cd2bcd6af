import { wishlistPreview } from '#contract/constants.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { Link } from '@tanstack/react-router'
import type { Product } from '#contract/catalogue.ts'
import type { WishlistEntry } from '#contract/wishlist.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Price } from '#src/ui/Price.tsx'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import * as css from './WishlistPreview.css.ts'

/** How the shop shows a piece in short; supplied by the catalogue. */
export type CardOf = (product: Product) => { image: string | null; price: string; isFrom: boolean }

/** The first few pieces on the wishlist and a link to all. */
export function WishlistPreview({ entries, cardOf }: { entries: WishlistEntry[]; cardOf: CardOf }) {
  return (
    <div className={css.place}>
      <div className={css.panel} role="group" aria-label="Wishlist preview">
        {entries.length === 0 ? (
          <p className={css.empty}>{wishlistTexts.empty}</p>
        ) : (
          <ul className={css.list}>
            {entries.slice(0, wishlistPreview).map(({ product_id, product }) => (
              <Piece key={product_id} product={product} cardOf={cardOf} />
            ))}
          </ul>
        )}
        <Link to="/wishlist" className={buttonStyle({ tone: 'secondary', size: 's', width: 'full' })}>
          {wishlistTexts.viewAll}
        </Link>
      </div>
    </div>
  )
}

function Piece({ product, cardOf }: { product: Product; cardOf: CardOf }) {
  const { image, price, isFrom } = cardOf(product)
  return (
    <li>
      <Link
        to="/products/$slug"
        params={{ slug: product.slug }}
        state={{ productId: product.id }}
        className={css.piece}
      >
        <Thumbnail image={image} width={64} className={css.picture} />
        <span className={css.words}>
          <span className={css.name}>{product.name}</span>
          <Price price={price} from={isFrom} />
        </span>
      </Link>
    </li>
  )
}
