import * as v from 'valibot'
import { NewAddress } from '#contract/address.ts'
import { Contact } from '#contract/checkout.ts'
import type { OrderAddress } from '#contract/order.ts'
import { correctAddress, correctContact } from '../orders/correcting.ts'
import type { Correction } from '../orders/correcting.ts'
import { command, named } from './command.ts'
import type { Typed } from './command.ts'
import { OrderNumber } from './fields.ts'
import { table } from './table.ts'

/** Under which option each field is typed. */
const addressOptions = {
  name: 'full_name',
  phone: 'phone',
  'line-1': 'address_line_1',
  'line-2': 'address_line_2',
  city: 'city',
  county: 'state',
  postcode: 'postal_code',
  country: 'country',
} as const satisfies Record<string, keyof OrderAddress>

const contactOptions = {
  'first-name': 'first_name',
  'last-name': 'last_name',
  phone: 'phone',
} as const satisfies Record<string, keyof Contact>

/** What was typed, by the names of the fields; an empty one is given, too. */
const fieldsOf = ({ values }: Typed, options: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(options).flatMap(([option, field]) =>
      values[option] === undefined ? [] : [[field, values[option]]],
    ),
  )

const isAny = (given: object): boolean => Object.keys(given).length > 0

/** What it was, beside what it is, under the words by which it can be put back. */
function compared(
  title: string,
  { before, now }: Correction<Readonly<Record<string, string>>>,
  names: Readonly<Record<string, string>>,
): string {
  const shown = (value = '') => (value === '' ? '(none)' : value)
  const rows = Object.entries(names)
    .filter(([, field]) => before[field] !== now[field])
    .map(([name, field]) => [name, shown(now[field]), shown(before[field])])
  return table([title, 'Now', 'Until now'], rows)
}

const optionNames = (options: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(options).map(([option, field]) => [`--${option}`, field]))

const whichExpected = 'Please write --for delivery or --for billing.'

const address = command({
  name: 'orders address',
  usage: 'NUMBER --FIELD TEXT … [--for delivery|billing]',
  summary:
    'Corrects where an order goes that has not been sent, and emails its customer how the order is now.',
  notes: [
    'Only the fields that are given change. If the order is billed to the same address, that is corrected with it. The',
    'answer says what it was until then, so that it can be put back. A customer’s address book stays as it is.',
  ],
  options: {
    name: { type: 'string', value: 'NAME', help: 'who receives the parcel' },
    'line-1': { type: 'string', value: 'TEXT', help: 'the house and the street' },
    'line-2': { type: 'string', value: 'TEXT', help: 'a flat or a floor; "" takes it out' },
    city: { type: 'string', value: 'CITY', help: 'the town or city' },
    county: { type: 'string', value: 'COUNTY', help: 'the county' },
    postcode: { type: 'string', value: 'CODE', help: 'the postcode' },
    country: { type: 'string', value: 'COUNTRY', help: 'the country' },
    phone: { type: 'string', value: 'PHONE', help: 'the number for the carrier to call' },
    for: { type: 'string', value: 'delivery|billing', help: 'corrects only this one of the two addresses' },
  },
  examples: [
    'DMS-7K3M9QXT --line-1 "7 Plum Lane"',
    'DMS-7K3M9QXT --line-2 "" --postcode "N1 2AB"',
    'DMS-7K3M9QXT --for billing --name "Tom Wren"',
  ],
  input: v.object({
    number: OrderNumber,
    given: v.pipe(
      v.partial(v.omit(NewAddress, ['is_default'])),
      v.check(isAny, 'Please give what is to be corrected, such as --line-1 "7 Plum Lane".'),
    ),
    only: v.nullable(v.picklist(['delivery', 'billing'], whichExpected)),
  }),
  read: (typed) => ({
    ...named(typed, 'number'),
    given: fieldsOf(typed, addressOptions),
    only: typed.values['for'] ?? null,
  }),
  work: async (services, { number, ...correct }) => {
    const { whose, isOtherLeft, correction } = await correctAddress(services, number, correct)
    const which = whose.join(' and ')
    const title = `${which.charAt(0).toUpperCase()}${which.slice(1)}`
    return [
      `The ${which} address of ${number} is corrected, and its customer has been sent an email.`,
      ...(isOtherLeft ? ['It is billed to another address, which stays as it is.'] : []),
      compared(title, correction, optionNames(addressOptions)),
    ].join('\n')
  },
})

const contact = command({
  name: 'orders contact',
  usage: 'NUMBER [EMAIL] [--first-name NAME] [--last-name NAME] [--phone PHONE]',
  summary: 'Corrects to whom the emails about an order go, and whom you call, until it is delivered.',
  notes: [
    'With another email address, what waits to be sent to the former one is withdrawn, and the new one gets an email with',
    'what is in the order. Only what is given changes, in this order alone: the account keeps its own address.',
  ],
  options: {
    'first-name': { type: 'string', value: 'NAME', help: 'by which emails address them' },
    'last-name': { type: 'string', value: 'NAME', help: 'the surname' },
    phone: { type: 'string', value: 'PHONE', help: 'the number for you to call' },
  },
  examples: ['DMS-7K3M9QXT ada@example.com', 'DMS-7K3M9QXT --phone "020 7946 0123"'],
  input: v.object({
    number: OrderNumber,
    given: v.pipe(v.partial(Contact), v.check(isAny, 'Please give the right email address.')),
  }),
  read: (typed) => {
    const { number, email } = named(typed, 'number', 'email')
    return { number, given: { ...(email !== undefined && { email }), ...fieldsOf(typed, contactOptions) } }
  },
  work: async (services, { number, given }) => {
    const { isTold, correction } = await correctContact(services, number, given)
    const told = isTold ? ', and its new address has been sent an email.' : '. No email has been sent.'
    return [
      `The contact of ${number} is corrected${told}`,
      compared('Contact', correction, { EMAIL: 'email', ...optionNames(contactOptions) }),
    ].join('\n')
  },
})

export const orderCorrections = [address, contact]
