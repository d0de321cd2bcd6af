import { useQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { shop } from '#contract/shop.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import type { ListingSearch } from '#src/features/catalogue/listingSearch.ts'
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx'
import { content } from '#src/features/content/api.ts'
import { Hero } from '#src/features/content/Hero.tsx'
import { PopularCategories } from '#src/features/content/PopularCategories.tsx'
import { PromiseItems } from '#src/features/content/PromiseItems.tsx'
import { PromoBanners } from '#src/features/content/PromoBanners.tsx'
import { SectionError } from '#src/features/content/SectionError.tsx'
import { shopData } from '#src/features/content/shopData.ts'
import { band, container, headingRow, visuallyHidden } from '#src/ui/layout.css.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import { cardActions } from './-cardActions.tsx'
import * as css from './index.css.ts'

const bestsellers = { is_bestseller: true }
const newPieces = { is_new: true }
const inOneRow = 4

export const Route = createFileRoute('/')({
  head: () => ({
    meta: [
      { title: `${shop.name} | ${shop.tagline}` },
      {
        name: 'description',
        content:
          'Rings, earrings, bracelets, chains, anklets and pendants in gold, silver and platinum. Hallmarked, delivered free, with 15 days to return.',
      },
    ],
    links: [{ rel: 'canonical', href: '/' }],
    scripts: import.meta.env.SSR
      ? shopData().map((data) => ({ type: 'application/ld+json', children: JSON.stringify(data) }))
      : [],
  }),
  // Each part shows its own failure, so none of them may cost the page.
  loader: async ({ context: { queryClient } }) => {
    await Promise.allSettled([
      queryClient.ensureQueryData(content.heroSlides()),
      queryClient.ensureQueryData(content.popularCategories()),
      queryClient.ensureQueryData(content.banners()),
      queryClient.ensureQueryData(content.promiseItems()),
      queryClient.ensureQueryData(catalogue.list(bestsellers)),
      queryClient.ensureQueryData(catalogue.list(newPieces)),
    ])
  },
  component: HomePage,
})

function HomePage() {
  return (
    <div className={css.page}>
      <h1 className={visuallyHidden}>
        {shop.name}: {shop.tagline}
      </h1>
      <Hero />
      <Suspense>
        <PopularCategories />
      </Suspense>
      <Suspense>
        <PromoBanners />
      </Suspense>
      <Suspense>
        <ProductRow title="Bestsellers" filter={bestsellers} className={css.following} />
      </Suspense>
      <Suspense>
        <ProductRow title="New in" filter={newPieces} className={css.following} />
      </Suspense>
      <Suspense>
        <PromiseItems />
      </Suspense>
    </div>
  )
}

type RowProps = { title: string; filter: ListingSearch; className: string }

/** The first few pieces of a listing, and the way to the rest. */
function ProductRow({ title, filter, className }: RowProps) {
  const id = useId()
  const { data, error } = useQuery(catalogue.list(filter))
  if (error && !data) return <SectionError error={error} />
  if (!data?.products.length) return null
  return (
    <section className={`${band} ${className}`} aria-labelledby={id}>
      <div className={container}>
        <div className={headingRow}>
          <h2 id={id}>{title}</h2>
          <Link to="/products" search={filter} className={standaloneLink}>
            View all<span className={visuallyHidden}> {title}</span>
          </Link>
        </div>
        <ul className={css.row}>
          {data.products.slice(0, inOneRow).map((product) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                sizes="(min-width: 1344px) 305px, (min-width: 768px) 23vw, 46vw"
                actions={cardActions(product)}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
