import { createStore, get, set } from 'idb-keyval'

/** Where a customer's changes wait in the browser until they are sent. */
export const waiting = createStore('damson-outbox', 'intents')
/** The customers of whom something waits there; undefined where nothing has ever waited. */
export const whoseWaits = async () =>
  (await get<{ customer: string }[]>('intents', waiting))?.map(({ customer }) => customer)
/** A change that waits, however long ago it was made. */
export const longAgo = {
  payload: 'one',
  madeAt: Date.now() - 40 * 86_400_000,
  notBefore: 0,
  attemptedAt: null,
  refusals: 0,
  feature: 'notes',
}
/** Has one change of each of these customers wait, and of nobody else. */
export const ofTheseWaits = (...customers: string[]) =>
  set(
    'intents',
    customers.map((customer) => ({ ...longAgo, key: customer, customer })),
    waiting,
  )
/** Has their sessions expired so many days ago, so that they are expected back. */
export const expired = (...days: (readonly [customer: string, daysAgo: number])[]) =>
  localStorage.setItem(
    'expected-back',
    days.map(([customer, daysAgo]) => `${customer} ${Date.now() - daysAgo * 86_400_000}`).join(','),
  )
