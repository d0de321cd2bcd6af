import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { email_tokens, sessions } from '../db/schema/customers.ts'
import { emailChangePurpose } from './emailChange.ts'
import { resetPurpose } from './resets.ts'

/**
 * In a shop that is being restored: ends all sessions, and makes links that set a password or an address worth nothing.
 * Which of them were ended or used since the backup, perhaps because somebody else had them, it no longer knows. Links
 * that prove an address or give an account back to its owner stay good.
 */
export async function logEverybodyOut(db: Db): Promise<void> {
  await db
    .update(sessions)
    .set({ revoked_at: sql`now()` })
    .where(isNull(sessions.revoked_at))
  const { purpose, used_at } = email_tokens
  await db
    .update(email_tokens)
    .set({ used_at: sql`now()` })
    .where(and(isNull(used_at), inArray(purpose, [resetPurpose, emailChangePurpose])))
}
