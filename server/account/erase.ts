import type { AccountDeletion, AccountDeletionByCode } from '#contract/account.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { keptTexts } from '#contract/keptTexts.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import type { AccountServices } from '../auth/accounts.ts'
import { keptUntil } from '../auth/formerAddress.ts'
import { provePassword } from '../auth/profile.ts'
import { proveByCode } from './deletionCode.ts'
import { deleteCustomer, holdToDelete } from '../auth/store.ts'
import type { Customer } from '../auth/store.ts'
import { removeMessagesFrom } from '../contact/store.ts'
import { accountDeletedMail } from '../mail/accountMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import { purgeMails, purgeMailsToUnproved } from '../mail/purge.ts'
import type { RemovedMail } from '../mail/purge.ts'
import { cancelledAtWorkSubject } from '../mail/stockMessages.ts'
import { removeWritten } from '../mail/transport.ts'
import { forgetSubscriber } from '../newsletter/store.ts'
import { anonymiseFormerOrders, orderNumbersOf } from '../orders/former.ts'
import { forgetCards } from '../payments/keeping.ts'
import type { KeptCard } from '../payments/port.ts'
import { removeCards } from '../payments/savedCards.ts'
import { ApiError } from '../http/problem.ts'
import type { Turn } from '../queues/ownTurns.ts'
import { removeReviewsBy } from '../reviews/store.ts'

/** Proof that it is really the customer who wants to leave; `ip` is where they call from. */
type Proof = { ip: string } & (AccountDeletion | AccountDeletionByCode)

/**
 * Deletes an account with all that belongs to it (promise G2), for whoever proves that it is theirs.
 * @throws {ApiError} 400 the password or the code is not right, 401, 409 its former address can still take it back, 429,
 * 503
 */
export async function eraseAccount(
  services: AccountServices,
  customer_id: string,
  { ip, ...proof }: Proof,
  turn: Turn,
): Promise<void> {
  const { db, clock, config } = services
  const provedBy = 'code' in proof ? 'code' : 'password'
  const wrong = () => {
    const text = provedBy === 'code' ? accountTexts.codeWrong : accountTexts.passwordWrong
    return new ApiError(400, 'invalid_input', text, { errors: { [provedBy]: [text] } })
  }
  const customer = await ('code' in proof
    ? turn(() => proveByCode(services, customer_id, { code: proof.code, ip, wrong }))
    : provePassword(services, customer_id, { password: proof.password, ip, wrong }))
  const { cards, gone } = await transaction(db, async (inside) => {
    // The address may have changed, or the password, since it was proved.
    if (!(await holdToDelete(inside, customer))) throw wrong()
    const now = clock()
    // Whoever found its browser open and moved it to an address of theirs would leave its owner nothing to take back.
    const kept = await keptUntil(inside, customer, provedBy, now)
    if (kept !== null) throw notYet(kept)
    const removed = await removeAccount(inside, customer, now)
    await queueMail(inside, accountDeletedMail(customer.email, config.publicUrl), 'forget')
    return removed
  })
  forgetCards(services, cards)
  await removeWritten(config.dataDir, gone)
}

/**
 * Removes an account that is held, and what belongs to it. Orders stay for the books, without their owner; names and
 * addresses go from those that are closed now, and from the others once they are (`anonymiseFormerOrders`). Returns the
 * cards, for the gateway to forget once this is committed, and the emails that were removed.
 */
export async function removeAccount(
  inside: Db,
  { id, email, email_verified_at }: Customer,
  now: Date,
): Promise<{ cards: KeptCard[]; gone: RemovedMail[] }> {
  const cards = await removeCards(inside, id, now)
  const numbers = await orderNumbersOf(inside, id)
  await removeReviewsBy(inside, [id])
  await deleteCustomer(inside, id)
  await anonymiseFormerOrders(inside, now)
  // One that was merely typed may be somebody else's, and with it what names it.
  const isProved = email_verified_at !== null
  if (isProved) {
    await removeMessagesFrom(inside, email)
    await forgetSubscriber(inside, email, now)
  }
  const typed = isProved ? [] : await purgeMailsToUnproved(inside, [email])
  // The shop has still to hear what it is not to send: nothing of theirs is in that.
  const subjects = numbers.map(cancelledAtWorkSubject)
  const theirs = await purgeMails(inside, isProved ? [email] : [], numbers, { subjects })
  return { cards, gone: [...typed, ...theirs.gone] }
}

/** Names the code where one would do, so that the page asks for it. */
function notYet({ until, isCodeEnough }: { until: Date; isCodeEnough: boolean }): ApiError {
  if (!isCodeEnough) return new ApiError(409, 'conflict', keptTexts.byOldPassword(until))
  return new ApiError(409, 'conflict', keptTexts.byCode(until), { errors: { code: [keptTexts.codeNeeded] } })
}
