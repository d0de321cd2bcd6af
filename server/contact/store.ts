import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { NewContactMessage } from '#contract/contact.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { contact_messages } from '../db/schema/letters.ts'

/** As the privacy policy promises. */
const keptFor = 2 * 365 * 24 * 3_600_000

/** Somebody who sends the same message again so soon got no answer. */
const sameFor = 10 * 60_000

/** Keeps a message, inside a transaction; false when it is kept already. */
export async function addMessage(db: Db, message: NewContactMessage, now: Date): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${message.email}`}, 0))`)
  const [same] = await db
    .select({ id: contact_messages.id })
    .from(contact_messages)
    .where(
      and(
        gt(contact_messages.created_at, new Date(now.getTime() - sameFor)),
        eq(contact_messages.email, message.email),
        eq(contact_messages.name, message.name),
        eq(contact_messages.subject, message.subject),
        eq(contact_messages.message, message.message),
      ),
    )
    .limit(1)
  if (same !== undefined) return false
  await db.insert(contact_messages).values({ ...message, created_at: now })
  return true
}

/** Messages that nobody has marked as answered, oldest first. */
export function unansweredMessages(db: Db) {
  return db
    .select()
    .from(contact_messages)
    .where(isNull(contact_messages.answered_at))
    .orderBy(asc(contact_messages.created_at), asc(contact_messages.id))
}

/** The messages whose id begins so. */
export function findMessages(db: Db, beginning: string) {
  return db
    .select()
    .from(contact_messages)
    .where(eq(sql`left(${contact_messages.id}::text, ${beginning.length}::int)`, beginning.toLowerCase()))
}

/** False when somebody has said so before. */
export async function markAnswered(db: Db, id: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(contact_messages)
    .set({ answered_at: now })
    .where(and(eq(contact_messages.id, id), isNull(contact_messages.answered_at)))
    .returning({ id: contact_messages.id })
  return marked.length === 1
}

/** Takes that back. False when nobody has said so. */
export async function markUnanswered(db: Db, id: string): Promise<boolean> {
  const marked = await db
    .update(contact_messages)
    .set({ answered_at: null })
    .where(and(eq(contact_messages.id, id), isNotNull(contact_messages.answered_at)))
    .returning({ id: contact_messages.id })
  return marked.length === 1
}

/** Removes messages of over two years ago. */
export async function sweepMessages(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  const isOld = lt(contact_messages.created_at, new Date(now.getTime() - keptFor))
  await removeInPortions(db, contact_messages, isOld, closing)
}

/** What was written under an address, oldest first. */
export async function messagesFrom(db: Db, email: string) {
  const { name, subject, message, created_at } = contact_messages
  const rows = await db
    .select({ name, subject, message, created_at })
    .from(contact_messages)
    .where(isFrom(email))
    .orderBy(asc(contact_messages.created_at))
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * Puts another address of the same person under what they wrote, or only under these of it. Returns their ids.
 * @param from in lower case, as an account has it
 */
export async function moveMessages(
  db: Db,
  from: string,
  to: string,
  only?: readonly string[],
): Promise<string[]> {
  const moved = await db
    .update(contact_messages)
    .set({ email: to })
    .where(and(isFrom(from), only && inArray(contact_messages.id, [...only])))
    .returning({ id: contact_messages.id })
  return moved.map(({ id }) => id)
}

export async function removeMessagesFrom(db: Db, email: string): Promise<void> {
  await db.delete(contact_messages).where(isFrom(email))
}

const isFrom = (email: string) => eq(sql`lower(${contact_messages.email})`, email)
