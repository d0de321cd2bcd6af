import { shop } from '#contract/shop.ts'
import * as css from './Logo.css.ts'

/**
 * The damson and the wordmark. Put it inside the link to the home page, which takes its accessible name from the
 * wordmark: a name, in whatever language the page is read.
 */
export function Logo({ tone = 'brand' }: { tone?: keyof typeof css.tone | undefined }) {
  return (
    <span className={css.tone[tone]} translate="no">
      <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
        <use href="#damson" />
      </svg>
      {shop.name}
    </span>
  )
}
