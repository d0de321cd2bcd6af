import { shopDetails } from '#contract/shopDetails.ts'
import { mail, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'

/** What was bought and could not be put back; `sku` is the piece's, and null if the shop no longer has it. */
type LostLine = { name: string; variant_name: string | null; sku: string | null }

/** What the jeweller is told of it. */
export const notPutBackText = ({ name, variant_name, sku }: LostLine): string =>
  `Of ${[name, variant_name].filter(Boolean).join(', ')}, nothing was put back: ${sku === null ? 'the shop no longer has it' : `count it with stock ${sku}`}.`

/**
 * To the shop, when a customer has cancelled an order: at the desk nobody was there to be told. It does not name the
 * order, or it would go, unsent perhaps, with the customer's account.
 */
export function notPutBackMail(lost: readonly LostLine[]): NewMail {
  return mail(shopDetails.email, 'Not put back into stock', 'An order was cancelled by its customer', [
    paragraph('What was in it is back in stock, except for this:'),
    ...lost.map((line) => paragraph(notPutBackText(line))),
  ])
}
