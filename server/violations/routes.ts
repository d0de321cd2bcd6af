import * as v from 'valibot'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { violationsPath } from './path.ts'

const minute = 60_000
const unreadable = 'This report cannot be read'
const word = /^[a-z][a-z-]{1,39}$/

const Uri = v.pipe(v.string(unreadable), v.maxLength(2_048, unreadable))
/** What all browsers send to a `report-uri`; the older ones call the directive by the other name. */
const Report = v.object({
  'csp-report': v.object(
    {
      'document-uri': Uri,
      'blocked-uri': v.optional(Uri, ''),
      'effective-directive': v.optional(Uri, ''),
      'violated-directive': v.optional(Uri, ''),
    },
    unreadable,
  ),
})

/**
 * Browsers' reports of pages that broke their Content-Security-Policy: somebody's attempt, a browser extension, or a
 * fault of ours. A line in the log says which rule, what kind of page and whose script; never whose browser it was, nor
 * a full address, because that may contain a token or an order number.
 */
export async function registerViolations(app: App, services: Services): Promise<void> {
  const { config } = services
  const limit = {
    window: 10 * minute,
    from: 'first',
    message: 'Too many reports. Please wait a while.',
  } as const
  const ofOne = callLimit(services, { ...limit, name: 'violations', most: 20 })
  // A fault of ours comes from every browser at once, and says the same each time.
  const ofAll = callLimit(services, { ...limit, name: 'all violations', most: 200 })
  await app.register(async (scope: App) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/csp-report', { parseAs: 'string' }, (request, body, done) => {
      void parse(request, String(body), done)
    })
    scope.post(
      `/${violationsPath}`,
      { bodyLimit: 8 * 1024, schema: { body: Report, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const report = request.body['csp-report']
        const page = URL.parse(report['document-uri'])
        const directive = (report['effective-directive'] || report['violated-directive']).split(' ')[0] ?? ''
        // Any site can have its own visitors' browsers report here.
        if (page?.origin !== new URL(config.publicUrl).origin || !word.test(directive))
          throw new ApiError(400, 'invalid_input', unreadable)
        await ofOne.count(request.ip)
        await ofAll.count('')
        request.log.warn(
          {
            directive,
            blocked: sourceOf(report['blocked-uri']),
            page: `/${page.pathname.split('/')[1] ?? ''}`,
          },
          'A page broke its Content-Security-Policy',
        )
        return reply.code(204).send(undefined)
      },
    )
  })
}

/** Whose it is that was blocked: `inline`, `https://elsewhere.example`, `chrome-extension:`. */
function sourceOf(blocked: string): string {
  if (word.test(blocked)) return blocked
  const url = URL.parse(blocked)
  if (url === null) return 'unknown'
  return url.origin === 'null' ? url.protocol : url.origin
}
