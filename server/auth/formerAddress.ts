import { and, eq, exists, gt, isNull, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { wayBackDays } from '#contract/mailedLinks.ts'
import { moveMessages } from '../contact/store.ts'
import type { Db } from '../db/db.ts'
import { customers, email_tokens, identities, sessions } from '../db/schema/customers.ts'
import { emailChangedMail } from '../mail/accountMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import { forgetMailsTo } from '../mail/purge.ts'
import type { RemovedMail } from '../mail/purge.ts'
import { moveSubscription } from '../newsletter/store.ts'
import type { AuthServices } from './accounts.ts'
import { addressee, dropHandovers, dropLinks, endSessions, unusedLinks } from './store.ts'
import type { Customer } from './store.ts'
import { hashOfToken, newLinkToken } from './tokens.ts'

const day = 24 * 3_600_000

/** Of a link that gives an account back to its former address, with a new password. */
export const wayBack = 'way_back'

/** What followed an account to its next address: of what is kept there later only this is the account's own. */
const Along = v.object({
  // The first tokens of this kind, the last of which expire on 10 December 2026, name neither.
  messages: v.optional(v.array(v.string()), []),
  subscription: v.optional(v.nullable(v.string()), null),
  // The third-party logins that were linked by then: of which is older, a clock that was set back tells nothing. For the
  // tokens of the version before, which name none, it has to; the last of them expire on 14 December 2026.
  identities: v.optional(v.array(v.string()), []),
})
type Along = v.InferOutput<typeof Along>

const isGood = (customer_id: string, now: Date) =>
  and(unusedLinks(customer_id, wayBack), gt(email_tokens.expires_at, now))

const formerEmail = sql<string>`${email_tokens.payload} ->> 'email'`

/** A good way back to an address other than this one. */
const isAnothers = (customer_id: string, email: string, now: Date) =>
  and(isGood(customer_id, now), ne(formerEmail, email))

/**
 * When the address was left for the first time of which it has a good way back: it may have had the account again since,
 * with a password that was chosen by another. Tokens of the version before, of which the last expire on 14 December 2026,
 * do not name it.
 */
const firstLeft = sql`coalesce((${email_tokens.payload} ->> 'first_left')::timestamptz, ${email_tokens.created_at})`

/**
 * The token of a link by which whoever reads the address that an account is leaving can take it back. Null while an
 * earlier address has one: a thief who changes the address twice must not get a way back to the first of theirs.
 */
export async function addWayBack(
  db: Db,
  { id: customer_id, email }: Pick<Customer, 'id' | 'email'>,
  along: Along,
  now: Date,
): Promise<string | null> {
  const [good] = await db
    .select({ email: formerEmail, first_left: sql<string>`to_json(${firstLeft})` })
    .from(email_tokens)
    .where(isGood(customer_id, now))
  if (good !== undefined && good.email !== email) return null
  await dropLinks(db, customer_id, wayBack, now)
  const token = newLinkToken()
  const first_left = good?.first_left ?? now.toISOString()
  await db.insert(email_tokens).values({
    customer_id,
    purpose: wayBack,
    token_hash: hashOfToken(token),
    payload: { email, first_left, ...along },
    created_at: now,
    expires_at: new Date(now.getTime() + wayBackDays * day),
  })
  return token
}

/** The addresses that the account has left and a link gives back, or did until it ran out not long ago. */
export async function formerEmails(db: Db, { id, email }: Pick<Customer, 'id' | 'email'>): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: formerEmail })
    .from(email_tokens)
    .where(and(unusedLinks(id, wayBack), ne(formerEmail, email)))
  return rows.map((row) => row.email)
}

/** What was refused is not linked, and stays refused. */
const isLinked = (customer_id: string) =>
  and(eq(identities.customer_id, customer_id), isNull(identities.refused_at))

/**
 * Ends, while an earlier address can take the account back, the third-party logins that were linked since it was left:
 * whoever had the address in between would keep theirs, though the owner has put another in its place by hand. Of the
 * sessions begun since, nothing tells which were begun by one: where any was linked, all of them end. Where none was, they
 * were begun by what stays good, such as the password: whoever has that would only log in again.
 */
export async function endLinkedMeanwhile(
  db: Db,
  { id: customer_id, email }: Pick<Customer, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const isFromBefore = sql`coalesce(${email_tokens.payload} -> 'identities' ? ${identities.id}::text,
    ${identities.created_at} < ${email_tokens.created_at})`
  const since = db
    .select({ one: sql`1` })
    .from(email_tokens)
    .where(and(isAnothers(customer_id, email, now), sql`not ${isFromBefore}`))
  const ended = await db
    .delete(identities)
    .where(and(isLinked(customer_id), exists(since)))
    .returning({ id: identities.id })
  if (ended.length === 0) return
  await dropHandovers(db, customer_id, now)
  const leftBefore = db
    .select({ one: sql`1` })
    .from(email_tokens)
    .where(and(isAnothers(customer_id, email, now), gt(sessions.created_at, email_tokens.created_at)))
  await endSessions(db, customer_id, now, exists(leftBefore))
}

/**
 * Whether an address can still take an account back, other than this customer's. Nobody else can have it for as long: a
 * thief would be the first to, or have its owner confirm that they may, and it could not take anything back any more.
 */
export async function isKept(db: Db, email: string, now: Date, except?: string): Promise<boolean> {
  const found = await db
    .select({ id: email_tokens.id })
    .from(email_tokens)
    .where(
      and(
        eq(email_tokens.purpose, wayBack),
        eq(formerEmail, email),
        except === undefined ? undefined : ne(email_tokens.customer_id, except),
        isNull(email_tokens.used_at),
        gt(email_tokens.expires_at, now),
      ),
    )
    .limit(1)
  return found.length > 0
}

/**
 * Until when nobody may delete an account with this proof, because the address that it had can take it back until then,
 * and whether a code would do. Null if none can, or for
 * - a password that it had before it left that address: who found its browser open does not know that one. A newer one
 *   may be theirs even if the account has that address again.
 * - a code, if it was mailed to that address.
 */
export async function keptUntil(
  db: Db,
  { id, email }: Pick<Customer, 'id' | 'email'>,
  provedBy: 'password' | 'code',
  now: Date,
): Promise<{ until: Date; isCodeEnough: boolean } | null> {
  const isNewer = sql`${customers.last_password_change} >= ${firstLeft}`
  const [kept] = await db
    .select({ until: email_tokens.expires_at, former: formerEmail })
    .from(email_tokens)
    .innerJoin(customers, eq(customers.id, email_tokens.customer_id))
    .where(provedBy === 'password' ? and(isGood(id, now), isNewer) : isAnothers(id, email, now))
  return kept === undefined ? null : { until: kept.until, isCodeEnough: kept.former === email }
}

/**
 * True where the account of a token for a way back could have its former address again. Only the version before let others
 * have it meanwhile; the last tokens from then expire on 14 December 2026.
 */
export const isFormerFree = sql`not exists (
  select from customers other
  where other.email = ${email_tokens.payload} ->> 'email' and other.id <> ${customers.id})`

/** True where the address that a token was mailed to has a good way back to its account. */
export const hasWayBack = (now: Date) => sql`exists (
  select from ${email_tokens} way
  where way.customer_id = ${customers.id} and way.purpose = ${wayBack} and way.used_at is null
    and way.expires_at > ${sql.param(now, email_tokens.expires_at)}
    and way.payload ->> 'email' = ${email_tokens.payload} ->> 'email')`

/** What that way back remembers, and when it was mailed; null if there is none. */
export async function findWayBack(
  db: Db,
  { id, email }: Pick<Customer, 'id' | 'email'>,
  now: Date,
): Promise<Pick<Used, 'payload' | 'mailed_at'> | null> {
  const [found] = await db
    .select({ payload: email_tokens.payload, mailed_at: email_tokens.created_at })
    .from(email_tokens)
    .where(and(isGood(id, now), eq(formerEmail, email)))
  return found ?? null
}

/** A way back that is being used: whose it is, what its token remembers, and where and when that was mailed. */
type Used = Pick<Customer, 'id' | 'email' | 'first_name' | 'email_verified_at'> & {
  payload: unknown
  mailed_to: string
  mailed_at: Date
}

/**
 * Gives an account its former address again, and tells the one that it had meanwhile, unless its owner had moved it back
 * by hand. Third-party logins end: by that address somebody else may have linked theirs, while the owner's own is linked
 * again by the next login with it, unless it is so new that `refuseNew` refuses it. What is kept under that address may be
 * somebody else's, too, so only what came along goes back. Returns the emails that were removed.
 */
export async function takeBack(
  { clock, config }: Pick<AuthServices, 'clock' | 'config'>,
  inside: Db,
  used: Used,
): Promise<RemovedMail[]> {
  const now = clock()
  const { id, email: other, payload, mailed_to: email, mailed_at: since } = used
  await inside.update(customers).set({ email, email_verified_at: now }).where(eq(customers.id, id))
  await inside.delete(identities).where(isLinked(id))
  await dropHandovers(inside, id, now)
  await dropLinks(inside, id, wayBack, now)
  // What came along went back by hand, too, and no address is left.
  if (other === email) return []
  const along = v.parse(Along, payload)
  await moveMessages(inside, other, email, along.messages)
  await moveSubscription(inside, other, email, now, { id: along.subscription, since })
  await queueMail(
    inside,
    emailChangedMail(addressee(used), { now: email, back: null, keepsOrders: false }, config.publicUrl),
  )
  return forgetMailsTo(inside, other)
}

/**
 * Has what is kept under a proved address follow the account to its next one, to be exported and erased with it: later
 * nobody could tell that it was theirs.
 */
export async function takeAlong(
  db: Db,
  { id, email: from }: Pick<Customer, 'id' | 'email'>,
  to: string,
  now: Date,
): Promise<Along> {
  const messages = await moveMessages(db, from, to)
  const subscription = await moveSubscription(db, from, to, now)
  const linked = await db.select({ id: identities.id }).from(identities).where(isLinked(id))
  return { messages, subscription, identities: linked.map((identity) => identity.id) }
}
