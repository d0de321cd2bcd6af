import * as v from 'valibot'
import { emailAddress, typedPassword } from './fields.ts'
import { passwordChangeTexts } from './passwordChangeTexts.ts'
import { countMet, fewestCriteria, shortestNewPassword } from './passwordTexts.ts'

export const ForgottenPassword = v.object({
  email: emailAddress('Email is required', 'Please enter a valid email'),
})
export type ForgottenPassword = v.InferOutput<typeof ForgottenPassword>

// Anything that is no token is treated as an unknown token: there is one answer for all of them.
const token = v.fallback(v.string(), '')

export const ResetToken = v.object({ token })

export const PasswordReset = v.pipe(
  v.object({
    new_password: v.pipe(
      typedPassword('Password is required'),
      v.minLength(shortestNewPassword, 'Password must be at least 8 characters'),
      v.check(
        (password) => countMet(password) >= fewestCriteria,
        'Password must meet at least 3 of the requirements',
      ),
    ),
    confirm_password: typedPassword('Please confirm your password'),
    token,
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      (input) => input.new_password === input.confirm_password,
      'Passwords do not match',
    ),
    ['confirm_password'],
  ),
)
export type PasswordReset = v.InferOutput<typeof PasswordReset>

const filledPassword = typedPassword(passwordChangeTexts.fillAll)

/** By a signed-in customer. An uppercase letter and a digit are suggested, not required. */
export const PasswordChange = v.pipe(
  v.object({
    old_password: filledPassword,
    new_password: v.pipe(
      filledPassword,
      v.minLength(shortestNewPassword, 'Password must be at least 8 characters long'),
    ),
    confirm_password: filledPassword,
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      (input) => input.new_password === input.confirm_password,
      'New passwords do not match',
    ),
    ['confirm_password'],
  ),
)
export type PasswordChange = v.InferOutput<typeof PasswordChange>
