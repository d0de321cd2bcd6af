import { local } from './storage.ts'

/** How long a customer whose session expired is expected back, in milliseconds: as long as anything is kept here. */
const longestWait = 30 * 86_400_000

/** Each customer with the time at which they were last here, as it is stored: `1 1764201600000,2 1764205200000`. */
const entries = (): (readonly [customer: string, since: string])[] =>
  (local.get('expected-back') ?? '').split(',').flatMap((entry) => {
    const [customer = '', since = ''] = entry.split(' ')
    return customer === '' ? [] : [[customer, since] as const]
  })

function store(expected: ReturnType<typeof entries>) {
  if (expected.length === 0) local.remove('expected-back')
  else local.set('expected-back', expected.map((entry) => entry.join(' ')).join(','))
}

const all = () => entries().map(([customer]) => customer)
const others = (customer: string) => entries().filter(([one]) => one !== customer)

/**
 * The customers whose session expired on this browser. They were promised that waiting changes are sent once there is a
 * network, and nobody else may send them: so the changes stay for them, unless they are `overdue`.
 */
export const expectedBack = {
  all,

  /** Those who have not come for as long as anything is kept. */
  overdue() {
    const now = Date.now()
    // Dated by a clock that was ahead and has been set back: their days begin now.
    if (entries().some(([, since]) => Number(since) > now))
      store(entries().map(([customer, since]) => [customer, `${Math.min(Number(since), now)}`]))
    return entries().flatMap(([customer, since]) => (now - Number(since) > longestWait ? [customer] : []))
  },

  /** This customer's session has just expired. */
  add: (customer: string) => store([...others(customer), [customer, `${Date.now()}`]]),

  /** This customer has come back, or nothing waits for them any more. */
  remove(customer: string) {
    if (all().includes(customer)) store(others(customer))
  },
}
