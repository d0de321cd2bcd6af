import * as css from './Spinner.css.ts'

/** A rotating arc, as tall as the text beside it. Whoever renders it says in words what is going on. */
export function Spinner() {
  return (
    <svg className={css.spinner} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9.5" opacity="0.25" />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </svg>
  )
}
