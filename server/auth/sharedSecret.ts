import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { settings } from '../db/schema/catalogue.ts'
import { derivedKey } from '../derivedKey.ts'

/** Under which the settings have the sign of the secret. */
export const secretKey = 'session_secret_sign'

/** Two bytes tell two secrets apart, and who reads the database learns too little to know a guess for right by them. */
const signOf = (secret: string): string =>
  Buffer.from(derivedKey(secret, 'comparison of secrets').subarray(0, 2)).toString('hex')

/**
 * Whether the server that was started last on this database had another secret than this one, which is compared with the
 * next.
 */
export async function isAnotherSecret(db: Db, secret: string): Promise<boolean> {
  const value = signOf(secret)
  const first = await db.insert(settings).values({ key: secretKey, value }).onConflictDoNothing().returning()
  if (first.length > 0) return false
  // Of several that start at once, each looks at what the one before it has left.
  const changed = await db
    .update(settings)
    .set({ value })
    .where(and(eq(settings.key, secretKey), ne(settings.value, value)))
    .returning()
  return changed.length > 0
}
