import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * In seconds. With the minute for which the answer is fresh, and the one for which a page then trusts it, a price or an
 * offer is five minutes old at most in a browser that opens its page or comes back to it (docs/operations.md, docs/desk.md).
 */
const longestStale = 180

/** For an answer that is the same for everybody: fresh for `seconds`, then shown while it is asked for again. */
export const freshFor = (seconds: number): string =>
  `public, max-age=${seconds}, stale-while-revalidate=${Math.min(seconds * 10, longestStale)}`

/** Marks an answer so. */
export function cachePublic(reply: FastifyReply, seconds: number): void {
  reply.header('cache-control', freshFor(seconds))
}

/**
 * An `onSend` hook: gives public answers an ETag of their body, and 304 to a caller who has that body already. A
 * callback rather than a promise, because every answer passes through it and a finished one should not wait for a tick.
 */
export function answerNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload?: unknown) => void,
): void {
  const isPublic = typeof payload === 'string' && reply.statusCode === 200 && isMarkedPublic(reply)
  if (!isPublic) return done(null, payload)
  const given = reply.getHeader('etag')
  const etag = typeof given === 'string' ? given : etagOf(payload)
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (!matches(request.headers['if-none-match'], etag)) return done(null, payload)
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return done(null, '')
}

const isMarkedPublic = (reply: FastifyReply) =>
  String(reply.getHeader('cache-control') ?? '').startsWith('public')

/** Weak, because the same text is sent in several encodings. */
export const etagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`

/** True when `If-None-Match` names this ETag (compared weakly, as RFC 9110 has it for this header). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
