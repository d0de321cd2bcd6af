import { mutationOptions } from '@tanstack/react-query'
import type { ForgottenPassword, PasswordReset } from '#contract/passwords.ts'
import { unanswered } from '#src/lib/answer.ts'
import { AppError, isUnheard } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import { asking, ofSecrets } from './asking.ts'
import { doubtReset, dropResetToken, isResetInDoubt, settleReset } from './resetToken.ts'

export const requestReset = () =>
  mutationOptions({
    mutationKey: ['request-reset'],
    meta: { errors: 'inline' },
    mutationFn: (asked: ForgottenPassword) => asking((calls) => calls.forgotPassword(asked)),
  })

/** A mutation, though it only reads: a query's key is cached, and a token must not be. */
export const checkResetLink = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['check-reset-link'],
    mutationFn: (token: string) => asking((calls) => calls.checkPasswordToken(token)),
  })

/** Until an answer is heard, the tab remembers that the password may be set. */
export const resetPassword = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['reset-password'],
    async mutationFn(reset: PasswordReset) {
      const wasInDoubt = isResetInDoubt(reset.token)
      doubtReset(reset.token)
      try {
        return await asking((calls) => calls.resetPassword(reset))
      } catch (error) {
        if (isUnheard(error)) throw unanswered().error
        // Of a password that was sent before, this answer tells nothing.
        if (!wasInDoubt) settleReset()
        throw error
      }
    },
    async onSuccess() {
      dropResetToken()
      await checkSession()
    },
    async onError(failure) {
      if (isUnheard(failure) || isDeadLink(failure)) await checkSession()
    },
  })

/**
 * The server has ended every session of this customer, so most likely the one in this browser: before anything else is
 * asked with it, and the customer told that it expired.
 */
async function checkSession() {
  if (session.state().isAuthenticated) await session.check()
}

/** Whether the link was refused rather than the password, so that nothing more can be done with it. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof AppError && error.fields['token'] !== undefined

/** The same for {@link checkResetLink}, where nothing but the link can be refused. */
export const isRefusedLink = (error: unknown): boolean =>
  isDeadLink(error) || (error instanceof AppError && error.status === 400)
