import { lazily } from './lazily.ts'

const longDay = lazily(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
)

/**
 * Why an account is not deleted that one of its addresses can take back until then; kept apart from `accountTexts.ts`,
 * which every page carries.
 */
export const keptTexts = {
  byOldPassword: (until: Date) =>
    `The email address of your account was changed not long ago. Until ${longDay().format(until)} it can be deleted only with a password that it had before: in case somebody else has changed it, its owner can take it back until then. If you need it gone sooner, please write to us.`,
  /** Of an account that has that address again, but a newer password. */
  byCode: (until: Date) =>
    `The email address of your account was changed not long ago, and your password since. Until ${longDay().format(until)} this password is not enough to delete it, in case somebody else has chosen it: please confirm that it is you with a code that we send to your email address.`,
  codeNeeded: 'Please type the code that we send you by email',
} as const
