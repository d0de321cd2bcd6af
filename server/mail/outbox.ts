import {
  type SQL,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { mails } from '../db/schema/jobs.ts'

/** An email ready to send, in both forms. An answer to it goes to the shop, or to `reply_to`. */
export type NewMail = {
  to_address: string
  reply_to?: string | null
  subject: string
  text: string
  html: string
}

/** After so many attempts, over two days, an email stays unsent, with its last error. */
export const mostAttempts = 16

const wakers = new Set<() => void>()

/**
 * Queues an email, in the transaction of `db` if it is one: it is sent if, and only if, what causes it is committed.
 * The sender sends it, and hears of it at once when it runs in this process. Once it is sent it is kept for a while
 * without its text, or deleted altogether. What still waits for the same address with one of the subjects in `earlier`
 * is sent before, or given up, and is tried at once: after a failure that could be in eight hours.
 */
export async function queueMail(
  db: Db,
  mail: NewMail,
  afterwards: 'keep' | 'forget' = 'keep',
  earlier: readonly string[] = [],
): Promise<void> {
  const waits_for_id = earlier.length === 0 ? null : await bringForward(db, mail.to_address, earlier)
  await db.insert(mails).values({ ...mail, is_forgotten: afterwards === 'forget', waits_for_id })
  announceMail()
}

/** The newest of those emails, if any is unsent. */
async function bringForward(db: Db, to: string, subjects: readonly string[]): Promise<number | null> {
  const isOne = and(isUnsent, eq(mails.to_address, to), inArray(mails.subject, [...subjects]))
  await db
    .update(mails)
    .set({ next_attempt_at: sql`now()` })
    .where(and(isOne, gt(mails.next_attempt_at, sql`now()`), not(isInHand(null))))
  const waiting = await db.select({ id: mails.id }).from(mails).where(isOne)
  return waiting.length === 0 ? null : Math.max(...waiting.map(({ id }) => id))
}

/**
 * Withdraws the emails with one of these subjects that could not be sent until now, because they are true no longer: of
 * which an attempt has failed, also one that the desk has had tried again since, and which wait for another. One that is
 * only next in turn is sent at once, before any that is queued now; one that somebody may be sending stays as well.
 */
export async function withdrawMails(db: Db, subjects: readonly string[]): Promise<void> {
  const hasBeenHeldUp = or(gt(mails.attempts, 0), isNotNull(mails.last_error), isNotNull(mails.waits_for_id))
  await db
    .delete(mails)
    .where(and(isUnsent, hasBeenHeldUp, not(isInHand(null)), inArray(mails.subject, [...subjects])))
}

/**
 * Withdraws the emails with one of these subjects to an address that was the wrong one, or of which a later one is to be
 * queued now (once the mail server is well again they could come after that), whether or not they have been tried: one
 * that somebody may be sending stays for no longer than that.
 */
export async function withdrawMailsTo(db: Db, address: string, subjects: readonly string[]): Promise<void> {
  const these = and(isUnsent, isTo([address.toLowerCase()]), inArray(mails.subject, [...subjects]))
  // First, so that their sender can say nothing of them in between.
  await db.update(mails).set({ attempts: withdrawn }).where(these)
  await db.delete(mails).where(and(these, isWithdrawn, not(isInHand(null))))
}

/** As the attempts of one that was in hand then: if it could not be sent, it is not tried again. */
const withdrawn = mostAttempts + 1
export const isWithdrawn = eq(mails.attempts, withdrawn)

/**
 * Has the emails with one of these subjects that wait for one address go to another, as if they had not been tried yet:
 * what failed may have failed because the first was the wrong one. Only one that somebody may be sending stays.
 */
export async function readdressMails(
  db: Db,
  { from, to }: { from: string; to: string },
  subjects: readonly string[],
): Promise<void> {
  await db
    .update(mails)
    .set({ to_address: to, attempts: 0, next_attempt_at: sql`now()`, last_error: null })
    .where(and(isUnsent, isTo([from.toLowerCase()]), not(isInHand(null)), isAmong(mails.subject, subjects)))
  announceMail()
}

/** Tells the sender about an email that was queued by some other statement. */
export function announceMail(): void {
  for (const wake of wakers) wake()
}

/**
 * Calls `wake` after each email put into the outbox by this process (it may not be committed yet); returns a function
 * that ends this.
 */
export function onMailQueued(wake: () => void): () => void {
  wakers.add(wake)
  return () => wakers.delete(wake)
}

export type KeptMail = typeof mails.$inferSelect & {
  /** Somebody is sending it, or was when their server died not long ago. */
  is_in_hand: boolean
  /** Nobody tries to send it again unasked. */
  is_given_up: boolean
  /** The email that is to be sent before it. */
  held_back_by: number | null
}

/** What is in the outbox, newest first: waiting, given up, or sent and not yet forgotten. */
export function listMails(db: Db, limit: number): Promise<KeptMail[]> {
  return db.select(kept(null)).from(mails).orderBy(desc(mails.id)).limit(limit)
}

export async function findMail(db: Db, id: number): Promise<KeptMail | null> {
  const [mail] = await db.select(kept(null)).from(mails).where(eq(mails.id, id))
  return mail ?? null
}

export const isUnsent = isNull(mails.sent_at)

/** The addresses are in small letters. */
export const isTo = (addresses: readonly string[]): SQL =>
  inArray(sql`lower(${mails.to_address})`, [...addresses])

/** Here and below, null has the database's clock decide, as its senders do: this machine's may be ahead or behind. */
const time = (now: Date | null) => sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`

const isInHand = (now: Date | null) => sql<boolean>`coalesce(${mails.in_hand_until} > ${time(now)}, false)`

// By the attempts: the last one may have been cut short, and have left no error. While it lasts it may yet succeed.
const isGivenUp = (now: Date | null) =>
  sql<boolean>`(${mails.sent_at} is null and ${mails.attempts} = ${mostAttempts} and not ${isInHand(now)})`

const isInTrouble = (now: Date | null) =>
  and(isUnsent, not(isWithdrawn), or(isNotNull(mails.last_error), isGivenUp(now)))

/**
 * Whether those that wait for this email have to, as a condition in SQL: until it is sent or given up, and while the last
 * attempt at it lasts.
 * @param email what the statement calls its row
 * @param now what stands there for the time
 */
export const isAwaited = (email: string, now: string) =>
  `(${email}.sent_at is null and (${email}.attempts < ${mostAttempts} or coalesce(${email}.in_hand_until > ${now}, false)))`

/** Which email is to be sent before. */
const heldBackBy = (now: Date | null) => sql<number | null>`(
  select earlier.id from mails earlier, (select ${time(now)} as now) clock
  where earlier.id = mails.waits_for_id and ${sql.raw(isAwaited('earlier', 'clock.now'))})`

const kept = (now: Date | null) => ({
  ...getTableColumns(mails),
  held_back_by: heldBackBy(now),
  is_in_hand: isInHand(now),
  is_given_up: isGivenUp(now),
})

/** How many emails are unsent: those that will be tried, and those that were given up. */
export async function countUnsent(
  db: Db,
  now: Date | null = null,
): Promise<{ waiting: number; givenUp: number }> {
  const [counted] = await db
    .select({ all: count(), givenUp: sql<number>`count(*) filter (where ${isGivenUp(now)})`.mapWith(Number) })
    .from(mails)
    .where(isUnsent)
  const { all = 0, givenUp = 0 } = counted ?? {}
  return { waiting: all - givenUp, givenUp }
}

/** Mails that could not be sent at least once, and have not been since; oldest first. */
export function troubledMails(db: Db, now: Date | null = null): Promise<KeptMail[]> {
  return db.select(kept(now)).from(mails).where(isInTrouble(now)).orderBy(asc(mails.id))
}

/**
 * Retries an unsent email at once, even one that was given up. False if there is none such, or while somebody may be
 * sending it, to avoid sending it twice.
 */
export async function retryMail(db: Db, id: number, now: Date | null = null): Promise<boolean> {
  return (await retry(db, now, eq(mails.id, id))) === 1
}

/** The same for all that have failed. Returns how many will be tried. */
export const retryMails = (db: Db): Promise<number> => retry(db, null)

async function retry(db: Db, now: Date | null, which?: SQL): Promise<number> {
  const waiting = await db
    .update(mails)
    .set({ attempts: 0, next_attempt_at: sql`now()` })
    .where(and(which, isInTrouble(now), not(isInHand(now))))
    .returning({ id: mails.id })
  announceMail()
  return waiting.length
}

/**
 * Removes emails of over 30 days ago, sent or given up: they name their recipients. One that the desk has only just had
 * tried again is not. Those that were withdrawn go as soon as their senders have ended, where these left them behind.
 */
export async function sweepMails(db: Db, now: Date | null, closing?: AbortSignal): Promise<void> {
  const isOld = sql`${mails.created_at} < ${time(now)} - ${30 * 24} * interval '1 hour'`
  const isOver = sql`(${isNotNull(mails.sent_at)} or ${isGivenUp(now)})`
  const isLeftBehind = sql`${isUnsent} and ${isWithdrawn} and not ${isInHand(now)}`
  await removeInPortions(db, mails, sql`(${isOld} and ${isOver}) or (${isLeftBehind})`, closing)
}
