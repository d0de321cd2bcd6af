import type { Contact } from '#contract/checkout.ts'
import type { Limits } from '../auth/limits.ts'
import type { Db } from '../db/db.ts'
import type { Recipient } from '../mail/recipient.ts'

/**
 * Whom a mail about an order goes to that its customer caused. Anybody's address can be typed at checkout and at sign-up,
 * so to one that the account has not proved the shop does not write without end, nor anything that was typed: after so
 * many it writes to the account's own, and to nobody where that one is not proved either and has had as many.
 */
export async function recipientOf(
  db: Db,
  mayMail: Limits['mayMail'],
  contact: Contact,
  account: { email: string; is_proved: boolean },
): Promise<Recipient | null> {
  const typed = contact.email.toLowerCase()
  const isOwn = typed === account.email
  if (!isOwn && (await mayMail(db, 'order', typed))) return { email: contact.email, first_name: null }
  const { email, is_proved } = account
  if (is_proved) return { email, first_name: contact.first_name }
  return (await mayMail(db, 'order', email)) ? { email, first_name: null } : null
}
