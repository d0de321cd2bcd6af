import { Link } from '@tanstack/react-router'
import { RingSizer } from '#src/features/guides/RingSizer.tsx'
import { RingSizeTable } from '#src/features/guides/RingSizeTable.tsx'
import { Sheet } from '#src/ui/Dialog.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './-FindYourSize.css.ts'

/** What the size guide says about rings, beside the piece itself. */
export function SizeSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Find your size" onClose={onClose}>
      <div className={css.guide}>
        <RingSizer />
        <RingSizeTable />
        <Link to="/resources/size-guide" className={standaloneLink}>
          Read the whole size guide
        </Link>
      </div>
    </Sheet>
  )
}
