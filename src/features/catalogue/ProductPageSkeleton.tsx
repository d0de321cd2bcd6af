import { container } from '#src/ui/layout.css.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import * as css from './ProductPage.css.ts'
import * as gallery from './Gallery.css.ts'
import * as trail from './Breadcrumbs.css.ts'

/** The room that a piece's page will take. */
export function ProductPageSkeleton() {
  return (
    <div className={`${container} ${css.page}`} aria-busy="true">
      <p className={trail.root} role="status">
        Loading…
      </p>
      <div className={css.columns}>
        <div className={gallery.root}>
          <div className={gallery.row}>
            <Skeleton shape="square" />
          </div>
        </div>
        <div className={css.box}>
          <Skeleton shape="title" />
          <div>
            <Skeleton shape="text" />
            <Skeleton shape="short" />
          </div>
          <Skeleton shape="button" />
        </div>
      </div>
    </div>
  )
}
