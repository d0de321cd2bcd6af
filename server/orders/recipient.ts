import type { Contact } from '#contract/checkout.ts'
import type { Limits } from '../auth/limits.ts'
import type { Db } from '../db/db.ts'

/**
 * Whom a mail about an order goes to that its customer caused. Anybody's address can be typed at checkout, so the shop
 * does not write to a stranger's without end: after so many it writes to the account's own.
 */
export async function recipientOf(
  db: Db,
  mayMail: Limits['mayMail'],
  contact: Contact,
  account: Pick<Contact, 'email'>,
): Promise<Contact> {
  const to = contact.email.toLowerCase()
  const mayBeTold = to === account.email || (await mayMail(db, 'order', to))
  return mayBeTold ? contact : { ...contact, email: account.email }
}
