import { and, eq, ne } from 'drizzle-orm'
import type { ProfilePatch } from '#contract/account.ts'
import { authTexts } from '#contract/authTexts.ts'
import type { Profile } from '#contract/auth.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import type { PasswordChange } from '#contract/passwords.ts'
import { transaction } from '../db/db.ts'
import { customers, sessions } from '../db/schema/customers.ts'
import { queueMail } from '../mail/outbox.ts'
import { passwordChangedMail } from '../mail/passwordMessages.ts'
import { ApiError } from '../http/problem.ts'
import type { AuthServices } from './accounts.ts'
import { emailChangePurpose, pendingEmail, requestEmailChange } from './emailChange.ts'
import { resetPurpose } from './resets.ts'
import { asSignedIn, unauthenticated } from './signedIn.ts'
import { addressee, dropHandovers, dropLinks, endSessions, findById, readProfile } from './store.ts'
import type { Customer } from './store.ts'
import type { SignedIn } from './tokens.ts'

/** @throws {ApiError} 401 when the customer has just been deleted */
export async function profileOf({ db, clock }: AuthServices, customer_id: string): Promise<Profile> {
  const profile = await readProfile(db, customer_id)
  if (profile === null) throw unauthenticated(authTexts.sessionExpired)
  return { ...profile, pending_email: await pendingEmail(db, customer_id, clock()) }
}

/**
 * Changes the given fields. A new email address has to be confirmed first; giving the present one cancels a change that
 * is waiting for that.
 * @throws {ApiError} 401, 429
 */
export async function changeProfile(
  services: AuthServices,
  who: SignedIn,
  { email, ...plain }: ProfilePatch,
): Promise<Profile> {
  const { customer_id } = who
  await asSignedIn(services.db, who, async (inside) => {
    const [customer] = await inside
      .update(customers)
      // Set to itself: an update with nothing to set would be no statement.
      .set({ ...plain, id: customer_id })
      .where(eq(customers.id, customer_id))
      .returning()
    if (customer === undefined) throw new Error('A customer vanished while they were held')
    if (email === undefined) return
    if (email === customer.email) await dropLinks(inside, customer_id, emailChangePurpose, services.clock())
    else await requestEmailChange(services, inside, customer, email)
  })
  return profileOf(services, customer_id)
}

/**
 * Replaces the password, ends every other session, also what has still to become one, and tells the owner. Unconfirmed
 * changes of the email address, and links to choose a password, are dropped: they may be the reason for the new one.
 * @throws {ApiError} 400 the present password is not right, 401, 429, 503
 */
export async function changePassword(
  services: AuthServices,
  { customer_id, session_id }: SignedIn,
  { old_password, new_password }: PasswordChange,
  ip: string,
): Promise<void> {
  const { db, clock, config, passwords } = services
  const wrong = () => {
    const errors = { old_password: [passwordChangeTexts.wrongCurrent] }
    return new ApiError(400, 'invalid_input', passwordChangeTexts.wrongCurrent, { errors })
  }
  const customer = await provePassword(services, customer_id, { password: old_password, ip, wrong })
  const password_hash = await passwords.hash(ip, new_password)
  await transaction(db, async (inside) => {
    const now = clock()
    const changed = await inside
      .update(customers)
      .set({ password_hash, last_password_change: now })
      .where(and(eq(customers.id, customer_id), eq(customers.password_hash, customer.password_hash)))
      .returning({ id: customers.id })
    // Replaced elsewhere since it was proved.
    if (changed.length === 0) throw wrong()
    await endSessions(inside, customer_id, now, ne(sessions.id, session_id))
    await dropHandovers(inside, customer_id, now)
    await dropLinks(inside, customer_id, emailChangePurpose, now)
    await dropLinks(inside, customer_id, resetPurpose, now)
    await queueMail(inside, passwordChangedMail(addressee(customer), config.publicUrl, 'every other browser'))
  })
}

type Proof = { password: string; ip: string; wrong: () => ApiError }

/**
 * The customer, if the password is theirs. It is counted like a login, so that somebody who finds a signed-in browser
 * cannot go on guessing.
 * @throws {ApiError} what `wrong` gives, 401, 429, 503
 */
export async function provePassword(
  { db, limits, passwords }: AuthServices,
  customer_id: string,
  { password, ip, wrong }: Proof,
): Promise<Customer & { password_hash: string }> {
  return passwords.inTurn(ip, async (verify) => {
    const customer = await findById(db, customer_id)
    if (customer === null) throw unauthenticated(authTexts.sessionExpired)
    const { email, password_hash } = customer
    await limits.countAttempt({ email, ip })
    const isRight = await verify(password, password_hash)
    if (!isRight || password_hash === null) throw wrong()
    await limits.forgive({ email, ip })
    return { ...customer, password_hash }
  })
}
