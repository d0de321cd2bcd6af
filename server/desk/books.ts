import { stringify } from 'csv-stringify/sync'
import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { toPounds } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import type { Db } from '../db/db.ts'
import { ordersForBooks } from '../orders/store.ts'
import { isPaidBack, unpaidOrders, unrefundedOrders } from '../orders/unpaid.ts'
import { command, named } from './command.ts'
import { Day, endOfDay, startOfDay } from './fields.ts'
import { typedPath } from './typedFile.ts'

const fileExpected = 'Please name a file that ends in .csv.'
const dayExpected = 'Please give the day as a date such as 2026-12-31.'
const dayOf = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' })

const notPaid = 'not paid yet'
const notPaidBack = 'not paid back yet'
const columns = [
  'order',
  'placed',
  'status',
  'cancelled',
  'country',
  'payment',
  'reference',
  'subtotal',
  'discount',
  'coupon',
  'shipping',
  'tax',
  'total',
  'open',
]

export const exportOrders = command({
  name: 'orders export',
  usage: 'FILE.csv [--from DATE] [--until DATE]',
  summary:
    'Writes orders to a spreadsheet for the books: what was charged for each, and what became of it. No names.',
  notes: [
    'Amounts are in pounds, days those in London. With days given there are also the orders placed earlier and cancelled',
    'in that time: a row is a sale on the day “placed”, and, if it was cancelled, a refund of its total on the day',
    '“cancelled”. A cancelled order is paid back, unless the last column says otherwise.',
  ],
  options: {
    from: {
      type: 'string',
      value: 'DATE',
      help: 'the first day, such as 2026-11-01; otherwise from the first order',
    },
    until: { type: 'string', value: 'DATE', help: 'the last day, such as 2026-11-30; otherwise until now' },
  },
  examples: ['all.csv', 'november.csv --from 2026-11-01 --until 2026-11-30'],
  input: v.pipe(
    v.object({
      path: v.pipe(v.string(fileExpected), v.endsWith('.csv', fileExpected)),
      from: v.nullable(v.pipe(Day(dayExpected), v.transform(startOfDay))),
      until: v.nullable(v.pipe(Day(dayExpected), v.transform(endOfDay))),
    }),
    v.check(
      ({ from, until }) => from === null || until === null || from < until,
      'The first day is after the last.',
    ),
  ),
  read: (typed) => {
    const { file } = named(typed, 'file')
    const { from = null, until = null } = typed.values
    return { path: file === undefined ? undefined : typedPath(file), from, until }
  },
  work: async ({ db }, { path, from, until }) => {
    const booked = await ordersForBooks(db, from, until)
    const numbersOf = (some: readonly { order_number: string }[]) =>
      new Set(some.map(({ order_number }) => order_number))
    const unpaid = numbersOf(await unpaidOrders(db))
    const owed = numbersOf(await unrefundedOrders(db))
    const rows = booked.map((order) => ({
      order: order.order_number,
      placed: dayOf.format(order.created_at),
      status: order.status,
      cancelled: order.cancelled_at === null ? '' : dayOf.format(order.cancelled_at),
      country: order.shipping_address.country,
      payment: order.payment_method,
      reference: order.payment_reference ?? '',
      subtotal: toPounds(order.subtotal),
      discount: toPounds(order.discount),
      coupon: order.coupon_code ?? '',
      shipping: toPounds(order.shipping_cost),
      tax: toPounds(order.tax),
      total: toPounds(order.total),
      open: unpaid.has(order.order_number) ? notPaid : owed.has(order.order_number) ? notPaidBack : '',
    }))
    const content = stringify(rows, {
      header: true,
      columns,
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
    })
    const earlier = booked.filter(({ created_at }) => from !== null && created_at < from).length
    const said = earlier === 0 ? '' : `, ${earlier} of them placed earlier and cancelled in this time`
    return { text: `${counted(rows.length, 'order')} written to ${path}${said}.`, files: [{ path, content }] }
  },
})

/** What there is to say of an order's money: nothing when it was simply paid. */
export async function moneyOf(db: Db, { id, order_number, status }: Order): Promise<string[]> {
  const isAmong = (some: readonly { order_number: string }[]) =>
    some.some((one) => one.order_number === order_number)
  if (isAmong(await unpaidOrders(db))) return [notPaid]
  if (isAmong(await unrefundedOrders(db))) return [notPaidBack]
  return status === 'cancelled' && (await isPaidBack(db, id)) ? ['paid back'] : []
}
