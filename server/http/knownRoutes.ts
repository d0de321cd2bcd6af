import type { Server } from 'node:http'
import type { FastifyRequest, FastifySchema } from 'fastify'
import type { App } from './fastify.ts'
import { partsOf } from './partsOf.ts'
import { ApiError, notFound } from './problem.ts'
import { isApi } from './securityHeaders.ts'

const routes = new WeakMap<Server, Map<string, FastifySchema>>()

/** Every route there is, as `GET /path/:id`, with what it takes and gives. */
export const routesOf = (app: App): ReadonlyMap<string, FastifySchema> => routes.get(app.server) ?? new Map()

/** What the paths of a route look like. */
export const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** 405 with `Allow` where the path is known with another method, else 404, for everything under /api/. */
export function answerUnknown(app: App): void {
  const known: { pattern: RegExp; methods: Set<string> }[] = []
  const all = new Map<string, FastifySchema>()
  routes.set(app.server, all)
  app.addHook('onRoute', ({ url, method, schema = {} }) => {
    for (const name of [method].flat()) all.set(`${name} ${url}`, schema)
    if (!isApi(url) || url.includes('*')) return
    const pattern = patternOf(url)
    const methods = Array.isArray(method) ? method : [method]
    const entry = known.find((route) => route.pattern.source === pattern.source)
    if (entry === undefined) known.push({ pattern, methods: new Set(methods) })
    else for (const name of methods) entry.methods.add(name)
  })
  const unknown = (request: FastifyRequest): ApiError => {
    const { path } = partsOf(request.url)
    const allowed = new Set(
      known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    )
    // A path may be refused for its length alone, by the very method it is known with.
    if (allowed.size === 0 || allowed.has(request.method)) return notFound()
    const headers = { allow: [...allowed].sort().join(', ') }
    return new ApiError(405, 'method_not_allowed', 'This cannot be done here', { headers })
  }
  const refuseUnknown = async (request: FastifyRequest): Promise<never> => {
    throw unknown(request)
  }
  // Before the body is read: an unknown path is 404 whatever was sent to it.
  for (const path of ['/api', '/api/*']) app.all(path, { onRequest: refuseUnknown, handler: refuseUnknown })
  app.setNotFoundHandler(refuseUnknown)
}
