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
  const { variant_label, variants, categories } = piece.product
  // As a jeweller may write it: 'UK ring size', 'Ring Size (UK)'.
  const choice = variant_label
    ?.toLowerCase()
    .replace(/\(?\buk\b\)?/, '')
    .trim()
  const isLettered = choice === 'size' && variants.every(({ name }) => /^[sml]$/i.test(name))
  const isOfRing =
    choice === 'ring size' || (choice === 'size' && categories.some(({ slug }) => slug === 'rings'))
  const { Part: SizeSheet, open, close } = useLate(loadSheet)
  const look = `${standaloneLink} ${css.way}`
  if (!isOfRing && (choice === 'size' || choice === 'chain length')) {
    return (
      <Link to="/resources/size-guide" hash="lengths" className={look}>
        Find your {choice === 'size' ? choice : 'length'}
      </Link>
    )
  }
  // Small, medium and large, most likely, and no sizes of fingers.
  if (!isOfRing || isLettered) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={look} onClick={open}>
        Find your size
      </button>
      {SizeSheet && <SizeSheet {...piece} onClose={close} />}
    </>
  )
}
