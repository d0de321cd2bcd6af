import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Profile, Registration } from '#contract/auth.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { together } from '../db/together.ts'
import { customers, email_tokens, handovers, refresh_tokens, sessions } from '../db/schema/customers.ts'
import type { Recipient } from '../mail/recipient.ts'
import { hashOfToken } from './tokens.ts'
import type { SignedIn } from './tokens.ts'

const hour = 3_600_000
const day = 24 * hour

export type Customer = Pick<
  typeof customers.$inferSelect,
  'id' | 'email' | 'first_name' | 'last_name' | 'password_hash' | 'email_verified_at' | 'blocked_at'
>
const customerColumns = {
  id: customers.id,
  email: customers.email,
  first_name: customers.first_name,
  last_name: customers.last_name,
  password_hash: customers.password_hash,
  email_verified_at: customers.email_verified_at,
  blocked_at: customers.blocked_at,
}

// Runs with every call by a signed-in customer. `offset 0` makes the planner look each one up by index, however few
// there are now.
const aliveSession = together<SignedIn & { now: Date }, { nth: number }>(
  'alive_session',
  `select asked.nth
  from json_to_recordset($1::json) as asked(nth int, session_id uuid, customer_id uuid, now timestamptz)
  where exists (select 1 from sessions s where s.id = asked.session_id and s.customer_id = asked.customer_id
      and s.revoked_at is null and s.expires_at > asked.now offset 0)
    and exists (select 1 from customers c where c.id = asked.customer_id and c.blocked_at is null offset 0)`,
)

/** True while the session is this customer's, neither revoked nor run out, and the customer is not blocked. */
export async function isSessionAlive(db: Db, who: SignedIn, now: Date): Promise<boolean> {
  return (await aliveSession(db, { ...who, now })) !== null
}

/** A customer as mails are addressed to them. */
export const addressee = ({
  email,
  first_name,
  email_verified_at,
}: Pick<Customer, 'email' | 'first_name' | 'email_verified_at'>): Recipient => ({
  email,
  first_name: email_verified_at === null ? null : first_name,
})

/** @param email in lower case, as the contract's schemas give it */
export async function findByEmail(db: Db, email: string): Promise<Customer | null> {
  const [found] = await db.select(customerColumns).from(customers).where(eq(customers.email, email))
  return found ?? null
}

/** The customer who has this address, locked until the end of the transaction: it stays theirs for as long. */
export async function holdByEmail(db: Db, email: string): Promise<Customer | null> {
  const [found] = await db
    .select(customerColumns)
    .from(customers)
    .where(eq(customers.email, email))
    .for('no key update')
  return found ?? null
}

export async function findById(db: Db, id: string): Promise<Customer | null> {
  const [found] = await db.select(customerColumns).from(customers).where(eq(customers.id, id))
  return found ?? null
}

/** An account's address, and when the account was made, its terms agreed to and the address proved. */
export async function findDates(db: Db, id: string) {
  const { email, created_at, agreed_at, email_verified_at } = customers
  const [found] = await db
    .select({ email, created_at, agreed_at, email_verified_at })
    .from(customers)
    .where(eq(customers.id, id))
  return found ?? null
}

/** The customer as they are now, locked until the end of the transaction: nobody changes them meanwhile. */
export async function holdCustomer(db: Db, id: string): Promise<Customer | null> {
  const [found] = await db.select(customerColumns).from(customers).where(eq(customers.id, id)).for('share')
  return found ?? null
}

/** A customer's sessions on whichever browsers, the newest first; what can be used is in none of them. */
export async function listSessions(db: Db, customer_id: string) {
  const { created_at, last_used_at, expires_at, revoked_at } = sessions
  const rows = await db
    .select({ created_at, last_used_at, expires_at, revoked_at })
    .from(sessions)
    .where(eq(sessions.customer_id, customer_id))
    .orderBy(desc(sessions.created_at))
  return rows.map((row) => ({
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }))
}

/**
 * Ends the third-party logins of a customer that have still to become sessions. They count as used: an answer of a
 * provider whose row is gone could be taken twice.
 */
export async function dropHandovers(db: Db, customer_id: string, now: Date): Promise<void> {
  await db
    .update(handovers)
    .set({ used_at: now })
    .where(and(eq(handovers.customer_id, customer_id), isNull(handovers.used_at)))
}

/** Ends a customer's sessions, or those of them for which `where` holds. Returns their ids. */
export async function endSessions(db: Db, customer_id: string, now: Date, where?: SQL): Promise<string[]> {
  const ended = await db
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.customer_id, customer_id), isNull(sessions.revoked_at), where))
    .returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}

/** The links mailed to a customer for this purpose that were neither used nor dropped; they may have run out. */
export const unusedLinks = (customer_id: string, purpose: string) =>
  and(
    eq(email_tokens.customer_id, customer_id),
    eq(email_tokens.purpose, purpose),
    isNull(email_tokens.used_at),
  )

/**
 * Makes them worth nothing: of which is older, a clock that was set back tells nothing. Returns what their rows remember.
 */
export async function dropLinks(db: Db, customer_id: string, purpose: string, now: Date): Promise<unknown[]> {
  const dropped = await db
    .update(email_tokens)
    .set({ used_at: now })
    .where(unusedLinks(customer_id, purpose))
    .returning({ payload: email_tokens.payload })
  return dropped.map(({ payload }) => payload)
}

/** Locks a customer for deletion: nobody adds anything of theirs meanwhile. False if they have changed. */
export async function holdToDelete(db: Db, { id, email, password_hash }: Customer): Promise<boolean> {
  const held = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.id, id),
        eq(customers.email, email),
        password_hash === null ? isNull(customers.password_hash) : eq(customers.password_hash, password_hash),
      ),
    )
    .for('update')
  return held.length === 1
}

/** Deletes a customer and everything that is theirs alone. Orders and payments stay, without an owner. */
export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await db.delete(customers).where(eq(customers.id, id))
}

/** Null when the address has an account already; that one is left as it is. */
export async function addCustomer(
  db: Db,
  { first_name, last_name, email, contact_no }: Registration,
  password_hash: string,
  now: Date,
): Promise<Customer | null> {
  const [added] = await db
    .insert(customers)
    .values({ first_name, last_name, email, contact_no, password_hash, agreed_at: now, created_at: now })
    .onConflictDoNothing({ target: customers.email })
    .returning(customerColumns)
  return added ?? null
}

/** Null when the customer has just been deleted. */
export async function readProfile(
  db: Db,
  customer_id: string,
): Promise<Omit<Profile, 'pending_email'> | null> {
  const [found] = await db
    .select({
      first_name: customers.first_name,
      last_name: customers.last_name,
      email: customers.email,
      contact_no: customers.contact_no,
      last_password_change: customers.last_password_change,
      email_verified_at: customers.email_verified_at,
      has_password: sql<boolean>`${customers.password_hash} is not null`,
    })
    .from(customers)
    .where(eq(customers.id, customer_id))
  if (found === undefined) return null
  const { last_password_change, email_verified_at } = found
  return {
    ...found,
    last_password_change: last_password_change?.toISOString() ?? null,
    email_verified_at: email_verified_at?.toISOString() ?? null,
  }
}

/** Removes what sessions and mailed links leave behind once they can no longer be used by anybody. */
export async function sweepAccounts(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * day)
  const remove = (table: PgTable, condition: SQL) => removeInPortions(db, table, condition, closing)
  for (const hasEnded of [lt(sessions.expires_at, now), lt(sessions.revoked_at, longAgo)]) {
    // A session may have any number of tokens, which a single statement would all delete with it.
    const ended = db.select({ id: sessions.id }).from(sessions).where(hasEnded)
    await remove(refresh_tokens, inArray(refresh_tokens.session_id, ended))
    await remove(sessions, hasEnded)
  }
  // What was retired this long ago would be refused as unknown instead of as reused: it revokes nothing, nor admits.
  await remove(refresh_tokens, lt(refresh_tokens.superseded_at, longAgo))
  await remove(email_tokens, lt(email_tokens.expires_at, longAgo))
  // Long after the sealed cookie of its attempt has run out, too.
  await remove(handovers, lt(handovers.expires_at, new Date(now.getTime() - hour)))
}

/**
 * Removes the links that were mailed to an address, or for it, which is no account's. None of them is good any more,
 * except where it was an account's not long ago: whoever wants it forgotten does not want that back.
 */
export async function forgetLinksTo(db: Db, email: string): Promise<void> {
  const named = sql`select from jsonb_each_text(${email_tokens.payload}) named where named.value = ${email}`
  await db.delete(email_tokens).where(sql`exists (${named})`)
}

/** Keeps the token of a mailed link that proves the customer's present address. */
export async function addVerification(
  db: Db,
  { id, email }: Pick<Customer, 'id' | 'email'>,
  token: string,
  expires_at: Date,
): Promise<void> {
  await db.insert(email_tokens).values({
    customer_id: id,
    purpose: 'verify_email',
    token_hash: hashOfToken(token),
    payload: { email },
    expires_at,
  })
}

/**
 * Marks the address to which the token was emailed as verified. True also if it was before: a link opened twice, or by
 * an email program ahead of its reader, is no error. False for a token that is unknown, too old, or for an address that
 * the customer has since changed.
 */
export async function verifyEmail(db: Db, token: string, now: Date): Promise<boolean> {
  const verified = await db
    .update(customers)
    .set({
      email_verified_at: sql`coalesce(${customers.email_verified_at}, ${now.toISOString()}::timestamptz)`,
    })
    .from(email_tokens)
    .where(
      and(
        eq(email_tokens.token_hash, hashOfToken(token)),
        eq(email_tokens.purpose, 'verify_email'),
        gt(email_tokens.expires_at, now),
        eq(customers.id, email_tokens.customer_id),
        eq(customers.email, sql`${email_tokens.payload} ->> 'email'`),
      ),
    )
    .returning({ id: customers.id })
  return verified.length === 1
}
