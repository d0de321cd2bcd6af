import * as v from 'valibot'
import { emailAddress, given } from './fields.ts'

export const passwordTexts = {
  /** The same whether or not there is an account, so that nobody learns who has one. */
  resetRequested:
    'If there is an account with this address, a link to choose a new password is on its way to it.',
  requestFailed: 'Failed to send reset email. Please try again.',
  checkYourEmail: 'Check Your Email',
  returnToLogin: 'Return to Login',
  noLink: 'Invalid Reset Link',
  invalidToken: 'Invalid or Expired Token',
  reset: 'Password reset successfully.',
  resetFailed: 'Failed to reset password. Please try again.',
} as const

/** For how long the link in a reset mail works. */
export const resetLinkMinutes = 30

const shortestNewPassword = 8
const longestPassword = 256
const fewestCriteria = 3

/** What makes a password hard to guess. Any alphabet counts: `É` is as much a capital as `E`. */
const criteria = {
  length: (text: string) => text.length >= shortestNewPassword,
  uppercase: (text: string) => /\p{Lu}/u.test(text),
  lowercase: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\p{Nd}/u.test(text),
  special: (text: string) => /[^\p{L}\p{M}\p{N}]/u.test(text),
} as const
export type PasswordCriterion = keyof typeof criteria

export const passwordCriteria = Object.keys(criteria) as PasswordCriterion[]

export const meetsCriterion = (password: string, criterion: PasswordCriterion): boolean =>
  criteria[criterion](password.normalize('NFKC'))

export type PasswordStrength = 'Weak' | 'Good' | 'Strong'

/** Weak with fewer than three of the five criteria, Strong with all of them. */
export function passwordStrength(password: string): PasswordStrength {
  const met = countMet(password)
  if (met < fewestCriteria) return 'Weak'
  return met < passwordCriteria.length ? 'Good' : 'Strong'
}

const countMet = (password: string): number =>
  passwordCriteria.filter((criterion) => meetsCriterion(password, criterion)).length

export const ForgottenPassword = v.object({
  email: emailAddress('Email is required', 'Please enter a valid email'),
})
export type ForgottenPassword = v.InferOutput<typeof ForgottenPassword>

// Whatever is no token is a token that nobody has: there is one answer for all of them.
const token = v.fallback(v.string(), '')

export const ResetToken = v.object({ token })

export const PasswordReset = v.pipe(
  v.object({
    new_password: v.pipe(
      given('Password is required'),
      v.nonEmpty('Password is required'),
      v.minLength(shortestNewPassword, 'Password must be at least 8 characters'),
      v.maxLength(longestPassword, `Please use at most ${longestPassword} characters`),
      v.check(
        (password) => countMet(password) >= fewestCriteria,
        'Password must meet at least 3 of the requirements',
      ),
    ),
    confirm_password: v.pipe(
      given('Please confirm your password'),
      v.nonEmpty('Please confirm your password'),
    ),
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
