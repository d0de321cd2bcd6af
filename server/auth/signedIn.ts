import { authTexts } from '#contract/authTexts.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, sessions } from '../db/schema/customers.ts'
import type { App } from '../http/fastify.ts'
import { type TurnOf, ownCallsInTurn } from '../queues/ownTurns.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { isSessionAlive } from './store.ts'
import { accessTokens } from './tokens.ts'
import type { SignedIn } from './tokens.ts'

const decorator = 'signed_in'

/**
 * Puts the routes that `routes` registers behind a sign-in: without a good bearer token they answer 401
 * `{ message, code: 'unauthenticated' }` before anything of the body is read. Who calls: {@link customerOf}. `turnOf` is for
 * those that wait for something else than the database (`ownTurns.ts`).
 */
export async function signedInScope(
  app: App,
  services: Services,
  routes: (scope: App, turnOf: TurnOf) => void | Promise<void>,
): Promise<void> {
  const check = requireCustomer(services)
  await app.register(async (scope: App) => {
    scope.decorateRequest(decorator)
    const inTurn = ownCallsInTurn(scope, check)
    scope.addHook('onRequest', async (request) =>
      request.setDecorator<SignedIn>(decorator, await inTurn.check(request)),
    )
    await routes(scope, inTurn.turnOf)
  })
}

/** The customer who makes this call; only inside a {@link signedInScope}, elsewhere it throws. */
export const customerOf = (request: FastifyRequest): SignedIn => request.getDecorator<SignedIn>(decorator)

/** Checks the bearer token and, with one read, that its session is valid and its customer is not blocked. */
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

/**
 * Locks the signed-in customer until the end of the transaction, in which something of theirs is changed: one such
 * change at a time. Their session was checked when the call came, and whoever proves the address in the meantime ends
 * that session, then clears what was saved. So a change either is there by then to be cleared, or is refused.
 * @throws {ApiError} 401
 */
async function holdSignedIn(db: Db, { customer_id, session_id }: SignedIn): Promise<void> {
  const held = await db
    .select({ id: sessions.id })
    .from(customers)
    .innerJoin(sessions, eq(sessions.customer_id, customers.id))
    .where(and(eq(customers.id, customer_id), eq(sessions.id, session_id), isNull(sessions.revoked_at)))
    // Both: of what is not held, the statement goes on seeing what it was before somebody was waited for.
    .for('no key update')
  if (held.length === 0) throw unauthenticated(authTexts.sessionExpired)
}

/**
 * Does `work` in a transaction in which the signed-in customer is held: what concerns all of their addresses or cards,
 * such as how many there may be and which is the default, is decided by one call at a time.
 * @throws {ApiError} 401
 */
export function asSignedIn<T>(db: Db, who: SignedIn, work: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await holdSignedIn(tx, who)
    return work(tx)
  })
}

/** The token of `Authorization: Bearer …`; null when the header is absent or of another kind. */
function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

export const unauthenticated = (message: string) =>
  new ApiError(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })
