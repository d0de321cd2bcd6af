import { type SQL, and, desc, isNotNull, not, or, sql } from 'drizzle-orm'
import { orderAlphabet, orderNumberLength } from '#contract/orderTexts.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { mails } from '../db/schema/jobs.ts'
import { isTo, isUnsent } from './outbox.ts'

/** An email that is no longer in the outbox; what was sent of it to a folder has yet to go (`removeWritten`). */
export type RemovedMail = Pick<typeof mails.$inferSelect, 'id' | 'created_at'>
const removed = { id: mails.id, created_at: mails.created_at }

/**
 * Removes emails, sent or not, that were addressed to one of these, or that mention one of these addresses or orders.
 * The shop's own address does not count, nor any in an email that is signed with it: so was every one while the shop had
 * it. A waiting email that mentions one of the orders in `due`, or has one of these `subjects`, stays until it is sent.
 * Returns the number of those to one of the addresses, and what was removed.
 */
export async function purgeMails(
  db: Db,
  addresses: readonly string[],
  orders: readonly string[],
  { due = [], subjects = [] }: { due?: readonly string[]; subjects?: readonly string[] } = {},
): Promise<{ left: number; gone: RemovedMail[] }> {
  const theirs = takeable(addresses)
  const speaksOf = theirs.map(
    (address) => sql`(${written} ~* ${wholeAddress(address)} and not ${isSignedWith(sql`${address}`)})`,
  )
  const isDue = and(isUnsent, or(isAbout(due), isAmong(mails.subject, subjects)))
  const gone = await db
    .delete(mails)
    .where(and(or(isToThem(theirs), ...speaksOf, isAbout(orders)), sql`not (${isDue})`))
    .returning(removed)
  const kept = await db
    .update(mails)
    .set({ is_forgotten: true })
    .where(and(isToThem(theirs), isDue))
    .returning({ id: mails.id })
  return { left: kept.length, gone }
}

const written = sql`${mails.subject} || ' ' || ${mails.text}`

/**
 * Whether an email mentions one of these orders. Its own numbers are looked up among them: to look for each of them in
 * each email takes minutes where a customer has ordered thousands of times, and nobody else is served meanwhile.
 */
const isAbout = (orders: readonly string[]) =>
  sql`exists (select from regexp_matches(${written}, ${drawn}, 'gi') found
    where ${isAmong(
      sql`upper(found[1])`,
      orders.map((number) => number.slice(-drawnLength)),
    )})`

/** The pattern of what is drawn for an order's number, which no other has. What is before it may have changed since. */
const drawn = `-[${orderAlphabet}]{${orderNumberLength}}`
const drawnLength = 1 + orderNumberLength

/** The pattern of what every email about an order has in its text. */
const orderNumber = String.raw`\m[A-Z\d]+${drawn}\M`

/**
 * Removes emails to addresses that accounts had without proof. A waiting email about an order stays: its recipient may
 * be the address's real owner. Returns what was removed.
 */
export async function purgeMailsToUnproved(db: Db, addresses: readonly string[]): Promise<RemovedMail[]> {
  const isOver = or(isNotNull(mails.sent_at), sql`${mails.text} !~ ${orderNumber}`)
  return db
    .delete(mails)
    .where(and(isToThem(takeable(addresses)), isOver))
    .returning(removed)
}

/**
 * For an address that an account had until now: what was sent to it is removed, and what waits will be once it is sent.
 * Later nobody could tell that it was theirs. Returns what was removed.
 */
export async function forgetMailsTo(db: Db, address: string): Promise<RemovedMail[]> {
  const theirs = isToThem(takeable([address]))
  const gone = await db
    .delete(mails)
    .where(and(theirs, isNotNull(mails.sent_at)))
    .returning(removed)
  await db.update(mails).set({ is_forgotten: true }).where(theirs)
  return gone
}

/** The emails to a customer's address that are in the outbox, newest first. */
export async function mailsTo(db: Db, address: string) {
  const { to_address, subject, created_at, sent_at } = mails
  const rows = await db
    .select({ to_address, subject, created_at, sent_at })
    .from(mails)
    .where(isToThem(takeable([address])))
    .orderBy(desc(mails.id))
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }))
}

/** To a customer, not to the shop while it had that address. */
const isToThem = (addresses: readonly string[]) =>
  and(isTo(addresses), not(isSignedWith(sql`lower(${mails.to_address})`)))

/** As the layout of emails ends them. */
const signature = sql`right(${mails.text}, strpos(reverse(${mails.text}), ${'\n --\n'}))`

const isSignedWith = (address: SQL) => sql`strpos(lower(${signature}), ${'\n'} || ${address} || ',') > 0`

const takeable = (addresses: readonly string[]) =>
  addresses.map((address) => address.toLowerCase()).filter((address) => address !== ours)

const ours = shopDetails.email.toLowerCase()

/**
 * The pattern of an address that is neither the end of a longer one (`joann@x.uk`) nor its beginning (`ann@x.uk.com`).
 */
function wholeAddress(address: string): string {
  const itself = address.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
  // A link has signs before one that hardly any address has in it; a quotation mark is part of it only after a letter.
  return `(?<![\\w.!#$%&*+?^\`{|}~-]|\\w')${itself}(?![\\w-]|\\.\\w)`
}
