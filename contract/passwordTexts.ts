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

/** The age in days at which a new password is suggested. */
export const passwordAgeDays = 90

/** For how long the link in a reset email works. */
export const resetLinkMinutes = 30

/** Characters. */
export const shortestNewPassword = 8

/** A new password meets at least this many of the criteria. */
export const fewestCriteria = 3

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

/** How many of the criteria a password meets. */
export const countMet = (password: string): number =>
  passwordCriteria.filter((criterion) => meetsCriterion(password, criterion)).length
