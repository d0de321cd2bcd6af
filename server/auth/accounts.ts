import { authTexts } from '#contract/authTexts.ts'
import { randomUUID } from 'node:crypto'
import type { Credentials, LoginAnswer, RefreshAnswer, Registration, User } from '#contract/auth.ts'
import { verificationHours } from '#contract/mailedLinks.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { tooManyMails } from '../mail/limits.ts'
import type { MayMail } from '../mail/limits.ts'
import { addressKeptMail, alreadyRegisteredMail, verificationMail } from '../mail/accountMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import type { CardServices } from '../payments/keeping.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { isKept } from './formerAddress.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { beginSession, exchangeRefresh } from './rotation.ts'
import { unauthenticated } from './signedIn.ts'
import {
  addCustomer,
  addVerification,
  addressee,
  deleteCustomer,
  findByEmail,
  findById,
  holdCustomer,
} from './store.ts'
import type { Customer } from './store.ts'
import { newLinkToken } from './tokens.ts'
import type { AccessTokens } from './tokens.ts'

const hour = 3_600_000

export type AuthServices = Services & {
  limits: Limits
  mayMail: MayMail
  passwords: Passwords
  tokens: AccessTokens
}
/** For what ends with cards to forget. */
export type AccountServices = AuthServices & CardServices

/**
 * Adds the account and queues its verification email. The caller learns nothing about an address that has an account
 * already, or can take one back: the same work is done, the same shape is returned (with an id that is nobody's), and the
 * owner is told by email.
 * @throws {ApiError} 429, 503
 */
export async function register(
  services: AuthServices,
  registration: Registration,
  ip: string,
): Promise<User> {
  const { db, clock, config, limits, mayMail, passwords } = services
  await limits.countRegistration(ip)
  const password_hash = await passwords.hash(ip, registration.password)
  const { first_name, last_name, email } = registration
  const id = await transaction(db, async (inside) => {
    const added = await addCustomer(inside, registration, password_hash, clock())
    // Asked only now: an account that was just leaving the address has been waited for.
    if (added !== null && (await isKept(inside, email, clock()))) {
      await deleteCustomer(inside, added.id)
      if (await mayMail(inside, 'registration', email)) {
        await queueMail(inside, addressKeptMail(email, config.publicUrl), 'forget')
      }
      return randomUUID()
    }
    if (added !== null) {
      await sendVerification(services, inside, added)
      return added.id
    }
    const owner = await findByEmail(inside, email)
    if (owner !== null && (await mayMail(inside, 'registration', email))) {
      await queueMail(inside, alreadyRegisteredMail(addressee(owner), config.publicUrl))
    }
    return randomUUID()
  })
  return { id, first_name, last_name, email }
}

/** @throws {ApiError} 401 wrong, 403 blocked or not verified, 429 tried too often, 503 */
export async function login(
  services: AuthServices,
  { email, password }: Credentials,
  ip: string,
): Promise<LoginAnswer> {
  const { db, clock, config, limits, passwords, tokens } = services
  const attempt = { email, ip }
  const customer = await passwords.inTurn(ip, async (verify) => {
    await limits.countAttempt(attempt)
    const found = await findByEmail(db, email)
    const isRight = await verify(password, found?.password_hash ?? null)
    if (!isRight || found === null) throw wrongCredentials()
    await limits.forgive(attempt)
    return found
  })
  if (customer.blocked_at !== null) throw blocked()
  if (config.requireVerifiedEmail && customer.email_verified_at === null) {
    await transaction(db, (inside) => sendVerification(services, inside, customer))
    throw new ApiError(403, 'not_verified', authTexts.notVerified)
  }
  const { who, refresh } = await transaction(db, async (inside) => {
    // Read again, and locked: whoever replaces the password ends every session, and so must be able to see this one.
    const current = await holdCustomer(inside, customer.id)
    if (current === null || current.password_hash !== customer.password_hash) throw wrongCredentials()
    if (current.blocked_at !== null) throw blocked()
    return beginSession(inside, customer.id, clock())
  })
  const { first_name, last_name, id: user_id } = customer
  return { access: await tokens.sign(who), refresh, first_name, last_name, email, user_id }
}

/** @param onReuse told of a session that was revoked because a retired token came back @throws {ApiError} 401, 403, 429 */
export async function refresh(
  { db, clock, tokens, limits }: AuthServices,
  token: string,
  onReuse: (session_id: string) => void,
): Promise<RefreshAnswer> {
  const exchange = await exchangeRefresh(db, token, clock(), limits.countRefresh)
  switch (exchange.outcome) {
    case 'exchanged':
      return { access: await tokens.sign(exchange.who), refresh: exchange.refresh }
    case 'blocked':
      throw blocked()
    case 'reused':
      onReuse(exchange.session_id)
      throw unauthenticated(authTexts.sessionExpired)
    case 'refused':
      throw unauthenticated(authTexts.sessionExpired)
  }
}

/**
 * Signs in a customer who was proved by something other than a password. @throws {ApiError} 403, null: no such customer
 */
export async function signInWithout(
  { clock, tokens }: AuthServices,
  inside: Db,
  customer_id: string,
): Promise<LoginAnswer | null> {
  const customer = await holdCustomer(inside, customer_id)
  if (customer === null) return null
  if (customer.blocked_at !== null) throw blocked()
  const { who, refresh } = await beginSession(inside, customer_id, clock())
  const { first_name, last_name, email, id: user_id } = customer
  return { access: await tokens.sign(who), refresh, first_name, last_name, email, user_id }
}

/**
 * Mails the link once more that proves the customer's address: the first may never have come, or have run out. False if
 * the address is proved already.
 * @throws {ApiError} 401, 429
 */
export async function mailVerification(services: AuthServices, customer_id: string): Promise<boolean> {
  return transaction(services.db, async (inside) => {
    const customer = await findById(inside, customer_id)
    if (customer === null) throw unauthenticated(authTexts.sessionExpired)
    if (customer.email_verified_at !== null) return false
    if (!(await sendVerification(services, inside, customer))) {
      throw tooManyMails()
    }
    return true
  })
}

const wrongCredentials = () => new ApiError(401, 'unauthenticated', authTexts.invalidCredentials)
const blocked = () => new ApiError(403, 'blocked', authTexts.blocked)

/** False if the address has had enough of them. */
async function sendVerification(
  { clock, config, mayMail }: AuthServices,
  inside: Db,
  customer: Customer,
): Promise<boolean> {
  if (!(await mayMail(inside, 'registration', customer.email))) return false
  const token = newLinkToken()
  await addVerification(inside, customer, token, new Date(clock().getTime() + verificationHours * hour))
  const link = `${config.publicUrl}/verify-email?token=${token}`
  await queueMail(inside, verificationMail(customer, link, verificationHours))
  return true
}
