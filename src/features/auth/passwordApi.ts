import { mutationOptions } from '@tanstack/react-query'
import type { ForgottenPassword, PasswordReset } from '#contract/passwords.ts'
import { AppError } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import { asking, ofSecrets } from './asking.ts'
import { dropResetToken } from './resetToken.ts'

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

export const resetPassword = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['reset-password'],
    mutationFn: (reset: PasswordReset) => asking((calls) => calls.resetPassword(reset)),
    async onSuccess() {
      dropResetToken()
      // The server has ended every session of this customer, so most likely the one in this browser.
      if (session.state().isAuthenticated) await session.check()
    },
  })

/** Whether the link was refused rather than the password, so that nothing more can be done with it. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof AppError && error.fields['token'] !== undefined

/** The same for {@link checkResetLink}, where nothing but the link can be refused. */
export const isRefusedLink = (error: unknown): boolean =>
  isDeadLink(error) || (error instanceof AppError && error.status === 400)
