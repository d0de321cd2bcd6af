import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, refresh_tokens, sessions } from '../db/schema/customers.ts'
import { hashOfToken, newSecretToken } from './tokens.ts'
import type { SignedIn } from './tokens.ts'

const day = 24 * 3_600_000
/** A session ends after 14 days without use, and 60 days after its login whatever happens. */
const idleLifetime = 14 * day
const longestLifetime = 60 * day
/**
 * Two tabs may refresh at once, and an answer may be lost: for this long the client that lost it can still get a new
 * one.
 */
const grace = 60_000
/** Nobody signs in on more browsers; a script that does so would fill the disk. */
const mostSessions = 50
/** How many go at a time: one login takes the place of one other. */
const mostDropped = 1_000

type Exchange =
  | { outcome: 'exchanged'; who: SignedIn; refresh: string }
  /** Unknown, signed out, expired: the caller need not learn which. */
  | { outcome: 'refused' }
  | { outcome: 'blocked' }
  /** A token was used again after its owner had moved on, so somebody else has it: the session was revoked. */
  | { outcome: 'reused'; session_id: string }

/**
 * Begins a session (a family of refresh tokens) and gives its first token. Of a customer who has too many, those that
 * have ended are deleted, then those that were used longest ago.
 */
export async function beginSession(
  db: Db,
  customer_id: string,
  now: Date,
): Promise<{ who: SignedIn; refresh: string }> {
  const expires_at = new Date(now.getTime() + idleLifetime)
  const [session] = await db
    .insert(sessions)
    .values({ customer_id, created_at: now, last_used_at: now, expires_at })
    .returning({ id: sessions.id })
  if (session === undefined) throw new Error('The session was not stored')
  await dropOldest(db, customer_id, session.id, now)
  const refresh = await issue(db, session.id, null, now)
  return { who: { customer_id, session_id: session.id }, refresh }
}

async function dropOldest(db: Db, customer_id: string, begun: string, now: Date): Promise<void> {
  const isAlive = sql`(${and(isNull(sessions.revoked_at), gt(sessions.expires_at, now))})`
  const tooMany = db
    .select({ id: sessions.id })
    .from(sessions)
    // By a clock that was set back, the one just begun may be the oldest.
    .where(and(eq(sessions.customer_id, customer_id), ne(sessions.id, begun)))
    .orderBy(desc(isAlive), desc(sessions.last_used_at), desc(sessions.id))
    .offset(mostSessions - 1)
    .limit(mostDropped)
  // Of several logins at once none waits for what another deletes: each might wait for the other.
  const dropped = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, tooMany))
    .for('update', { skipLocked: true })
  await db.delete(sessions).where(inArray(sessions.id, dropped))
}

/**
 * Exchanges a refresh token for its successor. The rule: a token may be exchanged again until its successor was used,
 * and for 60 s after. Successors issued within 60 s of each other (two tabs at once) are all good; of those further
 * apart, the first that is used retires the others. A token retired more than 60 s ago revokes the session.
 * @param admit asked before a session is given one more token; where it refuses, nothing is changed
 */
export function exchangeRefresh(
  db: Db,
  token: string,
  now: Date,
  admit: (inside: Db, session_id: string) => Promise<void>,
): Promise<Exchange> {
  return transaction(db, async (inside) => {
    const held = await lockFamily(inside, token)
    if (held === null) return { outcome: 'refused' }
    const { session, is_blocked, ...presented } = held
    if (session.revoked_at !== null || session.expires_at <= now) return { outcome: 'refused' }
    if (presented.superseded_at !== null && now.getTime() - presented.superseded_at.getTime() > grace) {
      await inside.update(sessions).set({ revoked_at: now }).where(eq(sessions.id, session.id))
      return { outcome: 'reused', session_id: session.id }
    }
    if (is_blocked) return { outcome: 'blocked' }
    await admit(inside, session.id)
    if (presented.used_at === null) await retireOlder(inside, presented, now)
    await inside
      .update(sessions)
      .set({ last_used_at: now, expires_at: expiryOf(session.created_at, now) })
      .where(eq(sessions.id, session.id))
    const refresh = await issue(inside, session.id, presented.id, now)
    return {
      outcome: 'exchanged',
      who: { customer_id: session.customer_id, session_id: session.id },
      refresh,
    }
  })
}

/** Ends the session that a refresh token belongs to, whichever of its tokens it is; an unknown one ends nothing. */
export async function endSessionOf(db: Db, token: string, now: Date): Promise<void> {
  const family = db
    .select({ id: refresh_tokens.session_id })
    .from(refresh_tokens)
    .where(eq(refresh_tokens.token_hash, hashOfToken(token)))
  await db
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(inArray(sessions.id, family), isNull(sessions.revoked_at)))
}

/** The token with its session, which is locked: exchanges of one family go one after another. */
async function lockFamily(db: Db, token: string) {
  const [row] = await db
    .select({ token: refresh_tokens, session: sessions, blocked_at: customers.blocked_at })
    .from(refresh_tokens)
    .innerJoin(sessions, eq(sessions.id, refresh_tokens.session_id))
    .innerJoin(customers, eq(customers.id, sessions.customer_id))
    .where(eq(refresh_tokens.token_hash, hashOfToken(token)))
    .for('update', { of: sessions })
  if (row === undefined) return null
  // Read again: while the lock was waited for, a sibling may have retired this token.
  const [current] = await db.select().from(refresh_tokens).where(eq(refresh_tokens.id, row.token.id))
  return current === undefined
    ? null
    : { ...current, session: row.session, is_blocked: row.blocked_at !== null }
}

type StoredToken = typeof refresh_tokens.$inferSelect

/** The first use of a token: what it came from is done with, and so are siblings that were not issued with it. */
async function retireOlder(db: Db, { id, parent_id, issued_at }: StoredToken, now: Date): Promise<void> {
  await db.update(refresh_tokens).set({ used_at: now }).where(eq(refresh_tokens.id, id))
  if (parent_id === null) return
  await db
    .update(refresh_tokens)
    .set({ superseded_at: now })
    .where(
      and(
        isNull(refresh_tokens.superseded_at),
        or(
          eq(refresh_tokens.id, parent_id),
          and(
            eq(refresh_tokens.parent_id, parent_id),
            ne(refresh_tokens.id, id),
            isNull(refresh_tokens.used_at),
            or(
              lt(refresh_tokens.issued_at, new Date(issued_at.getTime() - grace)),
              gt(refresh_tokens.issued_at, new Date(issued_at.getTime() + grace)),
            ),
          ),
        ),
      ),
    )
}

async function issue(db: Db, session_id: string, parent_id: string | null, now: Date): Promise<string> {
  const token = newSecretToken()
  await db
    .insert(refresh_tokens)
    .values({ session_id, parent_id, token_hash: hashOfToken(token), issued_at: now })
  return token
}

const expiryOf = (created_at: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + idleLifetime, created_at.getTime() + longestLifetime))
