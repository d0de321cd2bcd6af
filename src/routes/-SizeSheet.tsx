import { Link } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import type { Product, Variant } from '#contract/catalogue.ts'
import { RingAdvice } from '#src/features/guides/RingAdvice.tsx'
import { RingSizer } from '#src/features/guides/RingSizer.tsx'
import { RingSizeTable } from '#src/features/guides/RingSizeTable.tsx'
import { Sheet } from '#src/ui/Dialog.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './-FindYourSize.css.ts'

type Props = {
  product: Product
  onChoose: (variant: Variant) => void
  onClose: () => void
}

/** What the size guide says about rings, beside the piece itself, and which of its sizes to take. */
export function SizeSheet({ product: { variants }, onChoose, onClose }: Props) {
  const take = (variant: Variant, button: HTMLElement) => {
    const choice = button.closest('fieldset')
    flushSync(() => {
      onChoose(variant)
      onClose()
    })
    // Its button gave the focus back to the link: what was chosen is read aloud with the choice itself.
    choice?.querySelector<HTMLElement>(`[value="${variant.id}"]`)?.focus()
  }
  return (
    <Sheet title="Find your size" onClose={onClose}>
      <div className={css.guide}>
        <RingSizer advise={(size) => <RingAdvice {...{ size, variants }} onTake={take} />} />
        <RingSizeTable />
        <p>Between two sizes, take the larger.</p>
        <Link to="/resources/size-guide" className={standaloneLink}>
          Read the whole size guide
        </Link>
      </div>
    </Sheet>
  )
}
