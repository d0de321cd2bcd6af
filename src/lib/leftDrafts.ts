import { local } from './storage.ts'
import { partOf } from './subjectOf.ts'

/** How long what is typed is kept, in milliseconds. */
export const draftsKeptFor = 24 * 60 * 60_000

/** What is stored under that name; the drafts and the checkout's as they were stored themselves. */
const part = (name: 'customer' | 'at' | 'drafts' | 'checkout') => partOf(local.get('left-drafts'), name)

const drop = () => local.remove('left-drafts')

function isOld(): boolean {
  const at = part('at')
  // One in the future is of a clock that ran ahead: nobody knows how old it is.
  return typeof at !== 'number' || Math.abs(Date.now() - at) > draftsKeptFor
}

/**
 * What a customer was typing when their session expired, set aside for them alone: until they are back no form shows it,
 * neither to a guest nor to another customer.
 */
export const leftDrafts = {
  /** Sets aside what this browser has: this customer's session has just expired. */
  keep(customer: string): void {
    const [drafts, checkout] = [local.get('drafts'), local.get('checkout-draft')]
    if ((drafts ?? checkout) === null) return
    local.set('left-drafts', JSON.stringify({ customer, at: Date.now(), drafts, checkout }))
  },

  /** To be called when this customer has signed in: their own is where they left it, and somebody else's goes. */
  giveBack(customer: string): void {
    const isTheirs = part('customer') === customer && !isOld()
    const [drafts, checkout] = isTheirs ? [part('drafts'), part('checkout')] : []
    drop()
    if (typeof drafts === 'string') local.set('drafts', merged(drafts, local.get('drafts')))
    if (typeof checkout === 'string' && local.get('checkout-draft') === null)
      local.set('checkout-draft', checkout)
  },

  /** This customer has left for good. */
  forget(customer: string): void {
    if (part('customer') === customer) drop()
  },

  /** Removes what nobody came back for within a day. */
  sweep(): void {
    if (local.get('left-drafts') !== null && isOld()) drop()
  },
}

/** By form. What was typed since, such as the address on the login page, is newer. */
function merged(left: string, since: string | null): string {
  try {
    return JSON.stringify({ ...Object(JSON.parse(left)), ...Object(JSON.parse(since ?? '{}')) })
  } catch {
    return left
  }
}
