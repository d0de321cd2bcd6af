import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ValidAnswer } from '#contract/auth.ts'
import { authTexts } from '#contract/authTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { ForgottenPassword, PasswordReset, ResetToken } from '#contract/passwords.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { tokenTurns } from '../queues/tokenTurns.ts'
import type { AccountServices } from './accounts.ts'
import { invalidToken, isResetGood, requestReset, resetPassword } from './resets.ts'

const bodyLimit = 8 * 1024
const minute = 60_000

/** Requests for a link are answered only at multiples of this many milliseconds, which is longer than the work takes. */
const step = 200

/** A new password for who forgot theirs: asked for, checked, chosen. */
export function resetRoutes(app: App, services: AccountServices): void {
  const { db, clock } = services
  const { onRequest, pass } = tokenTurns()
  const expectGood = (request: FastifyRequest<{ Body: { token: string } }>) =>
    pass(request, async () => {
      if (!(await isResetGood(db, request.body.token, clock()))) throw invalidToken()
    })
  const { count } = callLimit(services, {
    name: 'password reset',
    most: 60,
    window: 10 * minute,
    from: 'first',
    message: authTexts.tooManyAttempts,
  })

  app.post(
    `/${paths.forgotPassword}`,
    { bodyLimit, schema: { body: ForgottenPassword, response: { 200: MessageAnswer } } },
    async (request) => {
      await count(request.ip)
      await inSteps(() => requestReset(services, request.body.email))
      return { message: passwordTexts.resetRequested }
    },
  )

  app.post(
    `/${paths.checkPasswordToken}`,
    { bodyLimit, onRequest, schema: { body: ResetToken, response: { 200: ValidAnswer } } },
    async (request) => {
      await expectGood(request)
      return { valid: true as const }
    },
  )

  app.post(
    `/${paths.resetPassword}`,
    { bodyLimit, onRequest, schema: { body: PasswordReset, response: { 200: MessageAnswer } } },
    async (request) => {
      // Before anything is hashed: made-up tokens must not keep the hasher from those who log in.
      await expectGood(request)
      await resetPassword(services, request.body, request.ip)
      return { message: passwordTexts.reset }
    },
  )
}

/** Does `work`, then waits for the step to end: how long it took, and so what it found, cannot be measured. */
async function inSteps<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    await pause(step - ((performance.now() - begun) % step))
  }
}
