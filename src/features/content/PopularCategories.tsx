import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CategoryTile } from '#contract/content.ts'
import { counted } from '#contract/counted.ts'
import { categories } from '#contract/listing.ts'
import { texts } from '#contract/texts.ts'
import { band, container, headingRow } from '#src/ui/layout.css.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { content } from './api.ts'
import * as pending from './pending.css.ts'
import * as css from './PopularCategories.css.ts'
import { SectionError } from './SectionError.tsx'

const sizes = '(min-width: 1344px) 166px, (min-width: 1000px) 13vw, (min-width: 600px) 22vw, 36vw'

/** The page of a category: pendants have one of their own. */
function addressOf({ slug, title }: CategoryTile): string {
  const name = slug ?? title.toLowerCase().replaceAll(' ', '-')
  return name === 'pendants' ? '/pendant' : `/products/${name}`
}

export function PopularCategories() {
  const query = useQuery(content.popularCategories())
  const { data, error } = query
  if (data?.length === 0) return null
  return (
    <section className={band} aria-labelledby="popular-categories" aria-busy={(!data && !error) || undefined}>
      <div className={container}>
        <div className={headingRow}>
          <h2 id="popular-categories">Popular Categories</h2>
          <Link to="/products" className={standaloneLink}>
            All jewellery
          </Link>
        </div>
        <SectionError query={query}>
          <ul className={css.list}>
            {!data && categories.map(({ slug }) => <TileSkeleton key={slug} />)}
            {data?.map((category, index) => (
              <li key={category.title} className={css.item}>
                <Link to={addressOf(category)} className={css.link}>
                  <Picture
                    image={category.image}
                    alt=""
                    width={1000}
                    height={1000}
                    sizes={sizes}
                    patient={index > 2}
                    failedText={texts.noImage}
                    className={css.picture}
                    imageClassName={css.image}
                  />
                  <h3 className={css.title}>{category.title}</h3>
                  <p className={css.count}>{counted(category.count, 'piece')}</p>
                </Link>
              </li>
            ))}
          </ul>
        </SectionError>
      </div>
    </section>
  )
}

/** The space that a category will take. */
const TileSkeleton = () => (
  <li className={css.item} aria-hidden="true">
    <Skeleton className={css.picture} />
    <div className={css.title}>
      <Skeleton className={pending.line} />
    </div>
    <div className={css.count}>
      <Skeleton className={pending.word} />
    </div>
  </li>
)
