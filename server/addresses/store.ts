import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addressTexts } from '#contract/addressTexts.ts'
import type { Address, NewAddress } from '#contract/address.ts'
import { largestAddressBook } from '#contract/constants.ts'
import { Uuid } from '#contract/fields.ts'
import { asSignedIn } from '../auth/signedIn.ts'
import type { SignedIn } from '../auth/tokens.ts'
import type { Db } from '../db/db.ts'
import { addresses } from '../db/schema/customers.ts'
import { ApiError, notFound } from '../http/problem.ts'

/** A customer's addresses, oldest first. */
export async function listAddresses(db: Db, customer_id: string): Promise<Address[]> {
  const rows = await db
    .select(columns)
    .from(addresses)
    .where(eq(addresses.customer_id, customer_id))
    .orderBy(asc(addresses.created_at), asc(addresses.id))
  return rows.map(toAddress)
}

/** One of the customer's own addresses. @throws {ApiError} 404, whether it is unknown or somebody else's */
async function readAddress(db: Db, customer_id: string, id: string): Promise<Address> {
  const [row] = v.is(Uuid, id) ? await db.select(columns).from(addresses).where(isOwn(customer_id, id)) : []
  if (row === undefined) throw notFound(addressTexts.notFound)
  return toAddress(row)
}

/**
 * Adds an address; the first becomes the default. An address that exists already is returned instead of added again: a
 * client that got no answer sends it twice.
 * @throws {ApiError} 400 when the book is full, 401
 */
export function addAddress(db: Db, who: SignedIn, address: NewAddress, now: Date): Promise<Address> {
  return asSignedIn(db, who, async (tx) => {
    const { customer_id } = who
    const { is_default: isWanted, address_line_2, ...fields } = address
    const [same] = await tx
      .select(columns)
      .from(addresses)
      .where(
        and(
          eq(addresses.customer_id, customer_id),
          eq(sql`coalesce(${addresses.address_line_2}, '')`, address_line_2),
          ...Object.entries(fields).map(([field, value]) =>
            eq(addresses[field as keyof typeof fields], value),
          ),
        ),
      )
    if (same !== undefined) return toAddress(isWanted ? await makeDefault(tx, customer_id, same.id) : same)
    const [book] = await tx
      .select({ count: count() })
      .from(addresses)
      .where(eq(addresses.customer_id, customer_id))
    const held = book?.count ?? 0
    if (held >= largestAddressBook) throw new ApiError(400, 'invalid_input', addressTexts.bookFull)
    const is_default = address.is_default || held === 0
    if (is_default) await clearDefault(tx, customer_id)
    const [added] = await tx
      .insert(addresses)
      .values({ ...address, customer_id, is_default, created_at: now })
      .returning(columns)
    if (added === undefined) throw new Error('An address was not added')
    return toAddress(added)
  })
}

/** Changes an address. The default stays it until another becomes it: there is always one. @throws {ApiError} 401, 404 */
export function changeAddress(
  db: Db,
  who: SignedIn,
  id: string,
  { is_default, ...fields }: NewAddress,
): Promise<Address> {
  return asSignedIn(db, who, async (tx) => {
    const { customer_id } = who
    const before = await readAddress(tx, customer_id, id)
    if (is_default && !before.is_default) await clearDefault(tx, customer_id)
    const [changed] = await tx
      .update(addresses)
      .set({ ...fields, is_default: is_default || before.is_default })
      .where(isOwn(customer_id, id))
      .returning(columns)
    if (changed === undefined) throw notFound(addressTexts.notFound)
    return toAddress(changed)
  })
}

/** Deletes an address; when it was the default, the newest of the others becomes it. @throws {ApiError} 401, 404 */
export function removeAddress(db: Db, who: SignedIn, id: string): Promise<void> {
  return asSignedIn(db, who, async (tx) => {
    const { customer_id } = who
    const gone = await readAddress(tx, customer_id, id)
    await tx.delete(addresses).where(isOwn(customer_id, id))
    if (!gone.is_default) return
    const [heir] = await tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(and(eq(addresses.customer_id, customer_id), ne(addresses.id, id)))
      .orderBy(desc(addresses.created_at), desc(addresses.id))
      .limit(1)
    if (heir !== undefined) {
      await tx.update(addresses).set({ is_default: true }).where(eq(addresses.id, heir.id))
    }
  })
}

/** Empties the address book of a customer whose row is locked. */
export async function removeAddresses(db: Db, customer_id: string): Promise<void> {
  await db.delete(addresses).where(eq(addresses.customer_id, customer_id))
}

/** @throws {ApiError} 401, 404 */
export function setDefaultAddress(db: Db, who: SignedIn, id: string): Promise<Address> {
  return asSignedIn(db, who, async (tx) => {
    await readAddress(tx, who.customer_id, id)
    return toAddress(await makeDefault(tx, who.customer_id, id))
  })
}

async function makeDefault(db: Db, customer_id: string, id: string) {
  await clearDefault(db, customer_id)
  const [changed] = await db
    .update(addresses)
    .set({ is_default: true })
    .where(isOwn(customer_id, id))
    .returning(columns)
  if (changed === undefined) throw notFound(addressTexts.notFound)
  return changed
}

async function clearDefault(db: Db, customer_id: string): Promise<void> {
  await db
    .update(addresses)
    .set({ is_default: false })
    .where(and(eq(addresses.customer_id, customer_id), eq(addresses.is_default, true)))
}

const isOwn = (customer_id: string, id: string) =>
  and(eq(addresses.id, id), eq(addresses.customer_id, customer_id))

const columns = {
  id: addresses.id,
  full_name: addresses.full_name,
  phone: addresses.phone,
  address_line_1: addresses.address_line_1,
  address_line_2: addresses.address_line_2,
  city: addresses.city,
  state: addresses.state,
  postal_code: addresses.postal_code,
  country: addresses.country,
  is_default: addresses.is_default,
}

const toAddress = (row: Omit<Address, 'address_line_2'> & { address_line_2: string | null }): Address => ({
  ...row,
  address_line_2: row.address_line_2 ?? '',
})
