import { mutationOptions } from '@tanstack/react-query'
import { ValidAnswer } from '#contract/auth.ts'
import { MessageAnswer } from '#contract/fields.ts'
import type { ForgottenPassword, PasswordReset } from '#contract/passwords.ts'
import { paths } from '#contract/paths.ts'
import { unwrap } from '#src/lib/answer.ts'
import { AppError } from '#src/lib/AppError.ts'
import { anonymousHttp, session } from '#src/lib/client.ts'
import { dropResetToken } from './resetToken.ts'

export const requestReset = () =>
  mutationOptions({
    mutationKey: ['request-reset'],
    meta: { errors: 'inline' },
    mutationFn: async (asked: ForgottenPassword) =>
      unwrap(await anonymousHttp.post(paths.forgotPassword, { schema: MessageAnswer, body: asked })),
  })

/** A mutation, though it only reads: a query's key is kept, and a token must not be. */
export const checkResetLink = () =>
  mutationOptions({
    mutationKey: ['check-reset-link'],
    meta: { errors: 'inline' },
    mutationFn: async (token: string) =>
      unwrap(await anonymousHttp.post(paths.checkPasswordToken, { schema: ValidAnswer, body: { token } })),
  })

export const resetPassword = () =>
  mutationOptions({
    mutationKey: ['reset-password'],
    meta: { errors: 'inline' },
    mutationFn: async (reset: PasswordReset) =>
      unwrap(await anonymousHttp.post(paths.resetPassword, { schema: MessageAnswer, body: reset })),
    async onSuccess() {
      dropResetToken()
      // The server has ended every session of this customer, so most likely the one in this browser.
      if (session.state().isAuthenticated) await session.check()
    },
  })

/** Whether it was the link that was refused, rather than the password: nothing can be done with it any more. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof AppError && error.fields['token'] !== undefined
