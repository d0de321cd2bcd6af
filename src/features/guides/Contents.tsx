import { useEffect, useState } from 'react'
import * as css from './Guide.css.ts'

type Props = { sections: readonly { id: string; title: string }[] }

/** What is on the page, beside it where there is space; the section being read is marked. */
export function Contents({ sections }: Props) {
  const current = useCurrentSection(sections)
  return (
    <nav className={css.contents} aria-label="On this page" data-print="none">
      <p className={css.contentsTitle} aria-hidden="true">
        On this page
      </p>
      <ol className={css.contentsList}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            {/* A plain anchor: the browser then also moves the keyboard focus to the section. */}
            <a
              className={css.contentsLink}
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The last section whose start has passed the upper third of the window. */
function useCurrentSection(sections: Props['sections']): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const inReach = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inReach.add(target.id)
          else inReach.delete(target.id)
        }
        setCurrent(sections.findLast(({ id }) => inReach.has(id))?.id ?? null)
      },
      { rootMargin: '0px 0px -66% 0px' },
    )
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [sections])
  return current
}
