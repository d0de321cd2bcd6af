import * as css from './Logo.css.ts'

/** The damson and the wordmark. Put it inside the link to the home page, which takes its name from the word. */
export function Logo({ tone = 'brand' }: { tone?: keyof typeof css.tone | undefined }) {
  return (
    <span className={css.tone[tone]}>
      <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M11 7.4c4 0 7 3.3 7 7.7 0 4.6-3.1 8.1-7 8.1s-7-3.5-7-8.1c0-4.4 3-7.7 7-7.7z"
          fill="currentColor"
        />
        <path
          d="M11 7.6c2.7 3 3.5 9.5.8 15.4"
          className={tone === 'onDeep' ? css.bloomOnDeep : css.bloom}
          fill="none"
          strokeWidth="1.1"
          strokeLinecap="round"
        />
        <path
          d="M11 7.6C10.9 5.2 11.7 2.9 13.6 1.1"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinecap="round"
        />
        <path d="M12.2 5.6c1.6-3.1 4.5-4 8-3.3-1.3 3.3-4.3 5-8 3.3z" className={css.leaf} />
      </svg>
      Damson
    </span>
  )
}
