import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Answer } from '#src/lib/answer.ts'

export const StoredIntent = v.object({
  key: v.string(),
  customer: v.string(),
  feature: v.string(),
  payload: v.unknown(),
  madeAt: v.number(),
  notBefore: v.number(),
  attemptedAt: v.nullable(v.number()),
  refusals: v.number(),
  isTold: v.exactOptional(v.boolean()),
})

/**
 * One change that the shopper made and the server has yet to hear of. It belongs to one customer, is sent in order
 * and exactly once: `key` is its Idempotency-Key, so that sending it again after a lost answer changes nothing.
 * Times are epoch milliseconds.
 */
export type Intent<P = unknown> = {
  key: string
  customer: string
  /** Which feature understands the payload. */
  feature: string
  payload: P
  madeAt: number
  /** Not to be sent earlier than this, so that quick taps collapse into one change. */
  notBefore: number
  /** When it may first have reached the server: from then on only what its sending remembers is changed. */
  attemptedAt: number | null
  /** How often our own server could not say yes or no. */
  refusals: number
  /** Whether the shopper has been told that the build of one of their tabs does not understand it. */
  isTold?: boolean
}

/**
 * Joins a new change, which `make` makes, to those of its customer and feature that wait: returns the ones not sent yet
 * as they should be.
 */
export type Collapse<P> = (
  unsent: readonly Intent<P>[],
  make: (payload: P, delay?: number) => Intent<P>,
  attempted: readonly Intent<P>[],
) => readonly Intent<P>[]

export type Handler<P> = {
  /** The schema that a payload must match to be applied and sent. */
  schema: v.GenericSchema<unknown, P>
  /**
   * Sends it. Never throws; without an answer the outbox tries again later, with the payload that it was last told to
   * `remember`.
   */
  send: (
    intent: Intent<P>,
    queryClient: QueryClient,
    remember: (payload: P) => Promise<void>,
  ) => Promise<Answer<unknown>>
  /**
   * Brings the query cache in line with the answer and reports a refusal; called before the intent leaves the list. If
   * another tab has sent it, the answer is a success without content.
   */
  settle: (intent: Intent<P>, answer: Answer<unknown>, queryClient: QueryClient) => void
  /** Whether the server's data are being read for this customer. */
  isReading: (queryClient: QueryClient, customer: string) => boolean
  /**
   * Called when nothing of this feature is waiting for this customer any more, or a reading began before the answer came:
   * the server's data have to be refetched.
   */
  readAgain: (queryClient: QueryClient, customer: string) => void
}

/** Makes intents of one change, which is made now: each has its key, and is to be sent after a delay in milliseconds. */
export function intentMaker<P>(of: Pick<Intent<P>, 'key' | 'customer' | 'feature'>) {
  const madeAt = Date.now()
  return (payload: P, delay = 0): Intent<P> => ({
    ...of,
    payload,
    madeAt,
    notBefore: madeAt + delay,
    attemptedAt: null,
    refusals: 0,
  })
}
