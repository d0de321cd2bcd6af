import { addressLines } from '#contract/addressLines.ts'
import { cancellationDays } from '#contract/constants.ts'
import { deliveryDates } from '#contract/deliveryDates.ts'
import type { Order } from '#contract/order.ts'
import { formatMoney, toPence } from '#contract/money.ts'
import { laterWith, orderTexts } from '#contract/orderTexts.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { deliversTo, dispatchOf, shippingMethods } from '#contract/shipping.ts'
import { totalRows } from '#contract/totalRows.ts'
import { pieceText } from '#contract/variantText.ts'
import { action, lines, link, mail, pairs, paragraph } from './layout.ts'
import type { Block } from './layout.ts'
import type { NewMail } from './outbox.ts'
import type { Recipient } from './recipient.ts'

/** By their subjects the emails about one order are known, and no other's; in the order in which they are written. */
export const orderSubjects = (order_number: string) =>
  ({
    confirmation: `Your order ${order_number}`,
    corrected: `Your order ${order_number} was corrected`,
    shipped: `Your order ${order_number} is on its way`,
    notSent: `Your order ${order_number} has not left us yet`,
    cancelled: `Your order ${order_number} was cancelled`,
  }) as const

/** After an order was placed. If nobody has proved the email address, without what was typed for the parcel. */
export function orderConfirmationMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  const { confirmation } = orderSubjects(order.order_number)
  return mail(to.email, confirmation, `Thank you for your order${nameOf(to)}`, [
    paragraph(`We have your order ${order.order_number} and are getting it ready.`),
    ...wholeOf(to, order, publicUrl),
  ])
}

/**
 * After what was typed into an order was corrected. It says all that the confirmation does, which may have gone to
 * somebody else; when the parcel is expected, it counts from `now`.
 */
export function orderCorrectedMail(to: Recipient, order: Order, publicUrl: string, now: Date): NewMail {
  const { corrected } = orderSubjects(order.order_number)
  return mail(to.email, corrected, `We have corrected your order${nameOf(to)}`, [
    paragraph(
      `As you asked, we have put right what your order ${order.order_number} said of you. We will write to you again when it is on its way.`,
    ),
    ...wholeOf(to, order, publicUrl, now),
    paragraph(
      `If it was not you who asked for this, please write to ${shopDetails.email} or call ${shopDetails.phone}.`,
    ),
  ])
}

/** When an order has left the shop. Where nobody has proved the address, without the parcel's, too. */
export function orderShippedMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  const { order_number, tracking_number, tracking_url } = order
  const { shipped } = orderSubjects(order_number)
  return mail(to.email, shipped, `Your order is on its way${nameOf(to)}`, [
    paragraph(`Your order ${order_number} has left us.`),
    pairs(
      'In the parcel',
      order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
    ),
    ...addressOf('Sent to', to, order),
    ...(tracking_number === null ? [] : [lines('Tracking number', [tracking_number])]),
    ...(tracking_url === null ? [] : [action('Follow your parcel', tracking_url)]),
    (tracking_url === null ? action : link)(...whereToSee(to, order, publicUrl)),
  ])
}

/**
 * When an order that was said to be on its way is not: it was marked as sent by mistake. Its customer may have read that
 * on its page only, if the email could not be sent until then.
 */
export function orderNotSentMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  const { order_number } = order
  const { notSent } = orderSubjects(order_number)
  return mail(to.email, notSent, `Your order is still with us${nameOf(to)}`, [
    paragraph(
      `We said that your order ${order_number} was on its way. That was our mistake, and we are sorry: it has not left us yet. Please ignore the tracking number that we gave.`,
    ),
    paragraph('We will write to you again when your order is on its way.'),
    action(...whereToSee(to, order, publicUrl)),
  ])
}

/** After an order was cancelled. */
export function orderCancelledMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  return mail(
    to.email,
    orderSubjects(order.order_number).cancelled,
    `Your order was cancelled${nameOf(to)}`,
    [
      paragraph(
        `Your order ${order.order_number} for ${formatMoney(order.total)} was cancelled and will not be sent.${moneyOf(order)}`,
      ),
      pairs(
        'The pieces in it',
        order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
      ),
      action(...whereToSee(to, order, publicUrl)),
      paragraph(
        `If it was not you who cancelled it, please write to ${shopDetails.email} or call ${shopDetails.phone}.`,
      ),
    ],
  )
}

/** What was cancelled in the shop, not by the customer, who did not expect it. */
export const orderCancelledByShopMail = cancelledByShop({
  said: (order) => `We had to cancel your ${order}. It will not be sent`,
  ask: 'If you would like us to find another piece for you',
})

/** When the parcel of an order was given up, and the order cancelled. */
export const orderNotArrivedMail = cancelledByShop({
  said: (order) => `Your ${order} did not reach you, so we have cancelled it`,
  ask: 'If it arrives after all, or if you would like us to send you another piece',
})

/** `said` is what happened to the order, without its full stop; `ask` is when to write to the shop. */
function cancelledByShop({ said, ask }: { said: (order: string) => string; ask: string }) {
  return (to: Recipient, order: Order, publicUrl: string, reason: string | null): NewMail =>
    mail(to.email, orderSubjects(order.order_number).cancelled, `We are sorry${nameOf(to)}`, [
      paragraph(`${said(`order ${order.order_number} for ${formatMoney(order.total)}`)}.${moneyOf(order)}`),
      ...(reason === null ? [] : [paragraph(reason)]),
      pairs(
        'The pieces in it',
        order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
      ),
      action(...whereToSee(to, order, publicUrl)),
      paragraph(`${ask}, please write to ${shopDetails.email} or call ${shopDetails.phone}.`),
    ])
}

/** What is in an order, what it costs, where it goes, and how to cancel it. */
const wholeOf = (to: Recipient, order: Order, publicUrl: string, now?: Date): Block[] => [
  pairs(
    'Your pieces',
    order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
  ),
  pairs('Summary', [
    ...totalRows(order).map(({ label, value }) => [label, value] as const),
    ['Total', formatMoney(order.total)],
    ['Payment', order.payment_method],
    ...deliveryOf(order, now),
  ]),
  ...noteOf(to, order),
  ...addressOf('Delivery address', to, order),
  action(...whereToSee(to, order, publicUrl)),
  paragraph(
    `${to.hasLeft === true ? 'Write to us to cancel the order before it leaves us.' : 'You can cancel the order in your account until it leaves us.'} Until ${cancellationDays} days after it reached you, you may also cancel without giving a reason, except for a piece that was engraved or made for you.`,
  ),
  link('Returning and cancelling', `${publicUrl}/resources/returns-exchanges#rights`),
]

/** At the end of a heading. */
const nameOf = ({ first_name }: Recipient): string => (first_name ? `, ${first_name}` : '')

function titleOf({ quantity, product, variant_name }: Order['items'][number]): string {
  return `${quantity} × ${pieceText(product, variant_name)}`
}

/** How it is delivered and, where the shop delivers, when. A method that no longer exists is unknown. */
function deliveryOf(
  { created_at, shipping_method, shipping_address, note }: Order,
  now = new Date(created_at),
): (readonly [string, string])[] {
  const method = shippingMethods.find(({ value }) => value === shipping_method)
  if (method === undefined) return []
  const time = deliversTo(shipping_address)
    ? `, expected ${deliveryDates(method.value, dispatchOf(new Date(created_at), now))}${laterWith(note)}`
    : ''
  return [['Delivery', `${method.label}${time}`]]
}

/** After another sentence. */
const moneyOf = ({ total }: Order): string => (toPence(total) > 0 ? ` ${orderTexts.moneyGoesBack}` : '')

const addressOf = (heading: string, { first_name }: Recipient, { shipping_address }: Order): Block[] =>
  first_name === null || shipping_address === null
    ? []
    : [lines(heading, [shipping_address.full_name, ...addressLines(shipping_address)])]

const noteOf = ({ first_name }: Recipient, { note }: Order): Block[] =>
  first_name === null || note === undefined ? [] : [lines(orderTexts.note, note.split('\n'))]

/** The words of a link to where its recipient can see the order, and its address. */
function whereToSee({ hasLeft }: Recipient, { order_number }: Order, publicUrl: string): [string, string] {
  const number = encodeURIComponent(order_number)
  return hasLeft === true
    ? ['Track your order', `${publicUrl}/track-order?order_number=${number}`]
    : ['See your order', `${publicUrl}/orders/${number}`]
}
