import type { Db } from '../db/db.ts'
import { count, countTogether, lower, makeLimit, namer } from '../calls/limits.ts'
import type { Services } from '../services.ts'

const mailsToOne = makeLimit({ most: 3, window: 60 * 60_000, from: 'first' })

/**
 * Emails that anybody can cause, each kind counted by itself: signing up for newsletters must not use up reset links.
 */
type MailKind =
  | 'registration'
  | 'reset'
  | 'email change'
  | 'new email'
  | 'account deletion'
  | 'order'
  | 'contact'
  | 'newsletter'

/** False if this address has had enough emails of this kind. */
export type MayMail = (db: Db, kind: MailKind, email: string) => Promise<boolean>

export const mailLimit = (services: Services): MayMail =>
  mayMailBy(services, async (db, key, now) => (await count(db, key, mailsToOne, now)).count)

const countMails = countTogether('count_mails', mailsToOne)

/** The same, outside a transaction, for calls of which many come at once. */
export const sharedMailLimit = (services: Services): MayMail => mayMailBy(services, countMails)

type Counting = (db: Db, key: string, now: Date) => Promise<number>

function mayMailBy({ config, clock }: Services, counting: Counting): MayMail {
  const keyOf = counterOf(config)
  if (!config.rateLimit) return async () => true
  return async (db, kind, email) => (await counting(db, keyOf(kind, email), clock())) <= mailsToOne.most
}

/** Takes one count back for each address that was counted outside a transaction, if nothing came of it. */
export async function forgiveMails(
  { db, config }: Pick<Services, 'db' | 'config'>,
  kind: MailKind,
  emails: readonly string[],
): Promise<void> {
  if (!config.rateLimit || emails.length === 0) return
  const keyOf = counterOf(config)
  await lower(
    db,
    emails.map((email) => keyOf(kind, email)),
  )
}

function counterOf(config: Services['config']): (kind: MailKind, email: string) => string {
  const named = namer(config)
  return (kind, email) => `mail:${kind}:${named(email)}`
}
