import { eq } from 'drizzle-orm'
import { removeAddresses } from '../addresses/store.ts'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import { hideRecipients } from '../orders/store.ts'
import type { KeptCard } from '../payments/port.ts'
import { removeCards } from '../payments/savedCards.ts'

const nameless = { first_name: '', last_name: '' }

/**
 * Removes what was saved in an account before anybody had proved its address, at the moment when its owner does:
 * whoever signed up with it may have been a stranger, to whom the owner's first parcel would go, and whose words every
 * email would begin with. If it was the owner all along, this only costs them typing an address again, and their name
 * where `names` does not give it. Cart and wishlist stay: the owner sees them before they cost anything.
 *
 * Orders stay, too, but no longer say whom they are for: whoever had mistyped their address would give away their own
 * name, street and number. They can still be cancelled, because nearly always it was the owner all along, who has a
 * right to, and the money goes back to whoever paid. Reviews stay, because they were written for everybody, by a buyer.
 *
 * The same goes for an account that was in other hands `since` then, and is taken back. Of an address that was there
 * before nothing tells whether it still says the same; orders of before are their owner's own.
 *
 * An order that is being paid for just now is not among them yet, and will say whom it is for.
 *
 * Returns the cards, for the gateway to forget once this is committed.
 */
export async function clearUnproved(
  inside: Db,
  customer_id: string,
  now: Date,
  { names = nameless, since }: { names?: typeof nameless; since?: Date } = {},
): Promise<KeptCard[]> {
  const { first_name, last_name } = names
  await inside
    .update(customers)
    .set({ first_name, last_name, contact_no: '' })
    .where(eq(customers.id, customer_id))
  await removeAddresses(inside, customer_id)
  await hideRecipients(inside, customer_id, since)
  return removeCards(inside, customer_id, now)
}
