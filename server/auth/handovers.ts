import { and, eq, gt, isNull } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { handovers } from '../db/schema/customers.ts'
import { findLinked } from './identities.ts'
import type { ProvenPerson } from './provider.ts'
import { holdCustomer } from './store.ts'
import { hashOfToken, newSecretToken } from './tokens.ts'

/** How long the shop's page has to take up the session, in milliseconds. */
export const handoverLifetime = 2 * 60_000

/** The code that the page is given, and what its browser keeps beside it; each is worth nothing without the other. */
type Given = { code: string; browser: string }

type Arrived = { customer_id: string; person: Pick<ProvenPerson, 'issuer' | 'subject'>; state: string }

/** Null when an answer with this state has been taken before, or the customer is no longer this person's. */
export async function addHandover(
  db: Db,
  { customer_id, person, state }: Arrived,
  now: Date,
): Promise<Given | null> {
  const given = { code: newSecretToken(), browser: newSecretToken() }
  const added = await transaction(db, async (inside) => {
    // Held: who takes the account back ends what is linked and handed over by then, or is waited for.
    await holdCustomer(inside, customer_id)
    const linked = await findLinked(inside, person)
    if (linked?.customer_id !== customer_id || linked.isRefused) return []
    return inside
      .insert(handovers)
      .values({
        customer_id,
        state_hash: hashOfToken(state),
        code_hash: hashOfToken(given.code),
        browser_hash: hashOfToken(given.browser),
        expires_at: new Date(now.getTime() + handoverLifetime),
      })
      .onConflictDoNothing({ target: handovers.state_hash })
      .returning({ id: handovers.id })
  })
  return added.length === 1 ? given : null
}

/** The customer whose session it is to be; null for a code that is unknown, used, too old, or another browser's. */
export async function useHandover(db: Db, { code, browser }: Given, now: Date): Promise<string | null> {
  const [used] = await db
    .update(handovers)
    .set({ used_at: now })
    .where(
      and(
        eq(handovers.code_hash, hashOfToken(code)),
        eq(handovers.browser_hash, hashOfToken(browser)),
        isNull(handovers.used_at),
        gt(handovers.expires_at, now),
      ),
    )
    .returning({ customer_id: handovers.customer_id })
  return used?.customer_id ?? null
}
