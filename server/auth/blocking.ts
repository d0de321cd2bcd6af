import { eq } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { emailChangePurpose } from './emailChange.ts'
import { dropLinks, endSessions } from './store.ts'

/**
 * Blocks a customer: nobody can log in to the account, all its sessions end now, and so does a change of its address that
 * waits to be confirmed. Returns how many sessions did.
 * @throws {ApiError} 404, 409 when it is shut already
 */
export function blockCustomer(db: Db, email: string, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const id = await hold(tx, email, (isBlocked) => !isBlocked, 'is blocked already')
    await tx.update(customers).set({ blocked_at: now }).where(eq(customers.id, id))
    const ended = await endSessions(tx, id, now)
    await dropLinks(tx, id, emailChangePurpose, now)
    return ended.length
  })
}

/** Lets a customer log in again. @throws {ApiError} 404, 409 when nothing keeps them out */
export function unblockCustomer(db: Db, email: string): Promise<void> {
  return transaction(db, async (tx) => {
    const id = await hold(tx, email, (isBlocked) => isBlocked, 'is not blocked')
    await tx.update(customers).set({ blocked_at: null }).where(eq(customers.id, id))
  })
}

async function hold(
  db: Db,
  email: string,
  isRight: (isBlocked: boolean) => boolean,
  refusal: string,
): Promise<string> {
  // A login locks the customer too, so that no session begins unseen.
  const [found] = await db
    .select({ id: customers.id, blocked_at: customers.blocked_at })
    .from(customers)
    .where(eq(customers.email, email))
    .for('update')
  if (found === undefined) throw notFound(`There is no customer with the address ${email}.`)
  if (!isRight(found.blocked_at !== null)) throw new ApiError(409, 'conflict', `${email} ${refusal}.`)
  return found.id
}
