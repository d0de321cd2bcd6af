import { Link } from '@tanstack/react-router'
import { type PointerEvent, type ReactNode, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Price } from '#src/ui/Price.tsx'
import { Stars } from '#src/ui/Stars.tsx'
import { type Card, toCard } from './card.ts'
import { pictureSize, twoAbreast } from './pictureSize.ts'
import * as css from './ProductCard.css.ts'

type Props = {
  product: Product
  /** For the pictures seen first: fetched before the rest. */
  priority?: boolean | undefined
  /** How wide the picture is shown, as `<img sizes>`; by default two, three or four side by side. */
  sizes?: string | undefined
  /** What can be done with it from here: the heart. Placed over the picture's corner. */
  actions?: ReactNode
  /** Whether the list is the customer's wishlist, to which the piece's page then leads back. */
  fromWishlist?: boolean | undefined
}

const inFullWidth = `(min-width: 1344px) 305px, (min-width: 1200px) calc(25vw - 31px), (min-width: 768px) calc(33.3vw - 32px), ${twoAbreast}`

/** One piece in a list. Belongs below a heading of level 2. */
export function ProductCard({
  product,
  priority = false,
  sizes = inFullWidth,
  actions,
  fromWishlist = false,
}: Props) {
  const card = toCard(product)
  const [isPointedAt, setPointedAt] = useState(false)
  // Not `pointerenter`, which React does not fire when the mouse comes from a part that has not hydrated.
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setPointedAt(true)
  }
  return (
    <article className={css.card} onPointerOver={point}>
      <div className={css.photo}>
        {/* The picture that moves to the piece's page. */}
        <div data-piece={card.slug}>
          <Picture
            {...pictureSize}
            image={card.image}
            alt={card.imageAlt}
            sizes={sizes}
            priority={priority}
            failedText={texts.noImage}
          />
          {isPointedAt && card.secondImage && <SecondView image={card.secondImage} sizes={sizes} />}
        </div>
        {card.badge && (
          <div className={css.badge}>
            <Badge tone="onPhoto">{badgeText(card)}</Badge>
          </div>
        )}
      </div>
      <div className={css.words}>
        <h3 className={css.name}>
          <Link
            to="/products/$slug"
            params={{ slug: card.slug }}
            state={{ productId: card.id, fromWishlist }}
            className={css.link}
          >
            {card.name}
          </Link>
        </h3>
        {card.material && <p className={css.material}>{card.material}</p>}
        {card.rating !== null && <Stars mean={card.rating} count={card.reviewCount} />}
        <p className={css.price}>
          <Price price={card.price} from={card.isFrom} compareAt={card.compareAtPrice} />
        </p>
        {!card.inStock && <p className={css.soldOut}>Out of stock</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </article>
  )
}

/** Another view of the piece, shown once it has loaded, so that the first one is never replaced by nothing. */
function SecondView({ image, sizes }: { image: string; sizes: string }) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div className={css.secondView} data-loaded={isLoaded || undefined} onLoad={() => setLoaded(true)}>
      <Picture {...pictureSize} image={image} alt="" sizes={sizes} />
    </div>
  )
}

function badgeText({ badge, discountPercent }: Card): string {
  const words = {
    sale: `${discountPercent ?? 0}% off`,
    new: 'New',
    bestseller: 'Bestseller',
    featured: 'Featured',
  }
  return badge === null ? '' : words[badge]
}
