import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { container } from '#src/ui/layout.css.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import * as trail from './Breadcrumbs.css.ts'
import { chosenVariant } from './choice.ts'
import * as gallery from './Gallery.css.ts'
import { ProductHeading } from './ProductHeading.tsx'
import * as css from './ProductPage.css.ts'

/** The room that a piece's page will take. */
export const ProductPageSkeleton = () => (
  <Frame
    trail={
      <p className={trail.root} role="status">
        Loading…
      </p>
    }
    picture={<Skeleton shape="square" />}
  >
    <Skeleton shape="title" />
    <div>
      <Skeleton shape="text" />
      <Skeleton shape="short" />
    </div>
    <Skeleton shape="button" />
  </Frame>
)

/** What is known at once of a piece, where its page will have it. Its picture's place is left to whoever has one. */
export const ProductGlimpse = ({ product }: { product: Product }) => (
  <Frame
    trail={<div className={trail.root} />}
    picture={
      <div className={gallery.slide}>
        <div className={gallery.lens} data-piece={product.slug}>
          <Skeleton shape="square" />
        </div>
      </div>
    }
    thumbnails={
      product.images.length > 1 && (
        <div className={gallery.thumbnails}>
          {product.images.map(({ id }) => (
            <div key={id} className={gallery.thumbnail}>
              <Skeleton shape="square" />
            </div>
          ))}
        </div>
      )
    }
  >
    <ProductHeading product={product} variant={chosenVariant(product, undefined)} />
  </Frame>
)

type FrameProps = { trail: ReactNode; picture: ReactNode; thumbnails?: ReactNode; children: ReactNode }

function Frame({ trail, picture, thumbnails, children }: FrameProps) {
  return (
    <div className={`${container} ${css.page}`} aria-busy="true">
      {trail}
      <div className={css.columns}>
        <div className={gallery.root}>
          <div className={gallery.row}>{picture}</div>
          {thumbnails}
        </div>
        <div className={css.box}>{children}</div>
      </div>
    </div>
  )
}
