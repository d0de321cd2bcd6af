import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './-FindYourSize.css.ts'

// Most shoppers know their size.
const Sheet = lazy(() => import('#src/ui/Dialog.tsx').then((file) => ({ default: file.Sheet })))
const RingSizer = lazy(() =>
  import('#src/features/guides/RingSizer.tsx').then((file) => ({ default: file.RingSizer })),
)
const RingSizeTable = lazy(() =>
  import('#src/features/guides/RingSizeTable.tsx').then((file) => ({ default: file.RingSizeTable })),
)

/** The way from a choice of sizes to the guide: for rings beside the piece itself, for the rest on its own page. */
export function FindYourSize({ choice }: { choice: string | null }) {
  const [isOpen, setOpen] = useState(false)
  if (choice === 'Size' || choice === 'Chain length') {
    return (
      <Link to="/resources/size-guide" hash="lengths" className={`${standaloneLink} ${css.way}`}>
        Find your {choice === 'Size' ? 'size' : 'length'}
      </Link>
    )
  }
  if (choice !== 'Ring size') return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${standaloneLink} ${css.way}`}
        onClick={() => setOpen(true)}
      >
        Find your size
      </button>
      {isOpen && (
        <Suspense>
          <Sheet title="Find your size" onClose={() => setOpen(false)}>
            <Suspense fallback={<p role="status">Loading…</p>}>
              <div className={css.guide}>
                <RingSizer />
                <RingSizeTable />
                <Link to="/resources/size-guide" className={standaloneLink}>
                  Read the whole size guide
                </Link>
              </div>
            </Suspense>
          </Sheet>
        </Suspense>
      )}
    </>
  )
}
