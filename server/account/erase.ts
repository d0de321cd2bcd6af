import { accountTexts } from '#contract/accountTexts.ts'
import { transaction } from '../db/db.ts'
import type { AuthServices } from '../auth/accounts.ts'
import { provePassword } from '../auth/profile.ts'
import { deleteCustomer, holdToDelete } from '../auth/store.ts'
import { removeMessagesFrom } from '../contact/store.ts'
import { accountDeletedMail } from '../mail/accountMessages.ts'
import { purgeMails, queueMail } from '../mail/outbox.ts'
import { forgetSubscriber } from '../newsletter/store.ts'
import { anonymiseFormerOrders, orderNumbersOf } from '../orders/former.ts'
import { type KeepingServices, forgetCard } from '../payments/keeping.ts'
import { tokensOf } from '../payments/savedCards.ts'
import { ApiError } from '../problem.ts'
import { removeReviewsBy } from '../reviews/store.ts'

export type AccountServices = AuthServices & KeepingServices

/**
 * Deletes an account with all that belongs to it (promise G2). Orders stay for the books, without their owner; names
 * and addresses go from those that are closed now, and from the others once they are (`anonymiseFormerOrders`).
 * @throws {ApiError} 400 the password is not right, 401, 429, 503
 */
export async function eraseAccount(
  services: AccountServices,
  customer_id: string,
  { password, ip }: { password: string; ip: string },
): Promise<void> {
  const { db, clock, config } = services
  const wrong = () => {
    const errors = { password: [accountTexts.passwordWrong] }
    return new ApiError(400, 'invalid_input', accountTexts.passwordWrong, { errors })
  }
  const customer = await provePassword(services, customer_id, { password, ip, wrong })
  const cards = await transaction(db, async (inside) => {
    // The address may have changed, or the password, since it was proved.
    if (!(await holdToDelete(inside, customer))) throw wrong()
    const now = clock()
    const kept = await tokensOf(inside, customer_id)
    const numbers = await orderNumbersOf(inside, customer_id)
    await removeReviewsBy(inside, customer_id)
    await deleteCustomer(inside, customer.id)
    await anonymiseFormerOrders(inside, now)
    if (customer.email_verified_at !== null) {
      await removeMessagesFrom(inside, customer.email)
      await forgetSubscriber(inside, customer.email, now)
    }
    await purgeMails(inside, [customer.email], numbers)
    await queueMail(inside, accountDeletedMail(customer.email, config.publicUrl), 'forget')
    return kept
  })
  for (const card of cards) await forgetCard(services, card)
}
