import type { Product } from '#contract/catalogue.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import * as trail from './Breadcrumbs.css.ts'
import { chosenVariant } from './choice.ts'
import * as gallery from './Gallery.css.ts'
import { ProductHeading } from './ProductHeading.tsx'
import { ProductPageFrame } from './ProductPageFrame.tsx'

/**
 * What is known at once about a piece, where its page will show it. Its picture's place is left for the picture to be
 * put in.
 */
export const ProductGlimpse = ({ product }: { product: Product }) => (
  <ProductPageFrame
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
  </ProductPageFrame>
)
