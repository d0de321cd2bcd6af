import { shopDetails } from '#contract/shopDetails.ts'
import { lines, mail, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'

/** What was bought and could not be put back; `sku` is the piece's, and null if the shop no longer has it. */
type LostLine = { name: string; variant_name: string | null; sku: string | null }

/** What the jeweller is told of it. */
export const notPutBackText = ({ sku, ...line }: LostLine): string =>
  `Of ${titleOf(line)}, nothing was put back: ${sku === null ? 'the shop no longer has it' : `count it with stock ${sku}`}.`

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

type Line = LostLine & { variant_sku: string | null; quantity: number }

/** By this {@link cancelledAtWorkMail} is known when the customer's account is deleted. */
export const cancelledAtWorkSubject = (order_number: string): string =>
  `Order ${order_number} was cancelled by its customer`

/**
 * To the shop, when a customer has cancelled an order on which somebody is at work: a piece may be engraved already, or
 * in a parcel, and is on sale again. It outlives the customer's account, so nothing of theirs is in it: not their note.
 */
export function cancelledAtWorkMail(
  { order_number, hasNote }: { order_number: string; hasNote: boolean },
  { putBack, notPutBack }: { putBack: readonly Line[]; notPutBack: readonly Line[] },
): NewMail {
  return mail(shopDetails.email, cancelledAtWorkSubject(order_number), 'Please do not send this order', [
    paragraph(`The order ${order_number}, which you were preparing, was cancelled by its customer.`),
    lines('Its pieces', [
      ...putBack.map(
        ({ sku, variant_sku, ...line }) => `${countOf(line)}: back in stock as ${variant_sku ?? sku}`,
      ),
      ...notPutBack.map((line) => `${countOf(line)}: not back in stock`),
    ]),
    ...(hasNote
      ? [
          paragraph(
            `It came with a gift message or an engraving: orders show ${order_number} has it, as long as the customer keeps their account.`,
          ),
        ]
      : []),
    ...(putBack.length === 0
      ? []
      : [
          paragraph(
            'What is back in stock can be bought again. If a piece is engraved already, or has left your hands, take it out of stock: stock SKU -1, with the SKU that stands here.',
          ),
        ]),
  ])
}

const titleOf = ({ name, variant_name }: Pick<LostLine, 'name' | 'variant_name'>): string =>
  [name, variant_name].filter(Boolean).join(', ')

const countOf = ({ quantity, ...line }: Pick<Line, 'quantity' | 'name' | 'variant_name'>): string =>
  `${quantity} × ${titleOf(line)}`
