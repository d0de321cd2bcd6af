import { and, eq, gt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { wayBackDays } from '#contract/mailedLinks.ts'
import type { Db } from '../db/db.ts'
import { email_tokens, identities } from '../db/schema/customers.ts'
import type { ProvenPerson } from './provider.ts'
import { unusedLinks } from './store.ts'
import type { Customer } from './store.ts'
import { hashOfToken, newLinkToken } from './tokens.ts'

const day = 24 * 3_600_000

/** Of a link for whoever did not link a third-party login to their account: it ends that one for good, with a new password. */
export const refusalPurpose = 'refuse_login'

/** What a token's row remembers: not which row links it, which may be gone and another in its place by then. */
const Refusal = v.object({
  email: v.string(),
  issuer: v.string(),
  subject: v.string(),
  /** The provider's name, for the email to the owner. */
  provider: v.string(),
})

/** The token of a link by which whoever reads the account's address can say that a third-party login is not theirs. */
export async function addRefusal(
  db: Db,
  { id: customer_id, email }: Pick<Customer, 'id' | 'email'>,
  { issuer, subject }: Pick<ProvenPerson, 'issuer' | 'subject'>,
  provider: string,
  now: Date,
): Promise<string> {
  const token = newLinkToken()
  await db.insert(email_tokens).values({
    customer_id,
    purpose: refusalPurpose,
    token_hash: hashOfToken(token),
    payload: { email, issuer, subject, provider } satisfies v.InferInput<typeof Refusal>,
    created_at: now,
    expires_at: new Date(now.getTime() + wayBackDays * day),
  })
  return token
}

/** What the links to an address remember that nobody has used, and that had not run out at that time. */
async function unusedAt(db: Db, { id, email }: Pick<Customer, 'id' | 'email'>, time: Date) {
  return db
    .select({ payload: email_tokens.payload })
    .from(email_tokens)
    .where(
      and(
        unusedLinks(id, refusalPurpose),
        gt(email_tokens.expires_at, time),
        eq(sql`${email_tokens.payload} ->> 'email'`, email),
      ),
    )
}

/** Whose third-party logins `refuseNew` would refuse if the account left its address now: the names of their providers. */
export async function newLogins(
  db: Db,
  customer: Pick<Customer, 'id' | 'email'>,
  now: Date,
): Promise<string[]> {
  const unused = await unusedAt(db, customer, now)
  return [...new Set(unused.map(({ payload }) => v.parse(Refusal, payload).provider))]
}

/**
 * Refuses, where the account goes back to its former address, every third-party login that was linked by that address so
 * shortly before it was left that its reader could still say that it was not them: somebody else has had the account, and
 * would be linked again. If one is the owner's own, they log in with their new password. Returns the providers' names.
 */
export async function refuseNew(
  inside: Db,
  customer: Pick<Customer, 'id' | 'email'>,
  { left, now }: { left: Date; now: Date },
): Promise<string[]> {
  const providers = new Set<string>()
  for (const { payload } of await unusedAt(inside, customer, left)) {
    providers.add(await refuseLogin(inside, customer.id, payload, now))
  }
  return [...providers]
}

/**
 * Ends the third-party login that a used link names, and refuses it from now on: its provider vouches for the address, so
 * that the next login would link it again. Returns the provider's name.
 */
export async function refuseLogin(
  inside: Db,
  customer_id: string,
  payload: unknown,
  now: Date,
): Promise<string> {
  const { issuer, subject, provider } = v.parse(Refusal, payload)
  await inside
    .insert(identities)
    .values({ customer_id, issuer, subject, refused_at: now })
    .onConflictDoUpdate({
      target: [identities.issuer, identities.subject],
      set: { refused_at: now },
      // Where it is another account's by now, it is not linked here.
      setWhere: eq(identities.customer_id, customer_id),
    })
  return provider
}
