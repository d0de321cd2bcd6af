import type { ReactNode } from 'react'
import { container } from '#src/ui/layout.css.ts'
import * as gallery from './Gallery.css.ts'
import * as css from './ProductPage.css.ts'

type Props = { trail: ReactNode; picture: ReactNode; thumbnails?: ReactNode; children: ReactNode }

/** The frame of a piece's page while it loads: its columns, for whatever stands in for their content. */
export function ProductPageFrame({ trail, picture, thumbnails, children }: Props) {
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
