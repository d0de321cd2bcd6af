import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { container } from '#src/ui/layout.css.ts'
import * as css from './SectionError.css.ts'

/** Replaces one part of the page that could not be loaded; the others stay. */
export function SectionError({ error }: { error: Error }) {
  return (
    <div className={container}>
      <p className={css.text}>Error: {messageOf(error, texts.networkError)}</p>
    </div>
  )
}
