import * as v from 'valibot'
import { addressLines } from '#contract/addressLines.ts'
import { printable } from '#contract/fields.ts'
import { formatMoney } from '#contract/money.ts'
import { OrderStatus } from '#contract/order.ts'
import type { Order, OrderAddress } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { totalRows } from '#contract/totalRows.ts'
import { notPutBackText } from '../mail/stockMessages.ts'
import { stockLinesOf } from '../orders/bought.ts'
import { cancelAnyOrder } from '../orders/cancel.ts'
import { moveOrder, takeStepBack } from '../orders/fulfil.ts'
import { contactOf, findAnyOrder, listAllOrders, paymentReferenceOf } from '../orders/store.ts'
import { noteNotRefunded, noteRefunded } from '../orders/unpaid.ts'
import { moneyOf } from './books.ts'
import { Refusal, command, named } from './command.ts'
import { OrderNumber, Page, pageOption, sentence, undoOption, withoutUnseen, word } from './fields.ts'
import { facts, indented, money, oneLine, table, when } from './table.ts'

const statuses = OrderStatus.options
const most = 50

const list = command({
  name: 'orders list',
  usage: '[--status STATUS] [--customer TEXT] [--page N]',
  summary: `Lists orders, all or of one status or customer: the newest ${most}, and older ones on further pages.`,
  options: {
    status: { type: 'string', value: 'STATUS', help: `one of ${statuses.join(', ')}` },
    customer: { type: 'string', value: 'TEXT', help: 'a name or an email address, or part of one' },
    page: pageOption,
  },
  examples: ['', '--status pending', '--customer quince', '--page 2'],
  input: v.object({
    status: v.nullable(v.picklist(statuses, `The status must be one of ${statuses.join(', ')}.`)),
    customer: v.nullable(word('Please give a name or an email address, or part of one.')),
    page: Page,
  }),
  read: (typed) => {
    named(typed)
    const { status = null, customer = null, page = '1' } = typed.values
    return { status, customer, page }
  },
  work: async ({ db }, { status, customer, page }) => {
    const { orders, count } = await listAllOrders(db, status === null ? statuses : [status], {
      first: 'newest',
      limit: most,
      skipped: (page - 1) * most,
      customer,
    })
    if (orders.length === 0) return 'There are none.'
    const rows = orders.map(
      ({ order_number, status: now, created_at, contact, pieces, shipping_method, total }) => [
        order_number,
        now,
        when(created_at),
        `${contact.first_name} ${contact.last_name}`.trim(),
        pieces,
        shipping_method,
        money(total),
      ],
    )
    const left = count - page * most
    const rest = left > 0 ? [`… and ${left} older ones: --page ${page + 1}`] : []
    return [
      table(['Number', 'Status', 'Placed', 'Customer', 'Pieces', 'Shipping', 'Total'], rows),
      ...rest,
    ].join('\n')
  },
})

const hidden = ['Hidden', 'from the customer: somebody else may have typed whom it is for'] as const

const show = command({
  name: 'orders show',
  usage: 'NUMBER',
  summary: 'Shows an order: what is in it, where it goes, how it was paid, what happened to it.',
  notes: ['The reference is the payment provider’s name for the payment: use it to refund the money there.'],
  examples: ['DMS-7K3M9QXT'],
  input: v.object({ number: OrderNumber }),
  read: (typed) => named(typed, 'number'),
  work: async ({ db }, { number }) => {
    const order = await findAnyOrder(db, number)
    if (order === null) throw new Refusal(orderTexts.notFound)
    const contact = await contactOf(db, order.id)
    const sentTo = postalAddress(order.shipping_address)
    const billedTo = postalAddress(order.billing_address)
    const state = await moneyOf(db, order)
    const skus = new Map((await stockLinesOf(db, order.id)).map((line) => [line.id, countedUnder(line)]))
    return [
      facts([
        ['Order', order.order_number],
        ['Status', order.status],
        ['Customer', `${contact?.first_name ?? ''} ${contact?.last_name ?? ''}`],
        ['Email', contact?.email ?? ''],
        ['Phone', contact?.phone ?? ''],
        ...(contact?.is_hidden ? [hidden] : []),
        ['Payment', [order.payment_method, ...state].join(', ')],
        ['Reference', (await paymentReferenceOf(db, order.id)) ?? 'none: there was nothing to pay'],
        ['Shipping', order.shipping_method],
        ['Tracking', parcelOf(order) || 'none yet'],
      ]),
      table(
        ['Piece', 'Variant', 'SKU', 'Quantity', 'Total'],
        order.items.map(({ id, product, variant_name, quantity, total }) => [
          product.name,
          variant_name ?? '',
          skus.get(id) ?? '',
          quantity,
          formatMoney(total),
        ]),
      ),
      facts([
        ...totalRows(order).map(({ label, value }) => [label, value] as const),
        ['Total', formatMoney(order.total)],
      ]),
      ...(order.note === undefined ? [] : [`${orderTexts.note}:\n${indented(order.note.split('\n'))}`]),
      `Sent to:\n${sentTo}`,
      `Billed to:\n${billedTo === sentTo ? '  the same' : billedTo}`,
      facts(order.events.map(({ status, at }) => [status, when(at)] as const)),
    ].join('\n\n')
  },
})

const parcelOf = ({ tracking_number, tracking_url }: Pick<Order, 'tracking_number' | 'tracking_url'>) =>
  [tracking_number, tracking_url].filter(Boolean).join(' ')

/** The SKU that `stock` takes for what was bought, or that there is none any more. */
function countedUnder({ sku, variant_sku, variant_name }: Awaited<ReturnType<typeof stockLinesOf>>[number]) {
  if (sku === null) return 'piece gone'
  if (variant_sku !== null) return variant_sku
  return variant_name === null ? sku : `variant gone, piece ${sku}`
}

function postalAddress(address: OrderAddress | null): string {
  if (address === null) return '  (none)'
  const { full_name, phone, ...place } = address
  return indented([full_name, ...addressLines(place), phone].filter((line) => line !== ''))
}

const stepBackOption = {
  undo: { type: 'boolean', help: 'it was marked as that by mistake: takes it back' },
} as const

const next = (status: 'processing' | 'delivered', summary: string) =>
  command({
    name: `orders ${status}`,
    usage: 'NUMBER [--undo]',
    summary,
    options: stepBackOption,
    examples: ['DMS-7K3M9QXT', 'DMS-7K3M9QXT --undo'],
    input: v.object({ number: OrderNumber, isUndone: v.boolean() }),
    read: (typed) => ({ ...named(typed, 'number'), isUndone: typed.values['undo'] === true }),
    work: async (services, { number, isUndone }) => {
      if (isUndone) return `${number} is ${(await takeStepBack(services, number, status)).status} again.`
      const { order } = await moveOrder(services, number, { status })
      return `${order.order_number} is ${order.status}.`
    },
  })

const secureAddress = 'The address to follow the parcel must begin with https://.'

const Undone = v.object({ number: OrderNumber, isUndone: v.literal(true) })
const Parcel = v.object({
  number: OrderNumber,
  isUndone: v.literal(false),
  tracking_number: v.pipe(sentence('Please give the tracking number with --tracking.', 100), withoutUnseen),
  tracking_url: v.nullable(
    v.pipe(
      v.string(),
      withoutUnseen,
      printable,
      v.check((url) => URL.canParse(url) && new URL(url).protocol === 'https:', secureAddress),
      // Without spaces and line breaks, at which an email program ends a link.
      v.transform((url) => new URL(url).href),
      v.maxLength(500, 'The address to follow the parcel is too long.'),
    ),
  ),
})

const shipped = command({
  name: 'orders shipped',
  usage: 'NUMBER --tracking NUMBER [--url URL] | NUMBER --undo',
  summary: 'Marks an order as sent, and emails its customer.',
  notes: [
    'On an order that is shipped already, the new tracking number replaces the first. With --undo it is to be sent as',
    'before, has no tracking number, and its customer is sent an email that says so.',
  ],
  options: {
    ...stepBackOption,
    tracking: { type: 'string', value: 'NUMBER', help: 'the carrier’s number of the parcel' },
    url: { type: 'string', value: 'URL', help: 'where the parcel can be followed, https only' },
  },
  examples: [
    'DMS-7K3M9QXT --tracking RM123456789GB --url https://www.royalmail.com/track/RM123456789GB',
    'DMS-7K3M9QXT --undo',
  ],
  input: v.variant('isUndone', [Undone, Parcel]),
  read: (typed) => {
    const { undo = false, tracking, url = null } = typed.values
    // Whatever else is there: the line that was a mistake, typed again with this at its end, takes it back.
    return { ...named(typed, 'number'), isUndone: undo, tracking_number: tracking, tracking_url: url }
  },
  work: async (services, input) => {
    if (input.isUndone) {
      const { order_number, status } = await takeStepBack(services, input.number, 'shipped')
      return `${order_number} is ${status} again, and its customer has been sent an email.`
    }
    const { number, tracking_number, tracking_url } = input
    const tracking = { tracking_number, tracking_url }
    const { order, replaced } = await moveOrder(services, number, { status: 'shipped', ...tracking })
    if (replaced !== null)
      return `${order.order_number} was shipped already. Until now its parcel was ${parcelOf(replaced)}. Its customer has been sent an email.`
    return `${order.order_number} is shipped, and its customer has been sent an email.`
  },
})

const cancelled = command({
  name: 'orders cancelled',
  usage: 'NUMBER [--reason TEXT] [--not-arrived]',
  summary:
    'Cancels an order that has not been sent: its pieces go back into stock, the money to the customer.',
  notes: [
    'The customer is sent an email with the reason as you write it. This cannot be undone. An order that was sent, and',
    'whose parcel never arrived, is cancelled with --not-arrived: the money goes back, but nothing into stock.',
  ],
  options: {
    reason: { type: 'string', value: 'TEXT', help: 'one or two sentences to the customer' },
    'not-arrived': { type: 'boolean', help: 'it was sent, and its parcel never arrived' },
  },
  examples: [
    'DMS-7K3M9QXT --reason "The stone did not pass our last inspection, and we have no other like it."',
    'DMS-7K3M9QXT --not-arrived --reason "The carrier has lost your parcel."',
  ],
  isSeen: true,
  input: v.object({
    number: OrderNumber,
    reason: v.nullable(sentence('Please write the reason, or leave out --reason.', 500)),
    hasNotArrived: v.boolean(),
  }),
  read: (typed) => {
    const { reason = null, 'not-arrived': hasNotArrived = false } = typed.values
    return { ...named(typed, 'number'), reason, hasNotArrived }
  },
  work: async (services, { number, ...why }) => {
    const { isTold, isPaidBack, putBack, notPutBack } = await cancelAnyOrder(services, number, why)
    const told = isTold
      ? `${number} is cancelled, and its customer has been sent an email.`
      : `${number} is cancelled. Its customer has left, and could not be told.`
    const lost = notPutBack.map((line) => oneLine(notPutBackText(line)))
    const back = `Its ${lost.length === 0 ? '' : 'other '}pieces are in stock again.`
    const owed =
      'The money could not be paid back yet: the shop keeps trying, and todo lists the order if it takes longer.'
    return [
      told,
      ...lost,
      ...(putBack.length === 0 ? [] : [back]),
      ...(why.hasNotArrived ? ['Nothing was put back into stock.'] : []),
      ...(isPaidBack ? [] : [owed]),
    ].join(' ')
  },
})

const refunded = command({
  name: 'orders refunded',
  usage: 'NUMBER [--undo]',
  summary: 'Notes that you have paid back a cancelled order yourself, so that todo no longer lists it.',
  notes: [
    'For one that todo lists as not paid back. The shop keeps trying until this is noted: so first note it, then wait a',
    'minute, then check that the payment provider has not paid it back, and pay only if it has not. Before that, write',
    'down whom orders show names: an order of a deleted account names nobody within an hour of it. One that was to be',
    'paid back when the backup was made from which the shop was restored, it does not try: first find out whether it was',
    'paid back since. The customer gets no email.',
  ],
  options: undoOption,
  examples: ['DMS-7K3M9QXT', 'DMS-7K3M9QXT --undo'],
  input: v.object({ number: OrderNumber, isUndone: v.boolean() }),
  read: (typed) => ({ ...named(typed, 'number'), isUndone: typed.values['undo'] === true }),
  work: async ({ db }, { number, isUndone }) => {
    if (isUndone) {
      if (!(await noteNotRefunded(db, number))) throw new Refusal(`${number} is not noted as paid back.`)
      return `${number} is on the list of those not paid back again. The shop no longer tries by itself: find out from the payment provider whether it has paid it back, and pay if it has not.`
    }
    if (await noteRefunded(db, number)) return `${number} is noted as paid back.`
    throw new Refusal(
      `${number} is not waiting to be paid back: only an order that todo lists as not paid back is.`,
    )
  },
})

export const orderCommands = [
  list,
  show,
  next('processing', 'Marks an order as being prepared.'),
  shipped,
  next('delivered', 'Marks an order as delivered.'),
  cancelled,
  refunded,
]
