import { texts } from '#contract/texts.ts'
import { container } from '#src/ui/layout.css.ts'
import * as css from './orders.css.ts'

/** Shown while the orders load. */
export function OrdersLoading({ title }: { title: string }) {
  return (
    <div className={`${container} ${css.page}`} aria-busy="true">
      <h1 className={css.title}>{title}</h1>
      <p role="status" className={css.quiet}>
        {texts.loading}
      </p>
    </div>
  )
}
