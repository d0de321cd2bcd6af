import { Link } from '@tanstack/react-router'
import type { Product, Variant } from '#contract/catalogue.ts'
import { useLate } from '#src/lib/useLate.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './-FindYourSize.css.ts'

// Loaded late: most shoppers know their size.
const loadSheet = async () => (await import('./-SizeSheet.tsx')).SizeSheet

type Props = { product: Product; onChoose: (variant: Variant) => void }

/** The link from a choice of sizes to the guide: for rings it opens beside the piece, for the rest on its own page. */
export function FindYourSize(piece: Props) {
  const choice = piece.product.variant_label
  const { Part: SizeSheet, open, close } = useLate(loadSheet)
  const look = `${standaloneLink} ${css.way}`
  if (choice === 'Size' || choice === 'Chain length') {
    return (
      <Link to="/resources/size-guide" hash="lengths" className={look}>
        Find your {choice === 'Size' ? 'size' : 'length'}
      </Link>
    )
  }
  if (choice !== 'Ring size') return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={look} onClick={open}>
        Find your size
      </button>
      {SizeSheet && <SizeSheet {...piece} onClose={close} />}
    </>
  )
}
