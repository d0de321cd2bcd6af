import { authTexts } from '#contract/authTexts.ts'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import {
  Credentials,
  LoginAnswer,
  RefreshAnswer,
  RefreshInput,
  RegisterAnswer,
  Registration,
  TokenInput,
  ValidAnswer,
} from '#contract/auth.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { makeAfterwards } from '../process/afterwards.ts'
import type { App } from '../http/fastify.ts'
import { mailLimit } from '../mail/limits.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { ApiError } from '../http/problem.ts'
import { repeat } from '../process/repeat.ts'
import { refuseWhileFull } from '../queues/refuseWhileFull.ts'
import type { Services } from '../services.ts'
import { tokenTurns } from '../queues/tokenTurns.ts'
import { login, refresh, register } from './accounts.ts'
import type { AuthServices } from './accounts.ts'
import { confirmEmailChange } from './emailChange.ts'
import { makeLimits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { profileRoutes } from './profileRoutes.ts'
import { providerRoutes } from './providerRoutes.ts'
import { resetRoutes } from './resetRoutes.ts'
import { endSessionOf } from './rotation.ts'
import { signedInScope, unauthenticated } from './signedIn.ts'
import { isSessionAlive, sweepAccounts, verifyEmail } from './store.ts'
import { accessTokens } from './tokens.ts'

/** What is sent here is short; a large body is an attack on the hasher or a mistake. */
const bodyLimit = 8 * 1024
const hour = 3_600_000

/** Signing out always works, so nothing about the body is an error. */
const LogoutInput = v.fallback(v.object({ refresh: v.fallback(v.string(), '') }), { refresh: '' })

/** What signing in needs. To be made once: all passwords wait in one queue to be hashed. */
export const makeAuthServices = (services: Services, passwords: Passwords): AuthServices => ({
  ...services,
  limits: makeLimits(services),
  mayMail: mailLimit(services),
  passwords,
  tokens: accessTokens(services.config.sessionSecret, services.clock),
})

/** Registration, sessions, and the profile of the signed-in customer. */
export async function registerAuth(app: App, services: AuthServices, gateway: PaymentGateway): Promise<void> {
  const all = { ...services, gateway, log: app.log, afterwards: makeAfterwards(app) }
  sessionRoutes(app, services)
  emailRoutes(app, services)
  resetRoutes(app, all)
  providerRoutes(app, all)
  await signedInScope(app, services, (scope) => profileRoutes(scope, services))
  const { db, clock } = services
  repeat(app, hour, 'Ended sessions could not be cleared away', (closing) =>
    sweepAccounts(db, clock(), closing),
  )
}

function sessionRoutes(app: App, services: AuthServices): void {
  const { db, clock, tokens, passwords } = services
  const onRequest = async ({ ip }: FastifyRequest) => passwords.makeSureOfRoom(ip)
  for (const path of [paths.register, paths.login])
    refuseWhileFull(app, `${app.prefix}/${path}`, passwords.gate, 'POST')
  const refreshes = tokenTurns()
  const logouts = tokenTurns()

  app.post(
    `/${paths.register}`,
    { bodyLimit, onRequest, schema: { body: Registration, response: { 201: RegisterAnswer } } },
    async (request, reply) => {
      const user = await register(services, request.body, request.ip)
      return reply.code(201).send({ user, message: authTexts.accountCreated })
    },
  )

  app.post(
    `/${paths.login}`,
    { bodyLimit, onRequest, schema: { body: Credentials, response: { 200: LoginAnswer } } },
    async (request) => login(services, request.body, request.ip),
  )

  app.post(
    `/${paths.refreshToken}`,
    {
      bodyLimit,
      onRequest: refreshes.onRequest,
      schema: { body: RefreshInput, response: { 200: RefreshAnswer } },
    },
    async (request) =>
      refreshes.pass(request, () =>
        refresh(services, request.body.refresh, (session) =>
          request.log.warn({ session }, 'A replaced refresh token was used again; its session was revoked'),
        ),
      ),
  )

  app.post(
    `/${paths.verifyToken}`,
    { bodyLimit, schema: { body: TokenInput, response: { 200: ValidAnswer } } },
    async (request) => {
      const who = await tokens.verify(request.body.token)
      if (who === null || !(await isSessionAlive(db, who, clock())))
        throw unauthenticated(authTexts.sessionExpired)
      return { valid: true as const }
    },
  )

  app.post(
    `/${paths.logout}`,
    {
      bodyLimit,
      onRequest: logouts.onRequest,
      schema: { body: LogoutInput, response: { 200: MessageAnswer } },
    },
    async (request) => {
      await logouts.pass(request, () => endSessionOf(db, request.body.refresh, clock()))
      return { message: authTexts.loggedOut }
    },
  )
}

function emailRoutes(app: App, services: AuthServices): void {
  const { db, clock } = services
  const { onRequest, pass } = tokenTurns()
  app.post(
    `/${paths.verifyEmail}`,
    { bodyLimit, onRequest, schema: { body: TokenInput, response: { 200: MessageAnswer } } },
    async (request) => {
      const { token } = request.body
      const isVerified = await pass(
        request,
        async () => (await verifyEmail(db, token, clock())) || confirmEmailChange(services, token),
      )
      if (!isVerified) throw new ApiError(400, 'invalid_input', authTexts.invalidToken)
      return { message: authTexts.emailVerified }
    },
  )
}
