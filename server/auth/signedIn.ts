import { authTexts } from '#contract/authTexts.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../fastify.ts'
import { ApiError } from '../problem.ts'
import type { Services } from '../services.ts'
import { isSessionAlive } from './store.ts'
import { accessTokens } from './tokens.ts'
import type { SignedIn } from './tokens.ts'

const decorator = 'signed_in'

/**
 * Puts the routes that `routes` registers behind a sign-in: without a good bearer token they answer 401
 * `{ message, code: 'unauthenticated' }` before anything of the body is read. Who calls: {@link customerOf}.
 */
export async function signedInScope(
  app: App,
  services: Services,
  routes: (scope: App) => void | Promise<void>,
): Promise<void> {
  const check = requireCustomer(services)
  await app.register(async (scope: App) => {
    scope.decorateRequest(decorator)
    scope.addHook('onRequest', async (request) =>
      request.setDecorator<SignedIn>(decorator, await check(request)),
    )
    await routes(scope)
  })
}

/** Who makes this call; only inside a {@link signedInScope}, elsewhere it throws. */
export const customerOf = (request: FastifyRequest): SignedIn => request.getDecorator<SignedIn>(decorator)

/** A check of the bearer token and, by one read, that its session stands and its customer is not blocked. */
export function requireCustomer({
  db,
  config,
  clock,
}: Services): (request: FastifyRequest) => Promise<SignedIn> {
  const tokens = accessTokens(config.sessionSecret, clock)
  return async (request) => {
    const token = bearerOf(request)
    if (token === null) throw unauthenticated(authTexts.noTokenFound)
    const who = await tokens.verify(token)
    if (who === null || !(await isSessionAlive(db, who, clock())))
      throw unauthenticated(authTexts.sessionExpired)
    return who
  }
}

/** The token of `Authorization: Bearer …`; null when the header is absent or of another kind. */
function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

export const unauthenticated = (message: string) =>
  new ApiError(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })
