import { useQuery } from '@tanstack/react-query'
import type { Banner } from '#contract/content.ts'
import { container } from '#src/ui/layout.css.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { eyebrow, standaloneLink } from '#src/ui/text.css.ts'
import { content } from './api.ts'
import { ContentLink } from './ContentLink.tsx'
import * as pending from './pending.css.ts'
import * as css from './PromoBanners.css.ts'
import { SectionError } from './SectionError.tsx'

const kinds: Record<Banner['banner_type'], string> = {
  special_offer: 'Special offer',
  new_collection: 'New collection',
}

/** The two promotions, side by side where there is room. */
export function PromoBanners() {
  const query = useQuery(content.banners())
  const { data, error } = query
  if (data?.length === 0) return null
  return (
    <section className={css.root} aria-label="Promotions" aria-busy={(!data && !error) || undefined}>
      <div className={container}>
        <SectionError query={query}>
          <div className={css.list}>
            {!data && Object.keys(kinds).map((kind) => <BannerSkeleton key={kind} />)}
            {data?.map((banner) => (
              <article key={banner.banner_type} className={css.banner}>
                <Picture
                  image={banner.image}
                  alt={banner.alt_text}
                  width={1600}
                  height={900}
                  patient
                  sizes="(min-width: 1344px) 630px, (min-width: 768px) 48vw, 92vw"
                  className={css.picture}
                  imageClassName={css.image}
                />
                <div className={css.words}>
                  <p className={eyebrow.accent}>{kinds[banner.banner_type]}</p>
                  <h2 className={css.title}>{banner.title}</h2>
                  <ContentLink address={banner.button_link} className={`${standaloneLink} ${css.link}`}>
                    {banner.button_text}
                  </ContentLink>
                </div>
              </article>
            ))}
          </div>
        </SectionError>
      </div>
    </section>
  )
}

/** The space that a promotion will take. */
const BannerSkeleton = () => (
  <div className={css.banner} aria-hidden="true">
    <Skeleton className={css.picture} />
    <div className={`${css.words} ${css.pending}`}>
      <p className={eyebrow.accent}>
        <Skeleton className={pending.word} />
      </p>
      <p className={css.title}>
        <Skeleton className={pending.line} />
      </p>
      <Skeleton className={css.pendingLink} />
    </div>
  </div>
)
