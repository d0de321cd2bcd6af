import { useQuery } from '@tanstack/react-query'
import { promiseIcons } from '#contract/promiseIcons.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { band, container, ground, visuallyHidden } from '#src/ui/layout.css.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { content } from './api.ts'
import * as pending from './pending.css.ts'
import * as css from './PromiseItems.css.ts'
import { SectionError } from './SectionError.tsx'

/** The desk takes no other; one that it took before shows the gem. */
const drawingFor = (name: string): IconName => promiseIcons.find((icon) => icon === name) ?? 'gem'

/** For how many there is room until they are known. */
const usual = 4

/** What every piece comes with. */
export function PromiseItems() {
  const query = useQuery(content.promiseItems())
  const { data, error } = query
  if (data?.length === 0) return null
  return (
    <section
      className={`${band} ${ground.sand}`}
      aria-labelledby="promise"
      aria-busy={(!data && !error) || undefined}
    >
      <div className={container}>
        <h2 id="promise" className={visuallyHidden}>
          Our Promise
        </h2>
        <SectionError query={query}>
          <ul className={css.list}>
            {!data && Array.from({ length: usual }, (_, index) => <PromiseSkeleton key={index} />)}
            {data?.map(({ icon, title, subtitle }) => (
              <li key={title}>
                <Icon name={drawingFor(icon)} size="l" className={css.icon} />
                <h3 className={css.title}>{title}</h3>
                {subtitle && <p className={css.subtitle}>{subtitle}</p>}
              </li>
            ))}
          </ul>
        </SectionError>
      </div>
    </section>
  )
}

/** The space that one will take. */
const PromiseSkeleton = () => (
  <li aria-hidden="true">
    <Skeleton className={css.pendingIcon} />
    <p className={css.title}>
      <Skeleton className={pending.line} />
    </p>
    <p className={css.subtitle}>
      <Skeleton className={pending.twoLines} />
    </p>
  </li>
)
