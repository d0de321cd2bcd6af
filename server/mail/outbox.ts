import { inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { mails } from '../db/schema/jobs.ts'

/** A mail ready to send, in both forms. */
export type NewMail = { to_address: string; subject: string; text: string; html: string }

const wakers = new Set<() => void>()

/**
 * Puts a mail into the outbox, in the transaction of `db` if it is one: it is sent if, and only if, what gives rise
 * to it is kept. Sending is the sender's, which hears of it at once when it runs in this process. Once it is sent it
 * is kept for a while without its text, or forgotten altogether.
 */
export async function queueMail(
  db: Db,
  mail: NewMail,
  afterwards: 'keep' | 'forget' = 'keep',
): Promise<void> {
  await db.insert(mails).values({ ...mail, is_forgotten: afterwards === 'forget' })
  for (const wake of wakers) wake()
}

/** Calls `wake` after each mail put into the outbox by this process (it may not be committed yet); gives the way out. */
export function onMailQueued(wake: () => void): () => void {
  wakers.add(wake)
  return () => wakers.delete(wake)
}

/** Removes mails of over 30 days ago, sent or given up: they name who was written to. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  await db.delete(mails).where(lt(mails.created_at, new Date(now.getTime() - 30 * 24 * 3_600_000)))
}

/** Removes, sent or not, what was addressed to one of these, and what speaks of one of these things or addresses. */
export async function purgeMails(
  db: Db,
  addresses: readonly string[],
  things: readonly string[],
): Promise<void> {
  const speaksOf = [...addresses, ...things].map(
    (word) => sql`position(${word.toLowerCase()} in lower(${mails.subject} || ${mails.text})) > 0`,
  )
  await db.delete(mails).where(or(inArray(sql`lower(${mails.to_address})`, [...addresses]), ...speaksOf))
}
