import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { authTexts } from '#contract/authTexts.ts'
import { passwordTexts, resetLinkMinutes } from '#contract/passwordTexts.ts'
import type { PasswordReset } from '#contract/passwords.ts'
import { sqlState, transaction, uniqueViolation } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, email_tokens } from '../db/schema/customers.ts'
import { tooManyMails } from '../mail/limits.ts'
import { queueMail, withdrawMailsTo } from '../mail/outbox.ts'
import type { RemovedMail } from '../mail/purge.ts'
import { passwordChangedMail, passwordResetMail, passwordResetSubject } from '../mail/passwordMessages.ts'
import { removeWritten } from '../mail/transport.ts'
import { ApiError } from '../http/problem.ts'
import { forgetCards } from '../payments/keeping.ts'
import type { AccountServices, AuthServices } from './accounts.ts'
import { emailChangePurpose } from './emailChange.ts'
import { findWayBack, hasWayBack, isFormerFree, takeBack, wayBack } from './formerAddress.ts'
import { refusalPurpose, refuseLogin, refuseNew } from './refusedLogin.ts'
import { unauthenticated } from './signedIn.ts'
import { addressee, dropHandovers, dropLinks, endSessions, findById, holdByEmail } from './store.ts'
import { hashOfToken, newSecretToken } from './tokens.ts'
import { clearUnproved } from './unproved.ts'

const minute = 60_000
export const resetPurpose = 'reset'

/**
 * Emails a link to choose a new password, if there is such an account; older links stop working. Returns false if the
 * address has had too many emails, which nobody may be told who has not proved that there is an account.
 */
export async function requestReset(
  { db, clock, config, mayMail }: AuthServices,
  email: string,
): Promise<boolean> {
  return transaction(db, async (inside) => {
    // Counted for everybody, and first: a refused request must not take its link from whoever has one.
    const isAllowed = await mayMail(inside, 'reset', email)
    // Locked, so that of two requests at once the later one's link is the only good one.
    const owner = await holdByEmail(inside, email)
    if (owner === null || !isAllowed) return isAllowed
    const now = clock()
    const token = newSecretToken()
    await dropLinks(inside, owner.id, resetPurpose, now)
    await withdrawMailsTo(inside, owner.email, [passwordResetSubject])
    await inside.insert(email_tokens).values({
      customer_id: owner.id,
      purpose: resetPurpose,
      token_hash: hashOfToken(token),
      payload: { email },
      created_at: now,
      expires_at: new Date(now.getTime() + resetLinkMinutes * minute),
    })
    const link = `${config.publicUrl}/reset-password?token=${token}`
    await queueMail(inside, passwordResetMail(addressee(owner), link, resetLinkMinutes))
    return true
  })
}

/** The same for whoever is signed in, and has no password yet. @throws {ApiError} 401, 429 */
export async function mailPasswordLink(services: AuthServices, customer_id: string): Promise<void> {
  const customer = await findById(services.db, customer_id)
  if (customer === null) throw unauthenticated(authTexts.sessionExpired)
  if (!(await requestReset(services, customer.email))) throw tooManyMails()
}

/** Whether a link's token would be taken now; looking does not use it up. */
export async function isResetGood(db: Db, token: string, now: Date): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(email_tokens)
    .innerJoin(customers, eq(customers.id, email_tokens.customer_id))
    .where(isGood(token, now))
  return found.length === 1
}

/**
 * Replaces the password of the customer to whom the token was emailed, ends all their sessions and tells them. If a
 * token is used several times at once, one use succeeds. Whoever calls this has seen that it is good, because the new
 * password is hashed before it is used. The link proves the address, too: anything saved before that was proved is
 * removed; if it was mailed to the account's former address, the account has that again, and nothing saved in it. If it
 * came with the news of a third-party login, that one is refused from now on, and an account that has left the address
 * since has it again, too.
 * @throws {ApiError} 400 for a token that is unknown, used, too old or outdated; 503
 */
export async function resetPassword(
  services: AccountServices,
  { token, new_password }: PasswordReset,
  ip: string,
): Promise<void> {
  const { db, clock, config, limits, passwords } = services
  const password_hash = await passwords.hash(ip, new_password)
  let gone: RemovedMail[] = []
  const done = await transaction(db, async (inside) => {
    const now = clock()
    const owner = await useToken(inside, token, now)
    if (owner === null) return null
    const { id: customer_id, email_verified_at, mailed_to: email } = owner
    const [changed] = await inside
      .update(customers)
      .set({ password_hash, last_password_change: now, email_verified_at: email_verified_at ?? now })
      .where(eq(customers.id, customer_id))
      .returning({ email: customers.email })
    if (changed === undefined) return null
    const isRefusal = owner.purpose === refusalPurpose
    const hasLeft = isRefusal && changed.email !== email
    const left = hasLeft ? await findWayBack(inside, { id: customer_id, email }, now) : null
    // Moved in this very moment, with no way back.
    if (hasLeft && left === null) throw invalidToken()
    // Only now: a login with the old password, or a change asked for with it, that was faster than the statement above
    // has its session, or its link, by here.
    await endSessions(inside, customer_id, now)
    await dropHandovers(inside, customer_id, now)
    await dropLinks(inside, customer_id, resetPurpose, now)
    await dropLinks(inside, customer_id, emailChangePurpose, now)
    // Also where the account has this address again already: its email promises more than a new password.
    const back = owner.purpose === wayBack ? owner : left
    const isBack = back !== null
    const refused = new Set<string>()
    if (isBack) {
      gone = await takeBack(services, inside, { ...owner, ...back, email: changed.email })
      const others = await refuseNew(inside, { id: customer_id, email }, { left: back.mailed_at, now })
      for (const provider of others) refused.add(provider)
    }
    if (isRefusal) refused.add(await refuseLogin(inside, customer_id, owner.payload, now))
    const isFirstProof = email_verified_at === null
    const mayBeOthers = isFirstProof || isBack
    const since = isBack ? { since: back.mailed_at } : {}
    const cards = mayBeOthers ? await clearUnproved(inside, customer_id, now, since) : []
    const to = { email, first_name: mayBeOthers ? null : owner.first_name }
    const told = { isFirstProof, isBack, refused: [...refused] }
    await queueMail(inside, passwordChangedMail(to, config.publicUrl, 'every browser', told))
    return { email, cards }
  }).catch((error: unknown) => {
    // Somebody else has signed up with the former address in this very moment, or for the newsletter.
    if (sqlState(error) === uniqueViolation) return null
    throw error
  })
  if (done === null) throw invalidToken()
  forgetCards(services, done.cards)
  // Whoever locked the account by guessing must not keep its owner out.
  await limits.forgive({ email: done.email, ip })
  await removeWritten(config.dataDir, gone)
}

/** Names the token, so that a browser can tell it from a fault of the password. */
export function invalidToken(): ApiError {
  const errors = { token: [passwordTexts.invalidToken] }
  return new ApiError(400, 'invalid_input', passwordTexts.invalidToken, { errors })
}

const mailedTo = sql<string>`${email_tokens.payload} ->> 'email'`

/**
 * In force: not used, not dropped, in time, and mailed to the present address, or to a former one that is to be had. The
 * link that refuses a login is good there, too, while its reader could take the account back anyway: or it would be enough
 * for a stranger to change the address first.
 */
const isGood = (token: string, now: Date) =>
  and(
    eq(email_tokens.token_hash, hashOfToken(token)),
    isNull(email_tokens.used_at),
    gt(email_tokens.expires_at, now),
    or(
      and(inArray(email_tokens.purpose, [resetPurpose, refusalPurpose]), eq(customers.email, mailedTo)),
      and(eq(email_tokens.purpose, wayBack), isFormerFree),
      and(eq(email_tokens.purpose, refusalPurpose), isFormerFree, hasWayBack(now)),
    ),
  )

/** The customer the token was mailed to; null when it is not good, or somebody else was faster. */
async function useToken(db: Db, token: string, now: Date) {
  const [used] = await db
    .update(email_tokens)
    .set({ used_at: now })
    .from(customers)
    .where(and(eq(customers.id, email_tokens.customer_id), isGood(token, now)))
    .returning({
      id: customers.id,
      email: customers.email,
      first_name: customers.first_name,
      email_verified_at: customers.email_verified_at,
      purpose: email_tokens.purpose,
      payload: email_tokens.payload,
      mailed_to: mailedTo,
      mailed_at: email_tokens.created_at,
    })
  return used ?? null
}
