/** Of the form in the account; kept apart from `passwordTexts.ts`, which the page of a reset link carries. */
export const passwordChangeTexts = {
  fillAll: 'Please fill in all password fields',
  changed: 'Password changed successfully!',
  changeRefused: 'Failed to change password',
  /** Nobody answered. */
  changeFailed: 'Failed to change password. Please try again.',
  wrongCurrent: 'The current password is not right',
} as const
