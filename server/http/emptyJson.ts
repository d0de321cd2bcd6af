import type { App } from './fastify.ts'

/** Treats an empty body announced as JSON as no body: many clients set that header on every call. */
export function acceptEmptyJson(scope: App): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
