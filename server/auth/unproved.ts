import { eq } from 'drizzle-orm'
import { removeAddresses } from '../addresses/store.ts'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import type { KeptCard } from '../payments/port.ts'
import { removeCards } from '../payments/savedCards.ts'

/**
 * Takes out of an account what was saved there before anybody had proved its address, for the moment in which its owner
 * does: whoever had signed up with it may have been a stranger, to whom the owner's first parcel would go. Of those who
 * were the owner all along it asks to type an address again. Cart and wishlist stay: they are looked at before they
 * cost anything. Gives the cards, for the gateway to forget once this is committed.
 */
export async function clearUnproved(inside: Db, customer_id: string): Promise<KeptCard[]> {
  await inside.update(customers).set({ contact_no: '' }).where(eq(customers.id, customer_id))
  await removeAddresses(inside, customer_id)
  return removeCards(inside, customer_id)
}
