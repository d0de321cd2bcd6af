/** Of a new password to which nobody was heard to answer. Apart: the account's page says none of it. */
export const resetTexts = {
  unheard: 'We got no answer: your new password may already be set. Please try again.',
  /** Once the link is worth nothing. */
  mayBeSet: 'Your new password may already be set: try to log in with it.',
} as const
