import { lt } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { mails } from '../db/schema/jobs.ts'

/** A mail ready to send, in both forms. */
export type NewMail = { to_address: string; subject: string; text: string; html: string }

const wakers = new Set<() => void>()

/**
 * Puts a mail into the outbox, in the transaction of `db` if it is one: it is sent if, and only if, what gives rise
 * to it is kept. Sending is the sender's, which hears of it at once when it runs in this process.
 */
export async function queueMail(db: Db, mail: NewMail): Promise<void> {
  await db.insert(mails).values(mail)
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
