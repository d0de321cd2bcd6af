import type { FastifyReply, FastifyRequest } from 'fastify'

export const isApi = (url: string): boolean => url.startsWith('/api/')

/** Headers of every answer. Pages replace the Content-Security-Policy and `Cache-Control` by their own. */
export function setSecurityHeaders(reply: FastifyReply, request: FastifyRequest, isSecure: boolean): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (isApi(request.url)) reply.header('cache-control', 'no-store')
}
