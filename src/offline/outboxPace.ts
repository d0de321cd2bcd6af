import type { Answer } from '#src/lib/answer.ts'

/** In milliseconds. */
const pauses = [2_000, 5_000, 10_000, 20_000, 30_000]

/**
 * How long another tab may hold the lock while it sends, in milliseconds: one call and somewhat more. If two tabs send
 * the same change, the server counts it once.
 */
export const longestTurn = 40_000

/** How long the outbox waits before it sends again, in milliseconds, after this many attempts that decided nothing. */
export const pauseAfter = (attempts: number): number => pauses[Math.min(attempts, pauses.length) - 1] ?? 0

/**
 * How many attempts our own server may leave undecided, at the last by this answer, before a change is given up and the
 * shopper is told. Where it fails that is within eight seconds, while the word that it was done is still to be seen;
 * where it is at work on the change, later.
 */
export const mostAttempts = ({ status }: Answer<unknown>): number => (status >= 500 ? 3 : 5)
