import { findById } from '../auth/store.ts'
import type { Db } from '../db/db.ts'
import type { MayMail } from '../mail/limits.ts'
import type { Recipient } from '../mail/recipient.ts'

/**
 * Who gets an email about an order that its customer caused. Anybody's address can be typed at checkout and at sign-up,
 * so to an address that the account has not proved the shop sends only so many emails, and nothing that was typed.
 * After that it writes to the account's own address, and to nobody if that is not proved either and has had as many.
 * Also returns the addresses that were counted for it.
 */
export async function recipientOf(
  db: Db,
  mayMail: MayMail,
  contact: Recipient,
  account: { email: string; is_proved: boolean },
): Promise<{ recipient: Recipient | null; counted: readonly string[] }> {
  const { email, is_proved } = account
  const typed = contact.email.toLowerCase()
  const others = typed === email ? [] : [typed]
  if (others.length > 0 && (await mayMail(db, 'order', typed))) {
    return { recipient: { email: contact.email, first_name: null }, counted: others }
  }
  if (is_proved) return { recipient: { email, first_name: contact.first_name }, counted: others }
  const isAllowed = await mayMail(db, 'order', email)
  return { recipient: isAllowed ? { email, first_name: null } : null, counted: [...others, email] }
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
  return { email: contact.email, first_name: isOwn ? contact.first_name : null }
}

/** What becomes of an email about an order once it is sent: of one without an owner, who has left, nothing is kept. */
export const keepingFor = ({ customer_id }: { customer_id: string | null }): 'keep' | 'forget' =>
  customer_id === null ? 'forget' : 'keep'
