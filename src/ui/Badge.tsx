import type { ReactNode } from 'react'
import * as css from './Badge.css.ts'

export type BadgeTone = keyof typeof css.tone

/** A state in one or two words; the colour only repeats them. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return <span className={css.tone[tone]}>{children}</span>
}
