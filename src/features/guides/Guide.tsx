import { type ReactNode, Suspense } from 'react'
import { container } from '#src/ui/layout.css.ts'
import { eyebrow } from '#src/ui/text.css.ts'
import { Contents } from './Contents.tsx'
import * as css from './Guide.css.ts'
import { Updated } from './Updated.tsx'

export type Section = {
  id: string
  title: string
  body: ReactNode
  /** Left out on paper. */
  isForScreen?: boolean
}
type Fact = { value: string; label: string }
type Facts = readonly [Fact, Fact, Fact] | readonly [Fact, Fact, Fact, Fact]

type Props = {
  /** Which part of the shop it belongs to: 'Resources'. */
  place: string
  title: string
  intro: ReactNode
  /** The day the text last changed: '2026-11-20'. */
  updated: string
  /** What most readers came for, in figures. */
  facts?: Facts | undefined
  picture?: ReactNode
  sections: readonly Section[]
}

/** A page of text, set like a jeweller's printed card: a heading, the figures, and a column for reading. */
export function Guide({ place, title, intro, updated, facts, picture, sections }: Props) {
  return (
    <article className={`${container} ${css.root}`}>
      <header className={css.header}>
        <p className={eyebrow.accent}>{place}</p>
        <h1 className={css.title}>{title}</h1>
        <div className={css.rule} />
        <div className={css.intro}>{intro}</div>
        <Updated on={updated} />
      </header>
      {picture}
      {facts && <Facts facts={facts} />}
      <div className={css.columns}>
        <Contents sections={sections} />
        <div className={css.sections}>
          {sections.map((section, index) =>
            // The first is in view; each of the others hydrates in a task of its own.
            index === 0 ? (
              <GuideSection key={section.id} {...section} />
            ) : (
              <Suspense key={section.id}>
                <GuideSection {...section} />
              </Suspense>
            ),
          )}
        </div>
      </div>
    </article>
  )
}

function GuideSection({ id, title, body, isForScreen = false }: Section) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={css.section}
      data-print={isForScreen ? 'none' : undefined}
    >
      <h2 id={`${id}-title`} className={css.sectionTitle}>
        {title}
      </h2>
      <div className={css.text}>{body}</div>
    </section>
  )
}

function Facts({ facts }: { facts: Facts }) {
  return (
    <dl className={facts.length === 3 ? css.facts.three : css.facts.four}>
      {facts.map(({ value, label }) => (
        <div key={label} className={css.fact}>
          <dt className={css.factLabel}>{label}</dt>
          <dd className={css.factValue}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
