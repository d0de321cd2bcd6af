import * as css from './Logo.css.ts'

/** The damson and the wordmark. Put it inside the link to the home page, which takes its name from the word. */
export function Logo({ tone = 'brand' }: { tone?: keyof typeof css.tone | undefined }) {
  return (
    <span className={css.tone[tone]}>
      <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M11.2 8.3C6.7 6.6 3 9.7 3 14.3 3 19.4 6.7 23 11.2 23s8.2-3.6 8.2-8.7c0-4.6-3.7-7.7-8.2-6z"
          fill="currentColor"
        />
        <path
          d="M7.3 12.4c-1.3 2-1.3 4.7.3 6.9"
          className={tone === 'onDeep' ? css.bloomOnDeep : css.bloom}
          fill="none"
          strokeWidth="1.1"
          strokeLinecap="round"
        />
        <path
          d="M11.2 8.6C11.1 5.9 11.9 3.3 14 1.2"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinecap="round"
        />
        <path d="M12.6 5.9c1.6-3.1 4.5-4 8-3.3-1.3 3.3-4.3 5-8 3.3z" className={css.leaf} />
      </svg>
      Damson
    </span>
  )
}
