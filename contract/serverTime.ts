let ahead = 0

/**
 * The present, by the server's clock as far as a browser knows it: a phone's own may be years wrong, and what an order
 * depends on must not be judged by that. On the server it is the present.
 */
export const serverNow = (): Date => new Date(Date.now() + ahead)

/** Learns what time it was on the server when it sent an answer, as its `Date` header has it, if there is one. */
export function learnServerTime(date: string | null) {
  ahead = Date.parse(date ?? '') - Date.now() || 0
}
