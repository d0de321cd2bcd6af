import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Contact } from '#contract/checkout.ts'
import type { Order, OrderAddress, OrderStatus } from '#contract/order.ts'
import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { orders } from '../db/schema/orders.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { orderCorrectedMail, orderShippedMail, orderSubjects } from '../mail/orderMessages.ts'
import { queueMail, withdrawMails, withdrawMailsTo } from '../mail/outbox.ts'
import type { Recipient } from '../mail/recipient.ts'
import type { Services } from '../services.ts'
import { keepingFor, recipientOfShop } from './recipient.ts'
import { findAnyOrder, lockAnyOrder, mailedContactOf } from './store.ts'

type Whose = 'delivery' | 'billing'

/** Some of the fields; what is missing stays. */
type Some<T> = { [Name in keyof T]?: T[Name] | undefined }

/** What it said until now, and says from now on. */
export type Correction<T> = { before: T; now: T }

const corrected = <T extends object>(before: T, given: Some<T>): Correction<T> => ({
  before,
  now: {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  },
})

const isSame = ({ before, now }: Correction<unknown>): boolean => isDeepStrictEqual(before, now)

/**
 * Corrects where anybody's order goes, as long as it has not been sent; its customer gets an email that says so. Where the
 * two addresses are one, both are corrected, unless `only` one of them is meant. Returns which were.
 * @throws {ApiError} 404, 409 when it was sent or cancelled, names nobody any more, or says that already
 */
export function correctAddress(
  { db, config, clock }: Services,
  number: string,
  { given, only }: { given: Some<OrderAddress>; only: Whose | null },
): Promise<{ whose: Whose[]; isOtherLeft: boolean; correction: Correction<OrderAddress> }> {
  return transaction(db, async (tx) => {
    const held = await hold(tx, number, isCancellable, insteadOfAddress)
    const { shipping_address, billing_address } = held
    const isOne = isDeepStrictEqual(shipping_address, billing_address)
    const both: Whose[] = ['delivery', 'billing']
    const whose = only === null ? (isOne ? both : both.slice(0, 1)) : [only]
    const correction = corrected(only === 'billing' ? billing_address : shipping_address, given)
    if (isSame(correction)) throw nothingNew(number)
    const { now } = correction
    await tx
      .update(orders)
      .set({
        ...(whose.includes('delivery') && { shipping_address: now }),
        ...(whose.includes('billing') && { billing_address: now }),
      })
      .where(eq(orders.id, held.id))
    // What could not be sent until now names the address that was wrong.
    const { confirmation, corrected: earlier } = orderSubjects(number)
    await withdrawMails(tx, [confirmation, earlier])
    await tell(tx, held, (to, order) => orderCorrectedMail(to, order, config.publicUrl, clock()))
    return { whose, isOtherLeft: only === null && !isOne, correction }
  })
}

/**
 * Corrects who is written to about anybody's order, until it has arrived. If the email address is another, what waits to
 * be sent to the former one is withdrawn, and the next one gets an email with what it has missed.
 * @throws {ApiError} 404, 409 when it has arrived or was cancelled, names nobody any more, or says that already
 */
export function correctContact(
  { db, config, clock }: Services,
  number: string,
  given: Some<Contact>,
): Promise<{ isTold: boolean; correction: Correction<Contact> }> {
  return transaction(db, async (tx) => {
    const isOpen = (status: OrderStatus) => isCancellable(status) || status === 'shipped'
    const held = await hold(tx, number, isOpen, insteadOfContact)
    const correction = corrected(held.contact, given)
    if (isSame(correction)) throw nothingNew(number)
    const { before, now } = correction
    await tx.update(orders).set({ contact: now }).where(eq(orders.id, held.id))
    const isTold = before.email !== now.email
    if (isTold) {
      await withdrawMailsTo(tx, before.email, Object.values(orderSubjects(number)))
      await tell(tx, held, (to, order) =>
        held.status === 'shipped'
          ? orderShippedMail(to, order, config.publicUrl)
          : orderCorrectedMail(to, order, config.publicUrl, clock()),
      )
    }
    return { isTold, correction }
  })
}

type Instead = Partial<Record<OrderStatus, (number: string) => string>>

const insteadOfAddress: Instead = {
  shipped: (number) =>
    `If it has not left you after all, take that back first: orders shipped ${number} --undo. If it has, ask its carrier to bring the parcel elsewhere, and write to the customer.`,
}
const insteadOfContact: Instead = {
  delivered: () => 'The shop writes no more emails about it: write to the customer yourself.',
}

/** The order with whom it is for, locked for this transaction. */
async function hold(
  tx: Db,
  number: string,
  isCorrectable: (status: OrderStatus) => boolean,
  instead: Instead,
) {
  const order = await lockAnyOrder(tx, number)
  if (order === null) throw notFound(orderTexts.notFound)
  const { id, status, anonymised_at } = order
  if (!isCorrectable(status)) {
    const why = `The order ${number} ${status === 'cancelled' ? 'was cancelled' : `is ${status}`}, and is not corrected any more.`
    throw refused([why, instead[status]?.(number) ?? []].flat().join(' '))
  }
  if (anonymised_at !== null)
    throw refused(`The order ${number} no longer says whom it is for: its customer has left.`)
  const { contact, shipping_address, billing_address } = orders
  const [people] = await tx
    .select({ contact, shipping_address, billing_address })
    .from(orders)
    .where(eq(orders.id, id))
  if (people === undefined) throw new Error('An order vanished while it was held')
  return { ...order, ...people }
}

/** Tells the customer, after what is still to be sent about the order to the same address. */
async function tell(
  tx: Db,
  held: { id: string; order_number: string; customer_id: string | null },
  mailOf: (to: Recipient, order: Order) => ReturnType<typeof orderCorrectedMail>,
): Promise<void> {
  const order = await findAnyOrder(tx, held.order_number)
  const contact = await mailedContactOf(tx, held.id)
  if (order === null || contact === null) throw new Error('An order vanished while it was held')
  const recipient = await recipientOfShop(tx, contact, held.customer_id)
  const earlier = Object.values(orderSubjects(held.order_number))
  await queueMail(tx, mailOf(recipient, order), keepingFor(held), earlier)
}

const refused = (message: string) => new ApiError(409, 'conflict', message)
const nothingNew = (number: string) => refused(`The order ${number} says that already.`)
