import * as css from './FullScreenSpinner.css.ts'
import { Spinner } from './Spinner.tsx'

/** Covers the page while the shop must not be touched. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output is tied to a form, this is not
    <div className={css.screen} role="status" aria-live="polite">
      <span className={css.mark}>
        <Spinner />
      </span>
      <span>{label}</span>
    </div>
  )
}
