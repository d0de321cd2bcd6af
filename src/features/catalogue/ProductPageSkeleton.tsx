import { Skeleton } from '#src/ui/Skeleton.tsx'
import * as trail from './Breadcrumbs.css.ts'
import { ProductPageFrame } from './ProductPageFrame.tsx'

/** The space that a piece's page will take. */
export const ProductPageSkeleton = () => (
  <ProductPageFrame
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
  </ProductPageFrame>
)
