import { and, eq, exists, inArray, isNull, lt, not } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, identities, saved_cards, sessions } from '../db/schema/customers.ts'
import { orders, payment_attempts } from '../db/schema/orders.ts'
import { purgeMailsToUnproved } from '../mail/purge.ts'
import { removeCards } from '../payments/savedCards.ts'
import { removeReviewsBy } from '../reviews/store.ts'

/** As the privacy policy says: long after everything that was mailed to prove the address has run out. */
const keptFor = 180 * 24 * 3_600_000
/** How many are removed in one transaction, so that nobody waits long for it. */
const most = 100

/**
 * Removes accounts whose address was never proved half a year after they were made, unless somebody is signed in, has
 * ordered or tried to, or has another way to log in: such an address may be mistyped, or somebody else's. Accounts that
 * the shop has blocked stay, or they could be created again. Works in batches, until none is left or `closing` aborts.
 */
export async function sweepUnconfirmed(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  let removed = most
  while (removed === most && closing?.aborted !== true) removed = await removeSome(db, now)
}

function removeSome(db: Db, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const none = (table: typeof orders | typeof payment_attempts | typeof identities | typeof sessions) =>
      not(exists(tx.select({ id: table.id }).from(table).where(eq(table.customer_id, customers.id))))
    const isOver = and(
      isNull(customers.email_verified_at),
      isNull(customers.blocked_at),
      lt(customers.created_at, new Date(now.getTime() - keptFor)),
      none(sessions),
      none(identities),
      none(orders),
      none(payment_attempts),
    )
    // A row that is locked because somebody is confirming or signing in just now is left for another time.
    const held = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(isOver)
      .limit(most)
      .for('update', { skipLocked: true })
    const ids = held.map(({ id }) => id)
    // Checked again now that the rows are locked: the first statement did not see what was committed while it ran.
    const over = await tx
      .select({ id: customers.id, email: customers.email })
      .from(customers)
      .where(and(inArray(customers.id, ids), isOver))
    const gone = over.map(({ id }) => id)
    // The payment provider is to forget them too, which is done by what is noted.
    const withCards = await tx
      .selectDistinct({ id: saved_cards.customer_id })
      .from(saved_cards)
      .where(inArray(saved_cards.customer_id, gone))
    for (const { id } of withCards) await removeCards(tx, id, now)
    // Of a piece whose order has left the books since.
    await removeReviewsBy(tx, gone)
    await purgeMailsToUnproved(
      tx,
      over.map(({ email }) => email),
    )
    await tx.delete(customers).where(inArray(customers.id, gone))
    return gone.length
  })
}
