import type { App } from '../http/fastify.ts'
import { toProblem } from '../http/problem.ts'

/** Refusals of the routes in `scope` carry these fields as well, as clients of the specification look for them. */
export function refuseWith(scope: App, envelope: Readonly<Record<string, unknown>>): void {
  scope.setErrorHandler((error, _request, reply) => {
    const { status, body, headers } = toProblem(error)
    // What went wrong here is for the server's own handler to log.
    if (status >= 500) throw error
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...envelope, ...body }))
  })
}
