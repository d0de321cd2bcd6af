import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { customers, sessions } from '../db/schema/customers.ts'
import type { SignedIn } from './tokens.ts'

/** True while the session is this customer's, neither revoked nor run out, and the customer is not blocked. */
export async function isSessionAlive(db: Db, { session_id, customer_id }: SignedIn, now: Date): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customer_id))
    .where(
      and(
        eq(sessions.id, session_id),
        eq(sessions.customer_id, customer_id),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, now),
        isNull(customers.blocked_at),
      ),
    )
  return found.length === 1
}
