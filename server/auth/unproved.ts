import { eq } from 'drizzle-orm'
import { removeAddresses } from '../addresses/store.ts'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import type { KeptCard } from '../payments/port.ts'
import { removeCards } from '../payments/savedCards.ts'

const nameless = { first_name: '', last_name: '' }

/**
 * Takes out of an account what was saved there before anybody had proved its address, for the moment in which its owner
 * does: whoever had signed up with it may have been a stranger, to whom the owner's first parcel would go, and whose
 * words every mail would begin with. Of those who were the owner all along it asks to type an address again, and their
 * name, where `names` does not say it. Cart and wishlist stay: they are looked at before they cost anything. Gives the
 * cards, for the gateway to forget once this is committed.
 */
export async function clearUnproved(
  inside: Db,
  customer_id: string,
  now: Date,
  names: typeof nameless = nameless,
): Promise<KeptCard[]> {
  const { first_name, last_name } = names
  await inside
    .update(customers)
    .set({ first_name, last_name, contact_no: '' })
    .where(eq(customers.id, customer_id))
  await removeAddresses(inside, customer_id)
  return removeCards(inside, customer_id, now)
}
