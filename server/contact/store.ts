import { lt } from 'drizzle-orm'
import type { NewContactMessage } from '#contract/contact.ts'
import type { Db } from '../db/db.ts'
import { contact_messages } from '../db/schema/letters.ts'

/** As the privacy policy promises. */
const keptFor = 2 * 365 * 24 * 3_600_000

export async function addMessage(db: Db, message: NewContactMessage, now: Date): Promise<void> {
  await db.insert(contact_messages).values({ ...message, created_at: now })
}

/** Removes messages of over two years ago. */
export async function sweepMessages(db: Db, now: Date): Promise<void> {
  await db.delete(contact_messages).where(lt(contact_messages.created_at, new Date(now.getTime() - keptFor)))
}
