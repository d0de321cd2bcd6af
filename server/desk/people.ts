import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { emailAddress } from '#contract/fields.ts'
import { removeAccount } from '../account/erase.ts'
import { keptUntil } from '../auth/formerAddress.ts'
import { findByEmail, forgetLinksTo, holdToDelete } from '../auth/store.ts'
import type { Customer } from '../auth/store.ts'
import { messagesFrom, removeMessagesFrom } from '../contact/store.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { accountDeletedMail } from '../mail/accountMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import { purgeMails } from '../mail/purge.ts'
import { removeWritten } from '../mail/transport.ts'
import { forgetSubscriber, subscriptionOf } from '../newsletter/store.ts'
import { anonymiseFormerOrders, arrivesWithin, ordersUnder, readdressOrders } from '../orders/former.ts'
import { forgetCard } from '../payments/keeping.ts'
import { Refusal, command, named } from './command.ts'
import { facts, table, when } from './table.ts'

const Email = emailAddress('Please give the email address.', 'That is not an email address.')

const show = command({
  name: 'people show',
  usage: 'EMAIL',
  summary:
    'Shows what the shop holds about somebody who has no account: messages, the newsletter, and orders.',
  notes: [
    'Answer only somebody who writes from that address. A customer with an account downloads a copy of everything there.',
  ],
  examples: ['ada@example.com'],
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async ({ db }, { email }) => {
    const owner = await findByEmail(db, email)
    const subscription = await subscriptionOf(db, email)
    const messages = await messagesFrom(db, email)
    const orders = await ordersUnder(db, email)
    const newsletter =
      subscription === null
        ? 'not requested'
        : subscription.confirmed_at === null
          ? `requested ${when(subscription.requested_at)}, never confirmed`
          : `since ${when(subscription.confirmed_at)}`
    return [
      facts([
        ['Account', accountOf(owner)],
        ['Newsletter', newsletter],
        ['Messages', String(messages.length)],
        ['Orders', String(orders.length)],
      ]),
      ...(orders.length === 0 ? [] : [tableOf(orders)]),
      ...messages.map(
        ({ name, subject, message, created_at }) =>
          `${facts([
            ['From', name],
            ['Written', when(created_at)],
            ['Subject', subject === '' ? '(none)' : subject],
          ])}\n\n${message}`,
      ),
    ].join('\n\n')
  },
})

const accountOf = (owner: Customer | null): string => {
  if (owner === null) return 'none'
  return owner.blocked_at === null
    ? 'yes: its owner downloads a copy on the account page'
    : 'yes, and blocked: people forget erases it; for a copy, its owner has to be unblocked'
}

type Held = Awaited<ReturnType<typeof ordersUnder>>

const tableOf = (orders: Held): string =>
  table(
    ['Number', 'Status', 'Placed'],
    orders.map(({ order_number, status, created_at }) => [order_number, status, when(created_at)]),
  )

/** What cannot be forgotten yet, and why. */
const ordersLeft = (orders: Held): string[] => {
  const toPayBack = orders.filter(({ status }) => status === 'cancelled')
  const toArrive = orders.filter(({ status }) => status !== 'cancelled')
  return [
    toldOf(
      toArrive,
      `The recipients of these orders stay, because the orders are still to be sent or on their way. Each is erased once its order is marked as delivered, at the latest ${arrivesWithin} days after it was sent.`,
    ),
    toldOf(
      toPayBack,
      'The recipients of these cancelled orders stay, because the orders are not paid back yet. Each is erased within an hour of its order being paid back; until then todo lists that.',
    ),
  ]
}

const toldOf = (orders: Held, why: string): string =>
  orders.length === 0 ? '' : `${why}\n${tableOf(orders)}`

const mailsLeft = (count: number): string =>
  count === 0 ? '' : `${counted(count, 'email')} about orders will still be sent, and then erased.`

/** The database does not remember of every one what is in it. */
const inFiles =
  'Without SMTP_URL emails are files in DATA_DIR/outbox. Those sent to this address are deleted; others may mention it, for 30 days at most.'

/** What goes with an account whose address was merely typed may be somebody else's, and so does not go. */
const theirs = (email: string, isProved: boolean): string =>
  isProved
    ? `${email} has an account. Its owner deletes it, and all of this, on the account page.`
    : `${email} has an account. Its owner deletes it on the account page. The address was never confirmed there, so messages and the newsletter stay: forget them here afterwards.`

/**
 * Erases a blocked account, whose owner cannot do it; null where there is no account. @throws {Refusal} one that is not
 * blocked, or that its former address can still take back
 */
async function eraseBlocked(tx: Db, email: string, now: Date) {
  const owner = await findByEmail(tx, email)
  if (owner === null) return null
  if (owner.blocked_at === null) throw new Refusal(theirs(email, owner.email_verified_at !== null))
  if (!(await holdToDelete(tx, owner))) throw new Refusal(`${email} is just being changed. Please try again.`)
  // Who writes from the address shows no more by it than by a code that is mailed there.
  const kept = await keptUntil(tx, owner, 'code', now)
  if (kept === null) return removeAccount(tx, owner, now)
  throw new Refusal(
    `${email} has not long been the address of this account, which is blocked. Until ${when(kept.until)} the one before can take it back: forget it after that.`,
  )
}

const erasedNow = (email: string): string =>
  `The blocked account of ${email} is erased, as its owner would do it, and an email there says so. Nobody is kept from signing up with the address again.`

const forget = command({
  name: 'people forget',
  usage: 'EMAIL',
  summary:
    'Erases what the shop holds about somebody who has no account, or a blocked one: messages, the newsletter, emails, and orders as far as it may.',
  notes: [
    'This cannot be undone. Erase only for somebody who writes from that address. Owners delete their accounts',
    'themselves, on the account page; the login page emails them a link if they have lost the password. A blocked one,',
    'whose owner cannot, is erased here; nobody is kept from signing up with its address again. Orders from a deleted',
    'account that are open, or not paid back, stay, and are listed; in orders from accounts, the account’s own address',
    'replaces this one.',
  ],
  examples: ['ada@example.com'],
  // The reviews of an account.
  isSeen: true,
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async (services, { email }) => {
    const { db, clock, config } = services
    const { erased, left, mails } = await transaction(db, async (tx) => {
      const erased = await eraseBlocked(tx, email, clock())
      await removeMessagesFrom(tx, email)
      await forgetSubscriber(tx, email, clock())
      await forgetLinksTo(tx, email)
      const numbers = (await ordersUnder(tx, email)).map(({ order_number }) => order_number)
      await anonymiseFormerOrders(tx, clock())
      await readdressOrders(tx, email)
      const mails = await purgeMails(tx, [email], [], { due: numbers })
      if (erased !== null) await queueMail(tx, accountDeletedMail(email, config.publicUrl), 'forget')
      return { erased, mails, left: await ordersUnder(tx, email) }
    })
    await Promise.all((erased?.cards ?? []).map((card) => forgetCard(services, card)))
    await removeWritten(config.dataDir, [...(erased?.gone ?? []), ...mails.gone])
    const stays = [...ordersLeft(left), mailsLeft(mails.left)].filter((part) => part !== '')
    const nothing = stays.length === 0 ? 'Nothing' : 'Nothing else'
    const text = [
      ...(erased === null ? [] : [erasedNow(email)]),
      ...stays,
      `${nothing} is held about ${email} any more. Backups keep it until they are replaced.`,
      ...(config.smtpUrl === null ? [inFiles] : []),
    ].join('\n\n')
    return { text, isUnseen: erased === null }
  },
})

export const peopleCommands = [show, forget]
