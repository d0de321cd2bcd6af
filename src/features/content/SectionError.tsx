import type { ReactNode } from 'react'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import * as css from './SectionError.css.ts'

type Props = {
  /** Why it could not be loaded; null if it was, or is on its way. */
  error: Error | null
  /** What the part shows: without its data, the outlines of what was to come. */
  children: ReactNode
}

/** One part of the page or, if it could not be loaded, the reason. */
export const SectionError = ({ error, children }: Props) =>
  error ? <Failure text={`Error: ${messageOf(error, texts.networkError)}`}>{children}</Failure> : children

/** Says so in the space that the part would have taken, so that the others stay where they are. */
export const Failure = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={css.root}>
    <div className={css.outlines}>{children}</div>
    <p className={css.text}>{text}</p>
  </div>
)
