import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Saved } from '#src/offline/Saved.tsx'
import { headingRow, inMargin, visuallyHidden } from '#src/ui/layout.css.ts'
import { notify } from '#src/ui/notify.ts'
import { useUnseenPlace } from '#src/ui/useUnseenPlace.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import { catalogue } from './api.ts'
import { ProductCard } from './ProductCard.tsx'
import { type CardActions, ProductCardSkeleton } from './ProductGrid.tsx'
import { forgetViewed, useViewed } from './recent.ts'
import * as css from './RecentlyViewed.css.ts'

/** Two more are requested than shown, in case the shop no longer has one of them. */
const shown = 6
const asked = shown + 2

const sizes = '(min-width: 1344px) 197px, (min-width: 1000px) 15vw, (min-width: 600px) 22vw, 40vw'

type Props = {
  /** The piece that the page shows anyway. */
  except?: string | undefined
  className: string
  actions: CardActions
}

/** What was last looked at on this device; nothing if there is none. */
export function RecentlyViewed({ except, ...look }: Props) {
  const slugs = useSlugs(except)
  return slugs.length > 0 && <Viewed slugs={slugs} except={except} {...look} />
}

/** The same for the end of a page that the server has rendered without it: what is on view there stays in its place. */
export function RecentlyViewedAtEnd({ except, ...look }: Props) {
  const slugs = useSlugs(except)
  const { mayAppear, ref } = useUnseenPlace()
  if (slugs.length === 0) return null
  return mayAppear ? <Viewed slugs={slugs} except={except} {...look} /> : <div ref={ref} />
}

const useSlugs = (except: string | undefined) =>
  useViewed()
    .filter((slug) => slug !== except)
    .slice(0, asked)

function Viewed({ slugs, except, className, actions }: Props & { slugs: string[] }) {
  const id = useId()
  const together = catalogue.pieces(slugs)
  const { data, isLoading } = useQuery(together)
  // Its own piece, looked at under another slug.
  const pieces = data?.filter(({ slug }) => slug !== except) ?? []
  if (pieces.length === 0 && !isLoading) return null

  const clear = () => {
    forgetViewed()
    notify.success('What you looked at is forgotten on this device')
    // The button that had the focus is gone with its pieces.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section className={className} aria-labelledby={id} data-print="none">
      <div className={headingRow}>
        <h2 id={id}>Recently viewed</h2>
        <button type="button" className={standaloneLink} onClick={clear}>
          Clear<span className={visuallyHidden}> recently viewed</span>
        </button>
      </div>
      <p className={inMargin}>
        <Saved of={together} isAlone />
      </p>
      {/* A new one for the next page, whose pieces would otherwise be where these were drawn to. */}
      <ul key={slugs[0]} className={css.pieces} data-scroll-restoration-id={`viewed ${slugs[0]}`}>
        {isLoading
          ? slugs.slice(0, shown).map((slug) => (
              <li key={slug} className={css.piece} aria-hidden="true">
                <ProductCardSkeleton />
              </li>
            ))
          : pieces.slice(0, shown).map((piece) => (
              <li key={piece.id} className={css.piece}>
                <ProductCard product={piece} sizes={sizes} actions={actions(piece)} />
              </li>
            ))}
      </ul>
    </section>
  )
}
