import { authTexts } from '#contract/authTexts.ts'
import type { Db } from '../db/db.ts'
import { count, lower, makeLimit, namer, raising, tooManyRequests } from '../calls/limits.ts'
import type { ApiError } from '../http/problem.ts'
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

/** False if this address has had enough emails of this kind; inside the caller's transaction. */
export type MayMail = (db: Db, kind: MailKind, email: string) => Promise<boolean>

export function mailLimit({ config, clock }: Services): MayMail {
  const keyOf = counterOf(config)
  if (!config.rateLimit) return async () => true
  return async (inside, kind, email) =>
    (await count(inside, keyOf(kind, email), mailsToOne, clock())).count <= mailsToOne.most
}

/**
 * For a caller who may know that an email was not sent. Their hour may have begun a while ago, but when, `MayMail` does
 * not say.
 */
export function tooManyMails(): ApiError {
  const now = new Date()
  return tooManyRequests(now, mailsToOne.window, now, authTexts.tooManyAttempts)
}

/**
 * For a statement that counts an email with what else it does, by `raisingMails`: under which key, or null where nothing
 * is counted, and whether the email of which this is the count may be sent.
 */
export function mailCounter({ config }: Pick<Services, 'config'>) {
  const keyOf = counterOf(config)
  return {
    keyOf: (kind: MailKind, email: string): string | null => (config.rateLimit ? keyOf(kind, email) : null),
    isAllowed: (count: number | null): boolean => count === null || count <= mailsToOne.most,
  }
}

/** The SQL of `raising` for such a statement. */
export const raisingMails = (source: string): string => raising(mailsToOne, source)

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
  return (kind, email) => `mail:${kind}:${named(mailboxOf(email))}`
}

/** Google's, where dots in a name make no difference, and two hosts are one. */
const gmail = /^(gmail|googlemail)\.com$/

/**
 * The mailbox that an address leads to, as far as can be told from it: what follows a + is for its owner to sort by, at
 * nearly every host. Otherwise one mailbox could be sent any number of emails, each under another spelling of its address.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at), email.slice(at + 1)]
  const plain = name.replace(/(?<=.)\+.*$/, '')
  return gmail.test(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}
