import type { FastifyBaseLogger } from 'fastify'
import { cardBrand, shortExpiry } from '#contract/card.ts'
import type { CardPayment, SavedCardPayment } from '#contract/checkout.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import type { Afterwards } from '../process/afterwards.ts'
import type { SignedIn } from '../auth/tokens.ts'
import { nameOfFailure } from '../process/failure.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import type { KeptCard, PaymentGateway } from './port.ts'
import { addCard, isToForget, noteForgotten, noteToForget } from './savedCards.ts'

export type KeepingServices = Pick<Services, 'db' | 'clock'> & {
  gateway: PaymentGateway
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}
/** For what may leave cards to be forgotten that no answer waits for: a gateway may take seconds over each. */
export type CardServices = KeepingServices & { afterwards: Afterwards }

/**
 * Has the gateway keep a typed card, and remembers the token that names it.
 * @throws {ApiError} 400 a card that the gateway will have nothing to do with, or no room for another, 401, 402 one
 * that its bank does not accept, 503 the gateway does not answer
 */
export async function saveCard(
  services: CardServices,
  who: SignedIn,
  typed: CardPayment,
  is_default: boolean,
): Promise<{ card: SavedCard; isNew: boolean }> {
  const { db, gateway, clock, log } = services
  const faults = gateway.refuses({ payment_method: 'card', payment_data: typed })
  if (faults !== null) throw refusal(faults)
  const kept = await gateway.keepCard(typed).catch((error: unknown) => {
    log.error({ error: nameOfFailure(error) }, 'The gateway could not save a card')
    throw new ApiError(503, 'unavailable', savedCardTexts.addFailed)
  })
  if (!kept.isKept) {
    log.warn({ reason: kept.reason }, 'A card was not accepted')
    throw new ApiError(402, 'payment_declined', savedCardTexts.refused)
  }
  const now = clock()
  try {
    // If killed before an account has the card, the shop would not know its token.
    await noteToForget(db, [kept], now)
  } catch (error) {
    await forgetCard(services, kept)
    throw error
  }
  try {
    const { replaced, ...saved } = await addCard(db, who, {
      gateway_token: kept.gateway_token,
      brand: cardBrand(typed.card_number),
      last_four: typed.card_number.slice(-4),
      expiry: shortExpiry(typed.expiry),
      is_default,
      now,
    })
    if (replaced !== null) forgetCards(services, [replaced])
    return saved
  } catch (error) {
    await forgetUnlessSaved(services, kept)
    throw error
  }
}

/** The account may have the card all the same: perhaps only the database's last answer was lost. */
async function forgetUnlessSaved(services: CardServices, card: KeptCard): Promise<void> {
  const { db, log } = services
  const isNobodys = await isToForget(db, card).catch((error: unknown) => {
    log.error({ error: nameOfFailure(error) }, 'Whether a card was saved will be checked later')
    return false
  })
  if (isNobodys) forgetCards(services, [card])
}

/**
 * As {@link saveCard}, with an order that stands already: that it can't be saved must not be an error of the order.
 * Returns whether it was saved; a card that is saved already is.
 */
export async function saveForLater(
  services: CardServices,
  who: SignedIn,
  card: CardPayment | SavedCardPayment,
): Promise<boolean> {
  if (!('card_number' in card)) return true
  try {
    await saveCard(services, who, card, false)
    return true
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : nameOfFailure(error)
    services.log.warn({ reason }, 'A card was not saved for later orders')
    return false
  }
}

/**
 * Has the gateway forget a card that was recorded as no longer needed. If it does not, the log says so, and it is asked
 * again later (`scheduleForgetting`).
 */
export async function forgetCard({ db, gateway, log }: KeepingServices, card: KeptCard): Promise<void> {
  try {
    await gateway.forgetCard(card)
    await noteForgotten(db, card)
  } catch (error) {
    log.error({ error: nameOfFailure(error) }, 'The gateway still holds a card that is no longer needed')
  }
}

/** The same with several, after the answer. */
export function forgetCards(services: CardServices, cards: readonly KeptCard[]): void {
  services.afterwards(Promise.all(cards.map((card) => forgetCard(services, card))))
}

/** The fields as they are named in a card's own form. */
function refusal(faults: Record<string, string[]>): ApiError {
  const errors = Object.fromEntries(
    Object.entries(faults).map(([field, texts]) => [field.replace(/^payment_data\./, ''), texts]),
  )
  const [message = savedCardTexts.refused] = Object.values(errors).flat()
  return new ApiError(400, 'invalid_input', message, { errors })
}
