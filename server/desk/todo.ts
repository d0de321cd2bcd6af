import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { lowStock } from '../catalogue/keeping.ts'
import type { Db } from '../db/db.ts'
import { tally } from '../metrics/tally.ts'
import { countToForget } from '../payments/savedCards.ts'
import { command, named } from './command.ts'
import { mailsInTrouble, messagesToAnswer } from './letters.ts'
import { ordersNotPaid, ordersNotPaidBack, ordersToClose, ordersToPrepare } from './ordersDue.ts'
import { paymentsToSettle } from './payments.ts'
import { newReviews } from './reviews.ts'
import { mostShown } from './shortened.ts'
import { table, when } from './table.ts'

async function stockToWatch(db: Db): Promise<string> {
  const low = await lowStock(db)
  if (low.length === 0) return ''
  const rows = low.slice(0, mostShown).map(({ sku, name, variant, left }) => [sku, name, variant ?? '', left])
  const others = low.length - rows.length
  return [
    `${counted(low.length, 'piece or variant', 'pieces or variants')} low in stock`,
    table(['SKU', 'Piece', 'Variant', 'Left'], rows),
    ...(others > 0 ? [`… and ${others} more, no scarcer or sold out: catalogue export has them all.`] : []),
  ].join('\n')
}

/** The gateway may be answering for as long as this, in milliseconds; it is asked again every five minutes. */
const answering = 10_000

async function cardsToForget(db: Db, now: Date): Promise<string> {
  const kept = await countToForget(db, { now, within: answering })
  return kept === 0
    ? ''
    : `${counted(kept, 'card is', 'cards are')} still held by the payment provider, though no longer needed: the shop keeps asking it, and the log has its answers`
}

/** Of a shop that is open: one that is closed tries nothing. */
async function backupsToMend(): Promise<string> {
  const { lostSince, isFailing } = tally.backups
  if (!isFailing) return ''
  const since = lostSince === null ? '' : `, and what has changed since ${when(lostSince)} is in no backup`
  return `The shop could not be backed up${since}: it tries again every hour, and the log says why`
}

const whatThereMayBe = [
  backupsToMend,
  ordersToPrepare,
  ordersNotPaid,
  ordersNotPaidBack,
  paymentsToSettle,
  ordersToClose,
  cardsToForget,
  messagesToAnswer,
  mailsInTrouble,
  stockToWatch,
  newReviews,
]

export const todo = command({
  name: 'todo',
  usage: '',
  summary:
    'Lists what needs doing: backups that failed, orders to prepare, not paid for or not paid back, or long on their way, payments without an order, cards to be deleted, messages to answer, failed emails, low stock, new reviews.',
  notes: [
    'A piece whose low_stock_threshold is 0 in the catalogue is not watched: its stock is never low. So mark what there',
    'is only one of, or it stays on the list once it is sold.',
  ],
  examples: [''],
  input: v.object({}),
  read: (typed) => named(typed),
  work: async ({ db, clock }) => {
    const parts = []
    for (const part of whatThereMayBe) parts.push(await part(db, clock()))
    return parts.filter((part) => part !== '').join('\n\n') || 'Nothing needs doing.'
  },
})
