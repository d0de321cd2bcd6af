import { hashKey, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { counted } from '#contract/counted.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { linksTo } from '#contract/pageNames.ts'
import { staticPaths } from '#contract/staticPages.ts'
import { useCart } from '#src/features/cart/state.ts'
import { toCard } from '#src/features/catalogue/card.ts'
import { placeOf } from '#src/features/catalogue/place.ts'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { momentOf } from '#src/offline/moment.ts'
import type { SeenPiece } from '#src/offline/phone.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyStateDrawn } from '#src/ui/EmptyStateDrawn.tsx'
import { container } from '#src/ui/layout.css.ts'
import { Price } from '#src/ui/Price.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import { lead } from '#src/ui/text.css.ts'
import * as css from './-SavedPage.css.ts'

/** Pages that are part of the shop itself, so that they open on any phone that has been here once. */
const always = linksTo(...staticPaths)

const saved = {
  queryKey: ['saved'],
  queryFn: async () => (await import('#src/offline/copies.ts')).savedHere(),
  staleTime: 0,
  gcTime: 0,
}

/** What this device can show without a network: a link to each page, and how old it is. */
export function SavedPage() {
  const { data } = useQuery(saved)
  const places = data?.copies.flatMap(({ queryKey, at }) => {
    const place = placeOf(queryKey)
    return place ? [{ ...place, at, key: hashKey(queryKey) }] : []
  })
  return (
    <div className={`${container} ${css.root}`}>
      <header className={css.header}>
        <h1>Saved on this device</h1>
        <p className={lead}>{savedTexts.intro}</p>
      </header>
      {data === undefined || places === undefined ? (
        <Loading className={css.pending} />
      ) : data.pieces.length + places.length === 0 ? (
        <EmptyStateDrawn
          drawing="box"
          title={savedTexts.nothing}
          action={
            <Link to="/products" className={buttonStyle()}>
              See all jewellery
            </Link>
          }
        >
          <p>{savedTexts.nothingHint}</p>
        </EmptyStateDrawn>
      ) : (
        <>
          {data.pieces.length > 0 && (
            <Part title={counted(data.pieces.length, 'piece')}>
              <ul className={css.pieces}>
                {data.pieces.map((piece) => (
                  <Piece key={piece.product.id} {...piece} />
                ))}
              </ul>
            </Part>
          )}
          {places.length > 0 && (
            <Part title="Lists">
              <ul className={css.links}>
                {places.map(({ key, label, to, search, at }) => (
                  <li key={key} className={css.place}>
                    <Link to={to} search={search} className={css.link}>
                      {label}
                    </Link>
                    <Moment at={at} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
      <Part title="Always here">
        <ul className={css.links}>
          {always.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className={css.link}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
      <Own />
    </div>
  )
}

function Piece({ product, at }: SeenPiece) {
  const card = toCard(product)
  return (
    <li>
      <Link
        to="/products/$slug"
        params={{ slug: card.slug }}
        state={{ productId: card.id }}
        className={css.piece}
      >
        <Thumbnail image={card.image} width={64} className={css.picture} />
        <span className={css.words}>
          <span>{card.name}</span>
          <span className={css.under}>
            <Price price={card.price} from={card.isFrom} />
            <Moment at={at} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/**
 * A customer's own pages, which also open without a network. At the end, because it is known last that there are any: a
 * link above which they appeared would move away under a finger.
 */
function Own() {
  const { cart } = useCart()
  const { entries } = useWishlist()
  if (!cart && !entries) return null
  return (
    <Part title="Yours">
      <ul className={css.links}>
        {cart && (
          <li>
            <Link to="/cart" className={css.link}>
              Your cart
            </Link>
          </li>
        )}
        {entries && (
          <li>
            <Link to="/wishlist" className={css.link}>
              Your wishlist
            </Link>
          </li>
        )}
      </ul>
    </Part>
  )
}

const Moment = ({ at }: { at: number }) => <span className={css.moment}>seen {momentOf(at)}</span>

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.part}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
