import type { FastifyReply, FastifyRequest } from 'fastify'

export const isApi = (url: string): boolean => url.startsWith('/api/')

/** Headers of every answer, also of one to what is no HTTP. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Sets them. Pages and the worker replace the Content-Security-Policy and `Cache-Control` by their own. */
export function setSecurityHeaders(reply: FastifyReply, request: FastifyRequest, isSecure: boolean): void {
  reply.headers({ 'x-request-id': request.id, ...securityHeaders(isSecure) })
  if (isApi(request.url)) reply.header('cache-control', 'no-store')
}
