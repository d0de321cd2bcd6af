import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Product, ProductGemstone } from '#contract/catalogue.ts'
import { parcelInShort, restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { categories as categoryPages } from '#contract/listing.ts'
import { deliveryPrice, deliveryTime, dispatchText, shippingCost } from '#contract/shipping.ts'
import * as css from './ProductDetails.css.ts'
import type { ListingSearch } from './listingSearch.ts'
import { sizeOf, weightOf } from './summary.ts'

/** What the piece is: in sentences, then its materials, stones and weight; its delivery and care. */
export function ProductDetails({ product }: { product: Product }) {
  const { description, materials, gemstones, collections, categories, sku, weight } = product
  const isEarring = categories.some(({ slug }) => slug === 'earrings')
  return (
    <section className={css.root} aria-labelledby="details">
      <div className={css.story}>
        <h2 id="details">The details</h2>
        {description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className={css.paragraph}>
            {paragraph}
          </p>
        ))}
      </div>
      <dl className={css.facts}>
        {materials.length > 0 && (
          <Fact term="Materials">
            {materials.map((material) => (
              <p key={material.id}>
                {material.name}
                {material.description && <span className={css.note}>{material.description}</span>}
              </p>
            ))}
          </Fact>
        )}
        {gemstones.length > 0 && (
          <Fact term="Gemstones">
            {gemstones.map((stone) => (
              <p key={stone.id}>
                {stone.name}
                <span className={css.note}>{describe(stone)}</span>
              </p>
            ))}
          </Fact>
        )}
        {weight > 0 && <Fact term="Weight">{weightOf(product)}</Fact>}
        {collections.length > 0 && (
          <Fact term="Collection">
            <Links to={collections.map(({ name }) => ({ name, search: { collection: [name] } }))} />
          </Fact>
        )}
        {categories.length > 0 && (
          <Fact term="Category">
            <Links to={categories.map(pageOf)} />
          </Fact>
        )}
        <Fact term="Reference">{sku}</Fact>
        <Fact term="Delivery and returns">
          <p>
            {deliveryPrice(shippingCost('standard'))} in {deliveryTime('standard')}
            <span className={css.note}>
              It arrives {parcelInShort}. {dispatchText} You have {returnWindowDays} days to send it back,
              less {restockingPercent}%, on the terms of{' '}
              <Link to="/resources/returns-exchanges">returns and exchanges</Link>.
              {isEarring && ' Earrings for pierced ears cannot come back once their hygiene seal is broken.'}
            </span>
          </p>
        </Fact>
        <Fact term="Care">
          <p>
            Put it on last and take it off first
            <span className={css.note}>
              After cream and scent, and kept apart from other pieces:{' '}
              <Link to="/resources/Warranty" hash="care">
                caring for your piece
              </Link>
              .
            </span>
          </p>
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className={css.fact}>
    <dt className={css.term}>{term}</dt>
    <dd className={css.value}>{children}</dd>
  </div>
)

type LinksProps = { to: readonly { name: string; path?: string | undefined; search?: ListingSearch }[] }

/** To all pieces of the same kind. */
const Links = ({ to }: LinksProps) => (
  <p>
    {to.map(({ name, path = '/products', search = {} }, nth) => (
      <Fragment key={name}>
        {nth > 0 && ', '}
        <Link to={path} search={search} className={css.kin}>
          {name}
        </Link>
      </Fragment>
    ))}
  </p>
)

/** A category's own page; one that has none is what filters find. */
const pageOf = ({ name, slug }: Product['categories'][number]) => {
  const path = categoryPages.find((page) => page.slug === slug)?.path
  return path === undefined ? { name, search: { category: [name] } } : { name, path }
}

const describe = (stone: ProductGemstone): string =>
  [sizeOf(stone), stone.quality && `quality ${stone.quality}`, stone.color && `colour ${stone.color}`]
    .filter(Boolean)
    .join(', ')
