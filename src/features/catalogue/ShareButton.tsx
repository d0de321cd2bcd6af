import type { Product } from '#contract/catalogue.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import * as css from './Breadcrumbs.css.ts'
import { share } from './share.ts'

/** Shares the piece's address, or copies it. */
export const ShareButton = ({ product }: { product: Product }) => (
  <IconButton icon="share" label="Share" className={css.share} onClick={() => void share(product)} />
)
