import { useQuery } from '@tanstack/react-query'
import { texts } from '#contract/texts.ts'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { content } from './api.ts'
import { ContentLink } from './ContentLink.tsx'
import * as css from './HeroGrid.css.ts'
import { SectionError } from './SectionError.tsx'

const sizes = '(min-width: 1344px) 320px, (min-width: 768px) 24vw, 46vw'

/** For how many there is room until they are known: one row. */
const usual = 4

/** A few pieces side by side on one background, as in a shop window: pictures only, each a link to what it shows. */
export function HeroGrid() {
  const query = useQuery(content.heroGridImages())
  const { data, error } = query
  if (data?.length === 0) return null
  return (
    <SectionError query={query}>
      <section
        className={css.root}
        aria-labelledby="in-the-window"
        aria-busy={(!data && !error) || undefined}
      >
        <h2 id="in-the-window" className={visuallyHidden}>
          In the window
        </h2>
        <ul className={`${container} ${css.list}`}>
          {!data &&
            Array.from({ length: usual }, (_, index) => (
              <li key={index} aria-hidden="true">
                <Skeleton shape="square" className={css.pending} />
              </li>
            ))}
          {data?.map(({ image, alt_text, link }) => (
            <li key={image}>
              <ContentLink address={link} className={css.link}>
                <Picture
                  image={image}
                  alt={alt_text}
                  width={1000}
                  height={1000}
                  sizes={sizes}
                  failedText={texts.noImage}
                  imageClassName={css.image}
                />
              </ContentLink>
            </li>
          ))}
        </ul>
      </section>
    </SectionError>
  )
}
