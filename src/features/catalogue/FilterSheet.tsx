import { type ReactNode, useRef } from 'react'
import type { CategorySlug } from '#contract/catalogue.ts'
import { Button } from '#src/ui/Button.tsx'
import { Sheet } from '#src/ui/Dialog.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './FilterSheet.css.ts'
import { Filters } from './Filters.tsx'
import type { ListingPath } from './listingPath.ts'

type Props = {
  path: ListingPath
  within: CategorySlug | undefined
  /** How many pieces there are, as it is announced. */
  count: ReactNode
  /** What the button that closes it shows: '8 pieces'. */
  shown: string
  /** Undefined: nothing is filtered. */
  onClearAll: (() => void) | undefined
  onClose: () => void
}

/** The filters on a phone. Their code comes with it: a sheet that opened before them would be blank at first. */
export function FilterSheet({ path, within, count, shown, onClearAll, onClose }: Props) {
  const showRef = useRef<HTMLButtonElement>(null)
  const close = () => {
    // A weight counts once its field is left, which React would no longer hear of a field that goes with the sheet.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    onClose()
  }
  return (
    <Sheet
      title="Filters"
      placement="screen"
      onClose={close}
      actions={
        <>
          {onClearAll && (
            <Button
              tone="secondary"
              onClick={() => {
                // This button is about to disappear, and the focus with it.
                showRef.current?.focus()
                onClearAll()
              }}
            >
              Clear all
            </Button>
          )}
          <Button ref={showRef} className={css.show} onClick={close}>
            {`Show ${shown}`}
          </Button>
        </>
      }
    >
      <p className={visuallyHidden} role="status">
        {count}
      </p>
      <Filters path={path} within={within} />
    </Sheet>
  )
}
