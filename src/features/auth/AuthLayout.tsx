import type { ReactNode } from 'react'
import { shop } from '#contract/shop.ts'
import { eyebrow } from '#src/ui/text.css.ts'
import { Picture } from '#src/ui/Picture.tsx'
import * as css from './AuthLayout.css.ts'

type Props = {
  /** A word above the heading that says where the shopper is. */
  place: string
  title: string
  lead?: ReactNode
  children: ReactNode
  /** The link to the other form. */
  aside?: ReactNode
}

/**
 * A form beside the shop's own panel, which only a desktop has room for. The panel comes last: where the page is still
 * arriving, that it is there says that the form is whole.
 */
export function AuthLayout({ place, title, lead, children, aside }: Props) {
  return (
    <div className={css.root}>
      <div className={css.column}>
        <div className={css.content}>
          <header className={css.heading}>
            <p className={eyebrow.accent}>{place}</p>
            <h1>{title}</h1>
            {lead && <p className={css.lead}>{lead}</p>}
          </header>
          {children}
          {aside && <p className={css.aside}>{aside}</p>}
        </div>
      </div>
      <section className={css.panel} aria-label={shop.name} data-ground="deep">
        <div className={css.inSight}>
          <div className={css.words}>
            <p className={eyebrow.onDeep}>{shop.name}</p>
            <p className={css.promise}>{shop.tagline}</p>
            <p className={css.about}>
              With an account your wishlist and your cart follow you, and every order stays in sight.
            </p>
          </div>
          <div className={css.picture}>
            <Picture
              image="/pictures/hero/hero-3"
              alt=""
              width={2000}
              height={1000}
              sizes="(min-width: 1000px) 100vw, 1px"
              className={css.frame}
              imageClassName={css.image}
            />
          </div>
        </div>
      </section>
    </div>
  )
}
