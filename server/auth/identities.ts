import { and, asc, eq } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, identities } from '../db/schema/customers.ts'
import { providerLinkedMail } from '../mail/accountMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import { forgetCards } from '../payments/keeping.ts'
import type { KeptCard } from '../payments/port.ts'
import type { AccountServices, AuthServices } from './accounts.ts'
import { emailChangePurpose } from './emailChange.ts'
import { isKept } from './formerAddress.ts'
import type { ProvenPerson } from './provider.ts'
import { addRefusal } from './refusedLogin.ts'
import { deleteCustomer, dropLinks, endSessions, holdByEmail } from './store.ts'
import { clearUnproved } from './unproved.ts'

type Found = { customer_id: string } | { problem: 'blocked' | 'kept' | 'refused' | 'unverified' }

/**
 * The account of the person whom the provider has identified: the one linked by issuer and subject, unless its customer
 * has refused them; else, by a verified address only, the one with that address, which is then linked; else a new one
 * without a password, unless the address can still take an account back. `provider` is its name, for the email to the
 * owner.
 */
export async function accountOf(
  services: AccountServices,
  person: ProvenPerson,
  provider: string,
): Promise<Found> {
  let strangers: KeptCard[] = []
  const found = await transaction(services.db, async (inside): Promise<Found> => {
    const known = await findLinked(inside, person)
    if (known?.isRefused === true) return { problem: 'refused' }
    if (known !== null) return known.isBlocked ? { problem: 'blocked' } : { customer_id: known.customer_id }
    const { verified_email } = person
    if (verified_email === null) return { problem: 'unverified' }
    const now = services.clock()
    const added = await addProven(inside, person, verified_email, now)
    // As with a password, an account that was just leaving the address has been waited for.
    if (added !== null && (await isKept(inside, verified_email, now))) {
      await deleteCustomer(inside, added)
      return { problem: 'kept' }
    }
    if (added !== null) return link(inside, person, added)
    // Held: who takes the account back to another address removes what is linked by this one, and finds all of it.
    const owner = await holdByEmail(inside, verified_email)
    // Deleted, or given another address, in this very moment.
    if (owner === null) throw new Error('The account of an address vanished while it was linked')
    if (owner.blocked_at !== null) return { problem: 'blocked' }
    const isProved = owner.email_verified_at !== null
    if (!isProved) strangers = await evict(services, inside, person, owner.id)
    const { email, first_name } = isProved ? owner : { ...owner, first_name: person.first_name }
    const password = !isProved ? 'ended' : owner.password_hash === null ? 'none' : 'kept'
    const { publicUrl } = services.config
    const refusal = await addRefusal(inside, owner, person, provider, now)
    const told = { provider, password, refusal } as const
    await queueMail(inside, providerLinkedMail({ email, first_name }, publicUrl, told))
    return link(inside, person, owner.id)
  })
  forgetCards(services, strangers)
  return found
}

/** What third-party logins call a customer, the oldest first; also those that were refused. */
export async function listIdentities(db: Db, customer_id: string) {
  const { issuer, subject, created_at, refused_at } = identities
  const rows = await db
    .select({ issuer, subject, created_at, refused_at })
    .from(identities)
    .where(eq(identities.customer_id, customer_id))
    .orderBy(asc(created_at), asc(identities.id))
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    refused_at: row.refused_at?.toISOString() ?? null,
  }))
}

/** The customer whom a provider vouches for by issuer and subject, or who has refused that. */
export async function findLinked(db: Db, { issuer, subject }: Pick<ProvenPerson, 'issuer' | 'subject'>) {
  const [found] = await db
    .select({
      customer_id: identities.customer_id,
      refused_at: identities.refused_at,
      blocked_at: customers.blocked_at,
    })
    .from(identities)
    .innerJoin(customers, eq(customers.id, identities.customer_id))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  if (found === undefined) return null
  const { customer_id, refused_at, blocked_at } = found
  return { customer_id, isRefused: refused_at !== null, isBlocked: blocked_at !== null }
}

async function link(
  db: Db,
  { issuer, subject }: ProvenPerson,
  customer_id: string,
): Promise<{ customer_id: string }> {
  // Two logins at once link the same once.
  await db.insert(identities).values({ customer_id, issuer, subject }).onConflictDoNothing()
  return { customer_id }
}

/** Null when the address has an account already. */
async function addProven(
  db: Db,
  { first_name, last_name }: ProvenPerson,
  email: string,
  now: Date,
): Promise<string | null> {
  const [added] = await db
    .insert(customers)
    .values({ first_name, last_name, email, contact_no: '', email_verified_at: now, created_at: now })
    .onConflictDoNothing({ target: customers.email })
    .returning({ id: customers.id })
  return added?.id ?? null
}

/**
 * Whoever chose the account's password never proved the address, which now belongs to somebody who did. So the password
 * and every session made with it end, or a stranger who had signed up with the address could stay; what they saved is
 * removed with them. Returns their cards, for the gateway to forget.
 */
async function evict(
  { clock }: AuthServices,
  db: Db,
  names: Pick<ProvenPerson, 'first_name' | 'last_name'>,
  id: string,
): Promise<KeptCard[]> {
  const now = clock()
  await db.update(customers).set({ password_hash: null, email_verified_at: now }).where(eq(customers.id, id))
  await dropLinks(db, id, emailChangePurpose, now)
  await endSessions(db, id, now)
  return clearUnproved(db, id, now, { names })
}
