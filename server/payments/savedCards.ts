import { and, count, desc, eq, notBetween, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/fields.ts'
import { mostSavedCards } from '#contract/constants.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { asSignedIn } from '../auth/signedIn.ts'
import type { SignedIn } from '../auth/tokens.ts'
import type { Db } from '../db/db.ts'
import { cards_to_forget, saved_cards } from '../db/schema/customers.ts'
import { ApiError, notFound } from '../http/problem.ts'
import type { KeptCard } from './port.ts'

/** A card that the gateway has kept, as the shop may remember it. */
type CardToSave = KeptCard & Pick<SavedCard, 'brand' | 'last_four' | 'expiry'>

/** A customer's cards, the default first, then the newest. */
export function listCards(db: Db, customer_id: string): Promise<SavedCard[]> {
  return db
    .select(columns)
    .from(saved_cards)
    .where(eq(saved_cards.customer_id, customer_id))
    .orderBy(desc(saved_cards.is_default), desc(saved_cards.created_at), desc(saved_cards.id))
}

/** One of the customer's own cards. @throws {ApiError} 404, whether it is unknown or somebody else's */
export async function readCard(
  db: Db,
  customer_id: string,
  id: string,
  field?: string,
): Promise<SavedCard & KeptCard> {
  const [card] = v.is(Uuid, id)
    ? await db
        .select({ ...columns, gateway_token: saved_cards.gateway_token })
        .from(saved_cards)
        .where(isOwn(customer_id, id))
    : []
  if (card === undefined) throw notFound(savedCardTexts.notFound, field)
  return card
}

/**
 * Remembers a card; the first becomes the default. A card that is remembered already stays the only one of its kind,
 * under the new token: the earlier token may have become invalid, and is recorded to be forgotten.
 * @param now when the card was noted by `noteToForget`
 * @throws {ApiError} 400 when there is no room for another, 401
 */
export function addCard(
  db: Db,
  who: SignedIn,
  { is_default: wantsDefault, now, ...card }: CardToSave & { is_default: boolean; now: Date },
): Promise<{ card: SavedCard; isNew: boolean; replaced: KeptCard | null }> {
  return asSignedIn(db, who, async (tx) => {
    const { customer_id } = who
    await dropNote(tx, card, now)
    const [known] = await tx
      .select({ ...columns, gateway_token: saved_cards.gateway_token })
      .from(saved_cards)
      .where(
        and(
          eq(saved_cards.customer_id, customer_id),
          eq(saved_cards.brand, card.brand),
          eq(saved_cards.last_four, card.last_four),
          eq(saved_cards.expiry, card.expiry),
        ),
      )
    if (known !== undefined) {
      const { gateway_token, ...same } = known
      await tx
        .update(saved_cards)
        .set({ gateway_token: card.gateway_token })
        .where(isOwn(customer_id, known.id))
      await noteToForget(tx, [known], now)
      const isPromoted = wantsDefault && !same.is_default
      const renewed = isPromoted ? await makeDefault(tx, customer_id, same.id) : same
      return { card: renewed, isNew: false, replaced: { gateway_token } }
    }
    const [held] = await tx
      .select({ count: count() })
      .from(saved_cards)
      .where(eq(saved_cards.customer_id, customer_id))
    const others = held?.count ?? 0
    if (others >= mostSavedCards) throw new ApiError(400, 'invalid_input', savedCardTexts.full)
    const is_default = wantsDefault || others === 0
    if (is_default) await clearDefault(tx, customer_id)
    const [added] = await tx
      .insert(saved_cards)
      .values({ ...card, customer_id, is_default, created_at: now })
      .returning(columns)
    if (added === undefined) throw new Error('A card was not saved')
    return { card: added, isNew: true, replaced: null }
  })
}

/** An account has the card from now on: unless it was taken in hand to be forgotten since it was noted. */
async function dropNote(db: Db, { gateway_token }: KeptCard, noted: Date): Promise<void> {
  const dropped = await db
    .delete(cards_to_forget)
    .where(and(eq(cards_to_forget.gateway_token, gateway_token), eq(cards_to_forget.asked_at, noted)))
    .returning({ gateway_token: cards_to_forget.gateway_token })
  if (dropped.length === 0) throw new Error('The gateway was asked meanwhile to forget a card')
}

/**
 * Forgets a card, and notes it for the gateway to forget; when it was the default, the newest of the others becomes it.
 * @throws {ApiError} 401, 404
 */
export function removeCard(db: Db, who: SignedIn, id: string, now: Date): Promise<KeptCard> {
  return asSignedIn(db, who, async (tx) => {
    const { customer_id } = who
    const gone = await readCard(tx, customer_id, id)
    await tx.delete(saved_cards).where(isOwn(customer_id, id))
    await noteToForget(tx, [gone], now)
    if (gone.is_default) {
      const [heir] = await tx
        .select({ id: saved_cards.id })
        .from(saved_cards)
        .where(eq(saved_cards.customer_id, customer_id))
        .orderBy(desc(saved_cards.created_at), desc(saved_cards.id))
        .limit(1)
      if (heir !== undefined) await makeDefault(tx, customer_id, heir.id)
    }
    return { gateway_token: gone.gateway_token }
  })
}

/** Deletes all cards of a customer whose row is locked, and notes them for the gateway to forget. */
export async function removeCards(db: Db, customer_id: string, now: Date): Promise<KeptCard[]> {
  const gone = await db
    .delete(saved_cards)
    .where(eq(saved_cards.customer_id, customer_id))
    .returning({ gateway_token: saved_cards.gateway_token })
  await noteToForget(db, gone, now)
  return gone
}

/** Notes cards for the gateway to forget. */
export async function noteToForget(db: Db, cards: readonly KeptCard[], now: Date): Promise<void> {
  if (cards.length === 0) return
  await db
    .insert(cards_to_forget)
    .values(cards.map(({ gateway_token }) => ({ gateway_token, asked_at: now })))
    .onConflictDoUpdate({ target: cards_to_forget.gateway_token, set: { asked_at: sql`excluded.asked_at` } })
}

/** Whether a card is still noted for the gateway to forget. Waits for a call that is just adding it to an account. */
export async function isToForget(db: Db, { gateway_token }: KeptCard): Promise<boolean> {
  const noted = await db
    .select({ gateway_token: cards_to_forget.gateway_token })
    .from(cards_to_forget)
    .where(eq(cards_to_forget.gateway_token, gateway_token))
    .for('update')
  return noted.length === 1
}

/** Of a card that the gateway has forgotten nothing stays. */
export async function noteForgotten(db: Db, { gateway_token }: KeptCard): Promise<void> {
  await db.delete(cards_to_forget).where(eq(cards_to_forget.gateway_token, gateway_token))
}

/**
 * The cards that the gateway is to be asked for again now: all, or those it was not asked for within the last so many
 * milliseconds.
 */
export function claimToForget(db: Db, now: Date, within: number | null): Promise<KeptCard[]> {
  return db
    .update(cards_to_forget)
    .set({ asked_at: now })
    .where(within === null ? undefined : isUnasked(now, within))
    .returning({ gateway_token: cards_to_forget.gateway_token })
}

/** How many cards the gateway is still to forget: all, or those it was not asked for within so many milliseconds. */
export function countToForget(db: Db, unasked: { now: Date; within: number } | null): Promise<number> {
  return db.$count(cards_to_forget, unasked === null ? undefined : isUnasked(unasked.now, unasked.within))
}

/** A time further ahead is of a clock that was wrong: without this nobody would ask again until then. */
const isUnasked = (now: Date, within: number) =>
  notBetween(cards_to_forget.asked_at, new Date(now.getTime() - within), new Date(now.getTime() + within))

/** @throws {ApiError} 401, 404 */
export function setDefaultCard(db: Db, who: SignedIn, id: string): Promise<SavedCard> {
  return asSignedIn(db, who, async (tx) => {
    await readCard(tx, who.customer_id, id)
    return makeDefault(tx, who.customer_id, id)
  })
}

async function makeDefault(db: Db, customer_id: string, id: string): Promise<SavedCard> {
  await clearDefault(db, customer_id)
  const [changed] = await db
    .update(saved_cards)
    .set({ is_default: true })
    .where(isOwn(customer_id, id))
    .returning(columns)
  if (changed === undefined) throw notFound(savedCardTexts.notFound)
  return changed
}

async function clearDefault(db: Db, customer_id: string): Promise<void> {
  await db
    .update(saved_cards)
    .set({ is_default: false })
    .where(and(eq(saved_cards.customer_id, customer_id), eq(saved_cards.is_default, true)))
}

const isOwn = (customer_id: string, id: string) =>
  and(eq(saved_cards.id, id), eq(saved_cards.customer_id, customer_id))

const columns = {
  id: saved_cards.id,
  brand: saved_cards.brand,
  last_four: saved_cards.last_four,
  expiry: saved_cards.expiry,
  is_default: saved_cards.is_default,
}
