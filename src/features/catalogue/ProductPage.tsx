import { type ReactNode, type Ref, Suspense, useId, useRef } from 'react'
import type { Product, Variant } from '#contract/catalogue.ts'
import { island, whenUsed } from '#src/lib/island.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { container } from '#src/ui/layout.css.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { steadyIsland } from '#src/ui/steadyIsland.tsx'
import { catalogue } from './api.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import './BuyBar.css.ts'
import { offerOf, stockNotice } from './choice.ts'
import { Gallery } from './Gallery.tsx'
import './ProductDetails.css.ts'
import { ProductHeading } from './ProductHeading.tsx'
import * as css from './ProductPage.css.ts'
import './Promises.css.ts'
import { VariantPicker } from './VariantPicker.tsx'

const ProductDetails = steadyIsland(
  async () => (await import('./ProductDetails.tsx')).ProductDetails,
  whenUsed,
)
const Promises = steadyIsland(async () => (await import('./Promises.tsx')).Promises, whenUsed)
// Out of sight until somebody has scrolled past the buy button.
const BuyBar = island(async () => (await import('./BuyBar.tsx')).BuyBar, whenUsed)

type Props = {
  product: Product
  variant: Variant | null
  onChoose: (variant: Variant) => void
  /** What to do about a missing choice of variant. */
  choiceError?: string | undefined
  choiceRef?: Ref<HTMLFieldSetElement> | undefined
  /** Beside the choice: the link to the size guide. */
  choiceHelp?: ReactNode
  /** The button that adds to the cart, and the heart. */
  buy: ReactNode
  /** The same in short, for a bar at the foot of a phone once the other is out of sight. */
  buyInShort: ReactNode
  /** What follows below: other pieces. */
  children?: ReactNode
}

/** One piece: its pictures, what it costs and what it is. */
export function ProductPage({
  product,
  variant,
  onChoose,
  choiceError,
  choiceRef,
  choiceHelp,
  buy,
  buyInShort,
  children,
}: Props) {
  const buyRef = useRef<HTMLDivElement>(null)
  const stock = stockNotice(product, variant)
  return (
    // The second press on a card, or on the button that adds, was not meant for what has come in its place.
    <div ref={keepFromSecondPress} className={`${container} ${css.page}`}>
      <Breadcrumbs product={product} />
      <div className={css.columns}>
        <Gallery key={product.id} product={product} />
        <div className={css.box}>
          {/* A new one for each piece: what it says aloud of a choice is no news of another piece. */}
          <ProductHeading key={product.id} product={product} variant={variant} />
          {product.variants.length > 0 && (
            <VariantPicker
              ref={choiceRef}
              label={product.variant_label ?? 'Options'}
              variants={product.variants}
              chosen={variant}
              onChoose={onChoose}
              error={choiceError}
              help={choiceHelp}
            />
          )}
          <div ref={buyRef} className={css.buy}>
            <p key={product.id} className={css.stock[stock.tone]} role="status">
              {stock.text}
              <Saved of={catalogue.product(product.slug)} />
            </p>
            {buy}
          </div>
          <Promises key={`promises ${product.id}`} product={product} />
        </div>
      </div>
      <ProductDetails key={product.id} product={product} />
      {children}
      <Suspense>
        <BuyBar watched={buyRef} offer={offerOf(product, variant)}>
          {buyInShort}
        </BuyBar>
      </Suspense>
    </div>
  )
}

type BandProps = {
  title: string
  /** Left out on paper. */
  isForScreen?: boolean
  children: ReactNode
}

/** A section of the page below, under its own heading. */
export function ProductBand({ title, isForScreen = false, children }: BandProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.band} data-print={isForScreen ? 'none' : undefined}>
      <h2 id={id} className={css.bandTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}
