import { checkoutSteps } from '#contract/checkout.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './CheckoutSteps.css.ts'

type Props = {
  current: number
  /** The first step that is not finished. */
  open: number
  onGo: (step: number) => void
}

/** Where the shopper is, and links back to what is done. Going ahead stops at what is missing on the way. */
export function CheckoutSteps({ current, open, onGo }: Props) {
  return (
    <nav aria-label="Checkout steps">
      <ol className={css.list}>
        {checkoutSteps.map((name, index) => {
          const step = index + 1
          const state = step === current ? 'current' : step < open ? 'done' : 'ahead'
          return (
            <li key={name} className={css.item}>
              <button
                type="button"
                className={css.state[state]}
                aria-current={state === 'current' ? 'step' : undefined}
                onClick={() => onGo(step)}
              >
                <span className={css.markOf[state]} aria-hidden="true">
                  {state === 'done' ? <Icon name="check" size="s" /> : step}
                </span>
                <span>
                  {name}
                  {state === 'done' && <span className={visuallyHidden}>, done</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
