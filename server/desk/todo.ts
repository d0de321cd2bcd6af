import * as v from 'valibot'
import { lowStock } from '../catalogue/keeping.ts'
import type { Db } from '../db/db.ts'
import { command, named } from './command.ts'
import { mailsInTrouble, messagesToAnswer } from './letters.ts'
import { ordersNotPaid, ordersNotPaidBack, ordersToPrepare } from './orders.ts'
import { counted, table } from './table.ts'

async function stockToWatch(db: Db): Promise<string> {
  const low = await lowStock(db)
  const rows = low.map(({ sku, name, variant, left }) => [sku, name, variant ?? '', left])
  return low.length === 0
    ? ''
    : `${counted(low.length, 'piece or variant', 'pieces or variants')} low in stock\n${table(['SKU', 'Piece', 'Variant', 'Left'], rows)}`
}

const whatThereMayBe = [
  ordersToPrepare,
  ordersNotPaid,
  ordersNotPaidBack,
  messagesToAnswer,
  mailsInTrouble,
  stockToWatch,
]

export const todo = command({
  name: 'todo',
  usage: '',
  summary:
    'Lists what needs doing: orders to prepare, not paid for or not paid back, messages to answer, failed mails, low stock.',
  examples: [''],
  input: v.object({}),
  read: (typed) => named(typed),
  work: async ({ db, clock }) => {
    const parts = []
    for (const part of whatThereMayBe) parts.push(await part(db, clock()))
    return parts.filter((part) => part !== '').join('\n\n') || 'Nothing needs doing.'
  },
})
