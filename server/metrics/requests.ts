import type { Server, ServerResponse } from 'node:http'
import type { App } from '../http/fastify.ts'
import { isFromOutside } from '../http/outside.ts'
import { isApi } from '../http/securityHeaders.ts'
import { type Sample, histogram } from './text.ts'

const measured = new WeakMap<Server, () => Sample[]>()

/**
 * Measures how long each answer takes, by route, never by address, which may contain anything. Register it before any
 * route. Returns the function to call where one is answered without the framework.
 */
export function measureRequests(app: App): (route: string, response: ServerResponse) => void {
  const durations = histogram()
  measured.set(app.server, durations.samples)
  app.addHook('onResponse', async (request, reply) => {
    if (!isFromOutside(request)) return
    const labels = {
      method: request.method,
      route: nameOf(request.routeOptions.url),
      status: String(reply.statusCode),
    }
    durations.observe(labels, reply.elapsedTime / 1_000)
  })
  return (route, response) => {
    const begun = performance.now()
    response.once('finish', () => {
      const labels = { method: response.req.method ?? 'GET', route, status: String(response.statusCode) }
      durations.observe(labels, (performance.now() - begun) / 1_000)
    })
  }
}

export const requestsOf = (app: App): Sample[] => measured.get(app.server)?.() ?? []

/** A name for each route, and one for all files of the build, each of which is a route of its own. */
function nameOf(url: string | undefined): string {
  if (url === undefined) return 'none'
  if (isApi(url) || url.includes(':') || url === '/*') return url
  return 'file'
}
