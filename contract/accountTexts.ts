import { lazily } from './lazily.ts'

const longDay = lazily(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
)

export const accountTexts = {
  updated: 'Profile updated successfully!',
  fetchFailed: 'Failed to fetch profile data',
  updateFailed: 'Failed to update profile',
  deleted: 'Your account has been deleted',
  deleteFailed: 'Your account could not be deleted. Please try again.',
  /** Of a deletion that nobody answered: nobody here knows whether it was done. */
  deletionUnheard: 'We got no answer: your account may have been deleted already. Please try again.',
  /** Of an account whose former address can take it back until then. */
  keptUntil: (until: Date) =>
    `The email address of your account was changed not long ago. Until ${longDay().format(until)} it can be deleted only with a password that it had before: in case somebody else has changed it, its owner can take it back until then. If you need it gone sooner, please write to us.`,
  exportFailed: 'Your data could not be collected. Please try again.',
  passwordWrong: 'This password is not right',
  linkMailed: 'A link is on its way to you by email',
  linkFailed: 'The link could not be sent. Please try again.',
  codeMailed: 'A code is on its way to you by email',
  codeWrong: 'This code is not right, or too old',
  codeFailed: 'The code could not be sent. Please try again.',
} as const
