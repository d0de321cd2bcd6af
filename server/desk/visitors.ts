import { stringify } from 'csv-stringify/sync'
import * as v from 'valibot'
import { emailAddress } from '#contract/fields.ts'
import { findByEmail, forgetLinksTo } from '../auth/store.ts'
import { messagesFrom, removeMessagesFrom } from '../contact/store.ts'
import { transaction } from '../db/db.ts'
import { purgeMails } from '../mail/outbox.ts'
import { newsletterLink } from '../newsletter/links.ts'
import { forgetSubscriber, readers, subscriptionOf } from '../newsletter/store.ts'
import { anonymiseFormerOrders, arrivesWithin, ordersUnder, readdressOrders } from '../orders/former.ts'
import { Refusal, command, named } from './command.ts'
import { counted, facts, table, when } from './table.ts'
import { typedPath } from './typedFile.ts'

const fileExpected = 'Please name a file that ends in .csv.'

const exportReaders = command({
  name: 'newsletter export',
  usage: 'FILE.csv',
  summary: 'Writes who is to get the next letter: address, since when, and the link to leave.',
  notes: [
    'Only who has confirmed. Each letter has to carry its reader’s own link, as the privacy policy promises; write the',
    'file anew for each letter, and delete it after, so that nobody is written to who has left.',
  ],
  examples: ['readers.csv'],
  input: v.object({ path: v.pipe(v.string(fileExpected), v.endsWith('.csv', fileExpected)) }),
  read: (typed) => {
    const { file } = named(typed, 'file')
    return { path: file === undefined ? undefined : typedPath(file) }
  },
  work: async ({ db, config }, { path }) => {
    const found = await readers(db)
    const rows = found.map(({ email, confirmed_at, unsubscribe_token }) => ({
      email,
      confirmed_at: confirmed_at.toISOString(),
      leave: newsletterLink(config, 'unsubscribe', unsubscribe_token),
    }))
    const content = stringify(rows, {
      header: true,
      columns: ['email', 'confirmed_at', 'leave'],
      bom: true,
      record_delimiter: 'windows',
      // No apostrophe is put before an address to defuse spreadsheet formulas, because a mailing program would take it
      // for part of the address. A formula that does anything needs brackets, which no address that the shop accepts
      // has (`emailAddress`).
      escape_formulas: false,
    })
    return {
      text: `${counted(found.length, 'reader')} written to ${path}.`,
      files: [{ path, content, isPrivate: true }],
    }
  },
})

const Email = emailAddress('Please give the email address.', 'That is no email address.')

const show = command({
  name: 'people show',
  usage: 'EMAIL',
  summary:
    'Shows what the shop holds of somebody who has no account: their messages, the newsletter, and orders.',
  notes: [
    'Answer nobody who does not write from that address. Who has an account downloads a copy of everything there.',
  ],
  examples: ['ada@example.com'],
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async ({ db }, { email }) => {
    const hasAccount = (await findByEmail(db, email)) !== null
    const subscription = await subscriptionOf(db, email)
    const messages = await messagesFrom(db, email)
    const orders = await ordersUnder(db, email)
    const newsletter =
      subscription === null
        ? 'not asked for'
        : subscription.confirmed_at === null
          ? `asked for ${when(subscription.requested_at)}, never confirmed`
          : `since ${when(subscription.confirmed_at)}`
    return [
      facts([
        ['Account', hasAccount ? 'yes: its owner downloads a copy on the account page' : 'none'],
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

type Held = Awaited<ReturnType<typeof ordersUnder>>

const tableOf = (orders: Held): string =>
  table(
    ['Number', 'Status', 'Placed'],
    orders.map(({ order_number, status, created_at }) => [order_number, status, when(created_at)]),
  )

/** What cannot be forgotten yet, and why. */
const ordersLeft = (orders: Held): string =>
  orders.length === 0
    ? ''
    : `Whom these orders go to stays, because they are still to be sent or on their way. It goes from each of them once it is marked as delivered, at the latest ${arrivesWithin} days after it was sent.\n${tableOf(orders)}`

const mailsLeft = (count: number): string =>
  count === 0 ? '' : `${counted(count, 'email')} about orders will be sent yet, and then forgotten.`

const forget = command({
  name: 'people forget',
  usage: 'EMAIL',
  summary:
    'Erases what the shop holds of somebody who has no account: messages, the newsletter, mails, and orders as far as may be.',
  notes: [
    'For good. Erase nothing for somebody who does not write from that address. An account is deleted by its owner,',
    'on the account page; who has lost the password has a link to a new one mailed by the login page. Of orders that are',
    'under way, from an account that was deleted, it says that they stay; in those of accounts, the account’s own address',
    'takes the place of this one.',
  ],
  examples: ['ada@example.com'],
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async ({ db, clock }, { email }) => {
    const { left, mails } = await transaction(db, async (tx) => {
      if ((await findByEmail(tx, email)) !== null)
        throw new Refusal(
          `${email} has an account. Its owner deletes it, and all of this, on the account page.`,
        )
      await removeMessagesFrom(tx, email)
      await forgetSubscriber(tx, email, clock())
      await forgetLinksTo(tx, email)
      const numbers = (await ordersUnder(tx, email)).map(({ order_number }) => order_number)
      await anonymiseFormerOrders(tx, clock())
      await readdressOrders(tx, email)
      return { mails: await purgeMails(tx, [email], [], numbers), left: await ordersUnder(tx, email) }
    })
    const stays = [ordersLeft(left), mailsLeft(mails)].filter((part) => part !== '')
    const nothing = stays.length === 0 ? 'Nothing' : 'Nothing else'
    return [
      ...stays,
      `${nothing} is held of ${email} any more. Backups keep it until they are replaced.`,
    ].join('\n\n')
  },
})

export const visitorCommands = [exportReaders, show, forget]
