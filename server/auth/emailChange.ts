import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { emailChangeHours } from '#contract/mailedLinks.ts'
import { sqlState, transaction, uniqueViolation } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, email_tokens } from '../db/schema/customers.ts'
import {
  emailChangeAskedMail,
  emailChangeMail,
  emailChangeSubject,
  emailChangedMail,
  emailTakenMail,
  formerAddressKeptMail,
} from '../mail/accountMessages.ts'
import { tooManyMails } from '../mail/limits.ts'
import { queueMail, withdrawMailsTo } from '../mail/outbox.ts'
import { forgetMailsTo } from '../mail/purge.ts'
import type { RemovedMail } from '../mail/purge.ts'
import { removeWritten } from '../mail/transport.ts'
import { readdressOwnOrders } from '../orders/former.ts'
import type { AuthServices } from './accounts.ts'
import { addWayBack, endLinkedMeanwhile, isKept, takeAlong } from './formerAddress.ts'
import { newLogins } from './refusedLogin.ts'
import { addressee, dropLinks, findByEmail, unusedLinks } from './store.ts'
import type { Customer } from './store.ts'
import { hashOfToken, newLinkToken } from './tokens.ts'

const hour = 3_600_000
export const emailChangePurpose = 'change_email'

/** What a token's row remembers; `from` is the address that the change was asked for. */
const Change = v.object({ from: v.string(), to: v.string() })

/**
 * Emails a confirmation link to the new address, without which nothing changes, and tells the old one. An address that
 * belongs to somebody else, or can take their account back, is treated alike, except that its owner is told instead:
 * nobody learns here who is a customer. Runs inside the caller's transaction.
 * @throws {ApiError} 429
 */
export async function requestEmailChange(
  { clock, config, mayMail }: AuthServices,
  inside: Db,
  customer: Pick<Customer, 'id' | 'email' | 'first_name' | 'email_verified_at'>,
  to: string,
): Promise<void> {
  // Each kind is limited by itself: asking for somebody's present address as a new one must not use up its owner's
  // limit.
  for (const [kind, address] of [
    ['email change', customer.email],
    ['new email', to],
  ] as const) {
    if (!(await mayMail(inside, kind, address))) {
      throw tooManyMails()
    }
  }
  const now = clock()
  const token = newLinkToken()
  await replaceChange(inside, customer.id, now)
  await inside.insert(email_tokens).values({
    customer_id: customer.id,
    purpose: emailChangePurpose,
    token_hash: hashOfToken(token),
    payload: { from: customer.email, to } satisfies v.InferInput<typeof Change>,
    created_at: now,
    expires_at: new Date(now.getTime() + emailChangeHours * hour),
  })
  const owner = await findByEmail(inside, to)
  const link = `${config.publicUrl}/verify-email?token=${token}`
  await queueMail(
    inside,
    owner !== null
      ? emailTakenMail(addressee(owner), config.publicUrl)
      : (await isKept(inside, to, now, customer.id))
        ? formerAddressKeptMail(to, config.publicUrl)
        : emailChangeMail({ email: to, first_name: null }, link, emailChangeHours),
    // If the account is deleted first, nobody could tell any more that this belongs to it.
    owner === null ? 'forget' : 'keep',
  )
  await queueMail(inside, emailChangeAskedMail(addressee(customer), to, config.publicUrl))
}

/**
 * Drops the change that a later one is asked for instead of, and withdraws the email with its link, if that has still to
 * be sent. It stays where somebody else has asked for the same address, too: it may be theirs.
 */
async function replaceChange(inside: Db, customer_id: string, now: Date): Promise<void> {
  for (const payload of await dropLinks(inside, customer_id, emailChangePurpose, now)) {
    const { to } = v.parse(Change, payload)
    const [theirs] = await inside
      .select({ id: email_tokens.id })
      .from(email_tokens)
      .where(
        and(
          eq(email_tokens.purpose, emailChangePurpose),
          isNull(email_tokens.used_at),
          gt(email_tokens.expires_at, now),
          eq(sql`${email_tokens.payload} ->> 'to'`, to),
        ),
      )
      .limit(1)
    if (theirs === undefined) await withdrawMailsTo(inside, to, [emailChangeSubject])
  }
}

/** The address that waits to be confirmed; null when none does. */
export async function pendingEmail(db: Db, customer_id: string, now: Date): Promise<string | null> {
  const [waiting] = await db
    .select({ payload: email_tokens.payload })
    .from(email_tokens)
    .where(and(unusedLinks(customer_id, emailChangePurpose), gt(email_tokens.expires_at, now)))
    .orderBy(desc(email_tokens.created_at))
    .limit(1)
  return waiting === undefined ? null : v.parse(Change, waiting.payload).to
}

const isKeptForAnother = new Error('The new address can still take the account of another customer back')

/**
 * Replaces the old address with the new one, and tells the old one, which for some days can take the account back: a
 * session that somebody else found open was enough for the change. What is kept under an address that nobody had proved
 * is perhaps not this customer's, so they get neither that nor a way back to it.
 *
 * True also for a link opened twice; false for one that is unknown, replaced, too old, or whose address somebody else has
 * taken since, or had, and can take their account back.
 */
export async function confirmEmailChange(
  { db, clock, config }: AuthServices,
  token: string,
): Promise<boolean> {
  try {
    let gone: RemovedMail[] = []
    const isDone = await transaction(db, async (inside) => {
      const now = clock()
      const found = await findChange(inside, token)
      if (found === null) return false
      const { customer, from, to, isUsed, expires_at } = found
      const { id, email } = customer
      if (isUsed || expires_at <= now) return isUsed && email === to
      if (email !== from) return false
      await inside.update(customers).set({ email: to, email_verified_at: now }).where(eq(customers.id, id))
      // Asked only now: an account that was just leaving the address has been waited for.
      if (await isKept(inside, to, now, id)) throw isKeptForAnother
      await dropLinks(inside, id, emailChangePurpose, now)
      const wasProved = customer.email_verified_at !== null
      const along = wasProved ? await takeAlong(inside, customer, to, now) : null
      await endLinkedMeanwhile(inside, customer, now)
      const back = along && (await addWayBack(inside, customer, along, now))
      // Nobody has proved the former one, which may be mistyped: what is said of their orders is no affair of a stranger's.
      // One that was proved keeps its orders' emails, in case it was not its owner who has changed it.
      if (!wasProved) await readdressOwnOrders(inside, { customer_id: id, from: email, to })
      const refuses = back === null ? [] : await newLogins(inside, customer, now)
      const told = { now: to, back, keepsOrders: wasProved, refuses }
      await queueMail(inside, emailChangedMail(addressee(customer), told, config.publicUrl))
      gone = await forgetMailsTo(inside, email)
      return true
    })
    await removeWritten(config.dataDir, gone)
    return isDone
  } catch (error) {
    if (error === isKeptForAnother || sqlState(error) === uniqueViolation) return false
    throw error
  }
}

/**
 * The change that a token stands for, with its customer, whose row is locked: of two links opened at once one is first.
 */
async function findChange(db: Db, token: string) {
  const [found] = await db
    .select({ token: email_tokens, customer: customers })
    .from(email_tokens)
    .innerJoin(customers, eq(customers.id, email_tokens.customer_id))
    .where(and(eq(email_tokens.token_hash, hashOfToken(token)), eq(email_tokens.purpose, emailChangePurpose)))
    .for('no key update')
  if (found === undefined) return null
  const { expires_at, used_at, payload } = found.token
  return { customer: found.customer, expires_at, isUsed: used_at !== null, ...v.parse(Change, payload) }
}
