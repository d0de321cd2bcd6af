import type { Order, OrderAddress } from '#contract/order.ts'
import { formatMoney, toPence } from '#contract/money.ts'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { action, layout, lines, pairs, paragraph } from './layout.ts'
import type { Block } from './layout.ts'
import type { NewMail } from './outbox.ts'
import { type Recipient, hello } from './recipient.ts'

/** Who has ordered something. */
type Buyer = { email: string; first_name: string }

/** After signing up: the link proves that the address is theirs. `hours`: how long the link works. */
export function verificationMail(to: Pick<Recipient, 'email'>, link: string, hours: number): NewMail {
  return mail(to.email, 'Please verify your email address', `Welcome to ${shop.name}`, [
    paragraph('Thank you for creating an account with us. Please confirm that this email address is yours.'),
    action('Verify your email', link),
    paragraph(
      `The link works for ${hours} hours. If it was not you who signed up, please ignore this email.`,
    ),
  ])
}

/** To the owner of an address that somebody tried to sign up with again; the web page says nothing of it. */
export function alreadyRegisteredMail(to: Recipient, publicUrl: string): NewMail {
  return mail(to.email, `You already have an account with ${shop.name}`, hello(to), [
    paragraph(
      'Somebody, most likely you, has just tried to create an account with this email address. You already have one, and nothing about it was changed.',
    ),
    action('Log in', `${publicUrl}/login`),
    paragraph('If you no longer know your password, you can choose a new one:'),
    action('Choose a new password', `${publicUrl}/forget-password`),
    paragraph('If it was not you, there is nothing to do: nobody was told that you have an account.'),
  ])
}

/** After an order was placed. Where nobody has proved the address, without the one that was typed for the parcel, too. */
export function orderConfirmationMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  return mail(to.email, `Your order ${order.order_number}`, `Thank you for your order${nameOf(to)}`, [
    paragraph(`We have your order ${order.order_number} and are getting it ready.`),
    pairs(
      'Your pieces',
      order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
    ),
    pairs('Summary', [
      ['Subtotal', formatMoney(order.subtotal)],
      ...(toPence(order.discount) > 0
        ? [[discountLabel(order), `-${formatMoney(order.discount)}`] as const]
        : []),
      ['Shipping', toPence(order.shipping_cost) > 0 ? formatMoney(order.shipping_cost) : 'Free'],
      ['Tax', formatMoney(order.tax)],
      ['Total', formatMoney(order.total)],
      ['Payment', order.payment_method],
    ]),
    ...(to.first_name === null || order.shipping_address === null
      ? []
      : [lines('Sent to', addressLines(order.shipping_address))]),
    action('See your order', orderLink(order, publicUrl)),
  ])
}

/** When an order has left the shop. */
export function orderShippedMail(to: Buyer, order: Order, publicUrl: string): NewMail {
  const { order_number, tracking_number, tracking_url } = order
  return mail(to.email, `Your order ${order_number} is on its way`, `Your order is on its way${nameOf(to)}`, [
    paragraph(`Your order ${order_number} has left our workshop.`),
    pairs(
      'In the parcel',
      order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
    ),
    ...(order.shipping_address === null ? [] : [lines('Sent to', addressLines(order.shipping_address))]),
    ...(tracking_number === null ? [] : [lines('Tracking number', [tracking_number])]),
    ...(tracking_url === null ? [] : [action('Follow your parcel', tracking_url)]),
    action('See your order', orderLink(order, publicUrl)),
  ])
}

/** After an order was cancelled. */
export function orderCancelledMail(to: Recipient, order: Order, publicUrl: string): NewMail {
  return mail(
    to.email,
    `Your order ${order.order_number} was cancelled`,
    `Your order was cancelled${nameOf(to)}`,
    [
      paragraph(
        `Your order ${order.order_number} for ${formatMoney(order.total)} was cancelled and will not be sent. What you paid goes back the way it came.`,
      ),
      pairs(
        'The pieces in it',
        order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
      ),
      action('See your order', orderLink(order, publicUrl)),
      paragraph(
        `If it was not you who cancelled it, please write to ${shopDetails.email} or call ${shopDetails.phone}.`,
      ),
    ],
  )
}

/** What was cancelled in the shop, not by the customer, who did not expect it. */
export function orderCancelledByShopMail(
  to: Buyer,
  order: Order,
  publicUrl: string,
  reason: string | null,
): NewMail {
  return mail(to.email, `Your order ${order.order_number} was cancelled`, `We are sorry${nameOf(to)}`, [
    paragraph(
      `We had to cancel your order ${order.order_number} for ${formatMoney(order.total)}. It will not be sent, and what you paid goes back the way it came.`,
    ),
    ...(reason === null ? [] : [paragraph(reason)]),
    pairs(
      'The pieces in it',
      order.items.map((item) => [titleOf(item), formatMoney(item.total)] as const),
    ),
    action('See your order', orderLink(order, publicUrl)),
    paragraph(
      `If you would like us to find another piece for you, please write to ${shopDetails.email} or call ${shopDetails.phone}.`,
    ),
  ])
}

function mail(to_address: string, subject: string, heading: string, blocks: readonly Block[]): NewMail {
  return { to_address, subject, ...layout(heading, blocks) }
}

/** At the end of a heading. */
const nameOf = ({ first_name }: Recipient): string => (first_name ? `, ${first_name}` : '')

function titleOf({ quantity, product, variant_name }: Order['items'][number]): string {
  return `${quantity} x ${product.name}${variant_name === null ? '' : `, ${variant_name}`}`
}

const discountLabel = ({ coupon_code }: Order): string =>
  coupon_code === null ? 'Discount' : `Discount (${coupon_code})`

const orderLink = ({ order_number }: Order, publicUrl: string): string =>
  `${publicUrl}/orders/${encodeURIComponent(order_number)}`

function addressLines(address: OrderAddress): string[] {
  const { full_name, address_line_1, address_line_2, city, state, postal_code, country } = address
  return [full_name, address_line_1, address_line_2 ?? '', city, state, postal_code, country].filter(
    (line) => line !== '',
  )
}
