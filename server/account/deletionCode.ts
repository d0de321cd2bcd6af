import { randomInt } from 'node:crypto'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { deletionCodeMinutes } from '#contract/accountDeletion.ts'
import { authTexts } from '#contract/authTexts.ts'
import type { AuthServices } from '../auth/accounts.ts'
import { unauthenticated } from '../auth/signedIn.ts'
import { addressee, dropLinks, findById, unusedLinks } from '../auth/store.ts'
import type { Customer } from '../auth/store.ts'
import { hashOfToken } from '../auth/tokens.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { email_tokens } from '../db/schema/customers.ts'
import { deletionCodeMail, deletionCodeSubject } from '../mail/accountMessages.ts'
import { tooManyMails } from '../mail/limits.ts'
import { queueMail, withdrawMailsTo } from '../mail/outbox.ts'
import type { ApiError } from '../http/problem.ts'

const minute = 60_000
const purpose = 'delete_account'

/** Neither 0 nor O, neither 1 nor I: it is read in one place and typed in another. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/**
 * Emails a code that stands in for a password; any earlier code stops working.
 * @throws {ApiError} 401, 429
 */
export async function mailDeletionCode(
  { db, clock, mayMail }: AuthServices,
  customer_id: string,
): Promise<void> {
  await transaction(db, async (inside) => {
    const customer = await findById(inside, customer_id)
    if (customer === null) throw unauthenticated(authTexts.sessionExpired)
    if (!(await mayMail(inside, 'account deletion', customer.email))) {
      throw tooManyMails()
    }
    const now = clock()
    const code = Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
    await dropLinks(inside, customer_id, purpose, now)
    await withdrawMailsTo(inside, customer.email, [deletionCodeSubject])
    await inside.insert(email_tokens).values({
      customer_id,
      purpose,
      token_hash: hashOf(customer_id, code),
      payload: { email: customer.email },
      created_at: now,
      expires_at: new Date(now.getTime() + deletionCodeMinutes * minute),
    })
    await queueMail(inside, deletionCodeMail(addressee(customer), code, deletionCodeMinutes))
  })
}

/**
 * The customer, if the code is the one that was mailed to them, at the address that they have now: who had another one
 * meanwhile proves nothing by it. It goes with their account, and is good until then: if the deletion fails they need no
 * other. Counted like a login, so that nobody guesses on.
 * @throws {ApiError} what `wrong` gives, 401, 429
 */
export async function proveByCode(
  { db, clock, limits }: AuthServices,
  customer_id: string,
  { code, ip, wrong }: { code: string; ip: string; wrong: () => ApiError },
): Promise<Customer> {
  const customer = await findById(db, customer_id)
  if (customer === null) throw unauthenticated(authTexts.sessionExpired)
  await limits.countAttempt({ email: customer.email, ip })
  if (!(await isRight(db, customer, code, clock()))) throw wrong()
  await limits.forgive({ email: customer.email, ip })
  return customer
}

async function isRight(
  db: Db,
  { id: customer_id, email }: Pick<Customer, 'id' | 'email'>,
  code: string,
  now: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: email_tokens.id })
    .from(email_tokens)
    .where(
      and(
        unusedLinks(customer_id, purpose),
        eq(email_tokens.token_hash, hashOf(customer_id, code)),
        gt(email_tokens.expires_at, now),
        // Those of the version before name no address; the last of them run out a quarter of an hour after it.
        or(isNull(email_tokens.payload), eq(sql`${email_tokens.payload} ->> 'email'`, email)),
      ),
    )
  return found.length === 1
}

/** With the customer, so that the same code mailed to two is two. */
const hashOf = (customer_id: string, code: string): string => hashOfToken(`${customer_id} ${code}`)
