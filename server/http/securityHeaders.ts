import type { FastifyReply, FastifyRequest } from 'fastify'

export const isApi = (url: string): boolean => url.startsWith('/api/')

const headersOf = (isSecure: boolean) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
const secure: Readonly<Record<string, string>> = headersOf(true)
const plain: Readonly<Record<string, string>> = headersOf(false)

/** Headers of every answer, even to malformed HTTP. */
export const securityHeaders = (isSecure: boolean) => (isSecure ? secure : plain)

/** Of what is no page: crawlers may ask for it, because pages do, but are to show none of it by itself. */
export const unlisted: Readonly<Record<string, string>> = { 'x-robots-tag': 'noindex' }

/** Sets them. Pages and the worker replace the Content-Security-Policy and `Cache-Control` by their own. */
export function setSecurityHeaders(reply: FastifyReply, request: FastifyRequest, isSecure: boolean): void {
  reply.header('x-request-id', request.id).headers(securityHeaders(isSecure))
  // By its route as well: an address may be percent-encoded (`/%61pi/…`).
  if (isApi(request.url) || isApi(request.routeOptions.url ?? ''))
    reply.headers({ ...unlisted, 'cache-control': 'no-store' })
}
