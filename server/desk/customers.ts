import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { emailAddress } from '#contract/fields.ts'
import { blockCustomer, unblockCustomer } from '../auth/blocking.ts'
import { command, named } from './command.ts'

const Email = emailAddress('Please give the customer’s email address.', 'That is not an email address.')

const block = command({
  name: 'customers block',
  usage: 'EMAIL',
  summary: 'Blocks a customer: every session ends at once, and nobody can log in to the account.',
  notes: [
    'Orders already placed stay. Only somebody who knows the password can tell that the account is blocked.',
  ],
  examples: ['ada@example.com'],
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async ({ db, clock }, { email }) => {
    const ended = await blockCustomer(db, email, clock())
    return `${email} is blocked. ${counted(ended, 'session')} ended.`
  },
})

const unblock = command({
  name: 'customers unblock',
  usage: 'EMAIL',
  summary: 'Lets a blocked customer log in again.',
  examples: ['ada@example.com'],
  input: v.object({ email: Email }),
  read: (typed) => named(typed, 'email'),
  work: async ({ db }, { email }) => {
    await unblockCustomer(db, email)
    return `${email} can log in again.`
  },
})

export const customerCommands = [block, unblock]
