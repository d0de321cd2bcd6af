import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { newsletter_subscribers as subscribers } from '../db/schema/letters.ts'
import { newLinkToken } from '../auth/tokens.ts'

const day = 24 * 3_600_000
export const confirmationDays = 7

export type Subscriber = typeof subscribers.$inferSelect & { email: string }

/**
 * Puts an address on the list, to be confirmed; one that is on it keeps its tokens, so that links in earlier emails go
 * on working.
 */
export async function addSubscriber(db: Db, email: string, now: Date): Promise<Subscriber> {
  const [added] = await db
    .insert(subscribers)
    .values({ email, confirm_token: newLinkToken(), unsubscribe_token: newLinkToken(), requested_at: now })
    .onConflictDoUpdate({ target: subscribers.email, set: { requested_at: now } })
    .returning()
  if (added === undefined) throw new Error('A subscriber was neither added nor found')
  return { ...added, email }
}

/** `again` for a link opened twice; null for one that is unknown, too old, or whose reader has unsubscribed since. */
export async function confirmSubscriber(
  db: Db,
  token: string,
  now: Date,
): Promise<{ outcome: 'confirmed' | 'again'; subscriber: Subscriber } | null> {
  const [found] = await db
    .select()
    .from(subscribers)
    .where(
      and(
        eq(subscribers.confirm_token, token),
        or(
          isNotNull(subscribers.confirmed_at),
          gt(subscribers.requested_at, new Date(now.getTime() - confirmationDays * day)),
        ),
      ),
    )
    .for('update')
  if (found === undefined || found.email === null) return null
  const subscriber = { ...found, email: found.email }
  if (found.confirmed_at !== null) return { outcome: 'again', subscriber }
  await db.update(subscribers).set({ confirmed_at: now }).where(eq(subscribers.id, found.id))
  return { outcome: 'confirmed', subscriber }
}

/** Who presses twice, or again because no answer came, has left now. */
const stillNow = 3_600_000

/**
 * Forgets the address. `before` for a link that was used long ago: whoever has subscribed again since has another one, and
 * stays on the list. Null for an unknown link.
 */
export async function removeSubscriber(db: Db, token: string, now: Date): Promise<'now' | 'before' | null> {
  const [removed] = await db
    .update(subscribers)
    .set({
      email: null,
      unsubscribed_at: sql`coalesce(${subscribers.unsubscribed_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(subscribers.unsubscribe_token, token))
    .returning({ at: subscribers.unsubscribed_at })
  if (removed === undefined) return null
  const wasBefore = removed.at !== null && removed.at.getTime() < now.getTime() - stillNow
  return wasBefore ? 'before' : 'now'
}

/** Removes addresses that were never confirmed, after 30 days, and what is left of who unsubscribed, after a year. */
export async function sweepSubscribers(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day)
  const { confirmed_at, unsubscribed_at, requested_at } = subscribers
  const isWaiting = sql`${isNull(confirmed_at)} and ${isNull(unsubscribed_at)}`
  await removeInPortions(db, subscribers, sql`${isWaiting} and ${lt(requested_at, before(30))}`, closing)
  await removeInPortions(db, subscribers, lt(unsubscribed_at, before(365)), closing)
}

/** Since when an address is on the list, and whether it was confirmed; null when it is not on it. */
export async function subscriptionOf(db: Db, email: string) {
  const [found] = await db.select().from(subscribers).where(eq(subscribers.email, email))
  if (found === undefined) return null
  const { requested_at, confirmed_at } = found
  return { requested_at: requested_at.toISOString(), confirmed_at: confirmed_at?.toISOString() ?? null }
}

/** The readers of the next newsletter, the longest on the list first. */
export async function readers(db: Db) {
  const rows = await db
    .select()
    .from(subscribers)
    .where(and(isNotNull(subscribers.confirmed_at), isNotNull(subscribers.email)))
    .orderBy(asc(subscribers.confirmed_at), asc(subscribers.id))
  return rows.flatMap(({ email, confirmed_at, unsubscribe_token }) =>
    email === null || confirmed_at === null ? [] : [{ email, confirmed_at, unsubscribe_token }],
  )
}

/** Takes an address off the list, if it is on it; its links stay good for nothing, as after unsubscribing. */
export async function forgetSubscriber(db: Db, email: string, now: Date): Promise<void> {
  await db.update(subscribers).set({ email: null, unsubscribed_at: now }).where(eq(subscribers.email, email))
}

/**
 * Has the letter follow a reader to another address of theirs. If both are on the list one entry stays, preferably one
 * that was confirmed. `only`: if it is this entry, and was not confirmed since. Returns the id of what has moved.
 */
export async function moveSubscription(
  db: Db,
  from: string,
  to: string,
  now: Date,
  only?: { id: string | null; since: Date },
): Promise<string | null> {
  const [former] = await db.select().from(subscribers).where(eq(subscribers.email, from))
  if (former === undefined) return null
  const { id, confirmed_at } = former
  if (only && (id !== only.id || (confirmed_at !== null && confirmed_at > only.since))) return null
  const present = await subscriptionOf(db, to)
  const isBetter = present === null || (present.confirmed_at === null && confirmed_at !== null)
  await forgetSubscriber(db, isBetter ? to : from, now)
  if (!isBetter) return null
  await db.update(subscribers).set({ email: to }).where(eq(subscribers.id, id))
  return id
}
