import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import type { Db } from '../db/db.ts'
import { noteSettled, noteUnsettled, settledPayments, unsettledPayments } from '../payments/unsettled.ts'
import type { Unsettled } from '../payments/unsettled.ts'
import { Refusal, command, named } from './command.ts'
import { ShortId, theOnly, undoOption } from './fields.ts'
import { tableOfOldest } from './shortened.ts'
import { money, table, when } from './table.ts'

const states = {
  releasing: 'not paid back',
  uncertain: 'not known to the shop',
} as const satisfies Record<Unsettled['status'], string>

/** Under their whole ids, by which the payment provider knows them. */
export const paymentTable = (some: readonly Unsettled[], layOut = table): string =>
  layOut(
    ['ID', 'Begun', 'Amount', 'Customer', 'State'],
    some.map(({ id, created_at, amount, email, status }) => [
      id,
      when(created_at),
      money(amount),
      email ?? 'somebody whose account is gone',
      states[status],
    ]),
  )

/** Payments that led to no order, and that the shop cannot bring to an end by itself. */
export async function paymentsToSettle(db: Db): Promise<string> {
  const some = await unsettledPayments(db)
  const title = `${counted(some.length, 'payment without an order needs', 'payments without an order need')} settling (once you have seen to it: payments settled ID)`
  return some.length === 0 ? '' : `${title}\n${paymentTable(some, tableOfOldest)}`
}

const settled = command({
  name: 'payments settled',
  usage: 'ID [--undo]',
  summary: 'Notes that you see to a payment without an order yourself, so that todo no longer lists it.',
  notes: [
    'For one that todo lists, under which ID the payment provider knows it. One that is not paid back: the shop keeps',
    'trying until this is noted, so first note it, then wait a minute, then check that the payment provider has not paid',
    'it back, and pay only if it has not. One whose state is not known to the shop, because it was under way when the',
    'backup was made, or this was noted and undone: first find out what became of it. The customer gets no email.',
  ],
  options: undoOption,
  examples: ['3f2b81c0', '3f2b81c0-5d1c-4a7e-9f35-0c6b2a9d7e14', '3f2b81c0 --undo'],
  input: v.object({ id: ShortId('payment', 'todo'), isUndone: v.boolean() }),
  read: (typed) => ({ ...named(typed, 'id'), isUndone: typed.values['undo'] === true }),
  work: async ({ db }, { id: typed, isUndone }) => {
    if (isUndone) {
      const { id, amount } = theOnly('payment noted as settled', typed, await settledPayments(db, typed))
      if (!(await noteUnsettled(db, id))) throw new Refusal(`There is no payment noted as settled ${typed}.`)
      return `The payment ${id} of ${money(amount)} is on the list of those that need settling again. The shop no longer tries by itself: find out from the payment provider whether it has paid it back, and pay if it has not.`
    }
    const { id, amount } = theOnly('payment', typed, await unsettledPayments(db, typed))
    if (!(await noteSettled(db, id))) throw new Refusal(`There is no payment ${typed}.`)
    return `The payment ${id} of ${money(amount)} is noted as settled: the shop does nothing more about it.`
  },
})

export const paymentCommands = [settled]
