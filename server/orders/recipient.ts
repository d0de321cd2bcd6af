import type { OrderPlaced } from '#contract/checkout.ts'
import { findById } from '../auth/store.ts'
import type { Db } from '../db/db.ts'
import type { MayMail } from '../mail/limits.ts'
import type { Recipient } from '../mail/recipient.ts'

/** An email about an order, before it is written. */
export type Addressed = {
  recipient: Recipient | null
  /** Whose address that is. */
  to: OrderPlaced['confirmation_to']
  /** The addresses that this email was counted for. */
  counted: readonly string[]
}

/** Whose count such an email raises first; null if it goes to the account's own, proved address. */
export function firstCounted(
  contact: Recipient,
  account: { email: string; is_proved: boolean },
): string | null {
  const typed = contact.email.toLowerCase()
  return typed === account.email && account.is_proved ? null : typed
}

/**
 * Who gets an email about an order that its customer caused. Anybody's address can be typed at checkout and at sign-up,
 * so to an address that the account has not proved the shop sends only so many emails, and nothing that was typed.
 * After that it writes to the account's own address, and to nobody if that is not proved either and has had as many.
 */
export async function recipientOf(
  db: Db,
  mayMail: MayMail,
  contact: Recipient,
  account: { email: string; is_proved: boolean },
): Promise<Addressed> {
  const { email, is_proved } = account
  const typed = contact.email.toLowerCase()
  const others = typed === email ? [] : [typed]
  if (others.length > 0 && (await mayMail(db, 'order', typed))) {
    return { recipient: { email: contact.email, first_name: null }, to: 'contact', counted: others }
  }
  if (is_proved)
    return { recipient: { email, first_name: contact.first_name }, to: 'account', counted: others }
  const counted = [...others, email]
  const isAllowed = await mayMail(db, 'order', email)
  return isAllowed
    ? { recipient: { email, first_name: null }, to: 'account', counted }
    : { recipient: null, to: null, counted }
}

/**
 * Who gets an email about an order that the shop causes: there is one for each step, so it goes to the order's own
 * address, but contains nothing that was typed unless the order's owner has proved that very address.
 */
export async function recipientOfShop(
  db: Db,
  contact: Recipient,
  customer_id: string | null,
): Promise<Recipient> {
  const owner = customer_id === null ? null : await findById(db, customer_id)
  const isProved = owner !== null && owner.email_verified_at !== null
  const isOwn = isProved && owner.email === contact.email.toLowerCase()
  return {
    email: contact.email,
    first_name: isOwn ? contact.first_name : null,
    hasLeft: customer_id === null,
  }
}

/** What becomes of an email about an order once it is sent: of one without an owner, who has left, nothing is kept. */
export const keepingFor = ({ customer_id }: { customer_id: string | null }): 'keep' | 'forget' =>
  customer_id === null ? 'forget' : 'keep'
