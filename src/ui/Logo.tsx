import * as css from './Logo.css.ts'

/**
 * The damson and the wordmark. Put it inside the link to the home page, which takes its accessible name from the
 * wordmark.
 */
export function Logo({ tone = 'brand' }: { tone?: keyof typeof css.tone | undefined }) {
  return (
    <span className={css.tone[tone]}>
      <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
        <use href="#damson" />
      </svg>
      Damson
    </span>
  )
}
