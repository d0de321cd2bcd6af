import * as v from 'valibot'
import { AccountExport } from '#contract/account.ts'
import { authTexts } from '#contract/authTexts.ts'
import { toPounds } from '#contract/money.ts'
import { listAddresses } from '../addresses/store.ts'
import { write } from '../answers/written.ts'
import type { AuthServices } from '../auth/accounts.ts'
import { listIdentities } from '../auth/identities.ts'
import { profileOf } from '../auth/profile.ts'
import { unauthenticated } from '../auth/signedIn.ts'
import { formerEmails } from '../auth/formerAddress.ts'
import { findDates, listSessions } from '../auth/store.ts'
import { priceOf, readCart } from '../cart/store.ts'
import { messagesFrom } from '../contact/store.ts'
import { mailsTo } from '../mail/purge.ts'
import { subscriptionOf } from '../newsletter/store.ts'
import { ordersWithContact } from '../orders/store.ts'
import { paymentsWithoutOrder } from '../payments/attempts.ts'
import { listCards } from '../payments/savedCards.ts'
import { reviewsBy } from '../reviews/store.ts'
import { listWishes } from '../wishlist/store.ts'

const Rest = v.omit(AccountExport, ['orders'])
const { orders: Orders } = AccountExport.entries
const what = 'A copy of an account'

/**
 * Everything the shop holds about a customer (promise G1), as JSON that is an {@link AccountExport}. Of orders there may
 * be thousands: they are checked and written a portion at a time, and others are answered while the next one is read.
 */
export async function writeExport(services: AuthServices, customer_id: string): Promise<string> {
  const rest = write(Rest, await everythingElse(services, customer_id), what)
  const lists: string[] = []
  for await (const portion of ordersWithContact(services.db, customer_id))
    if (portion.length > 0) lists.push(write(Orders, portion, what).slice(1, -1))
  return `${rest.slice(0, -1)},"orders":[${lists.join(',')}]}`
}

async function everythingElse(
  services: AuthServices,
  customer_id: string,
): Promise<Omit<AccountExport, 'orders'>> {
  const { db, clock } = services
  const profile = await profileOf(services, customer_id)
  const account = await findDates(db, customer_id)
  if (account === null) throw unauthenticated(authTexts.sessionExpired)
  // Messages, emails and newsletter entries under an address are included only once the customer has proved that it is
  // theirs.
  const proven = account.email_verified_at === null ? null : account.email
  const cart = await readCart(db, customer_id)
  const wishes = await listWishes(db, customer_id)
  const payments = await paymentsWithoutOrder(db, customer_id)
  return {
    exported_at: clock().toISOString(),
    profile: {
      ...profile,
      created_at: account.created_at.toISOString(),
      agreed_at: account.agreed_at?.toISOString() ?? null,
      email_verified_at: account.email_verified_at?.toISOString() ?? null,
      former_emails: await formerEmails(db, { id: customer_id, email: account.email }),
    },
    identities: await listIdentities(db, customer_id),
    addresses: await listAddresses(db, customer_id),
    payment_methods: await listCards(db, customer_id),
    cart: cart.lines.map((line) => ({
      name: line.product.name,
      slug: line.product.slug,
      variant: line.variant?.name ?? null,
      quantity: line.quantity,
      price: toPounds(priceOf(line)),
    })),
    wishlist: wishes.map(({ product: { name, slug } }) => ({ name, slug })),
    payments_without_order: payments.map(({ amount, status, created_at }) => ({
      amount: toPounds(amount),
      status,
      created_at: created_at.toISOString(),
    })),
    reviews: await reviewsBy(db, customer_id),
    contact_messages: proven === null ? [] : await messagesFrom(db, proven),
    emails: proven === null ? [] : await mailsTo(db, proven),
    newsletter: proven === null ? null : await subscriptionOf(db, proven),
    sessions: await listSessions(db, customer_id),
  }
}
