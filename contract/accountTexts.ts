export const accountTexts = {
  updated: 'Profile updated successfully!',
  fetchFailed: 'Failed to fetch profile data',
  updateFailed: 'Failed to update profile',
  deleted: 'Your account has been deleted',
  deleteFailed: 'Your account could not be deleted. Please try again.',
  /** Of a deletion that nobody answered: nobody here knows whether it was done. */
  deletionUnheard: 'We got no answer: your account may have been deleted already. Please try again.',
  exportFailed: 'Your data could not be collected. Please try again.',
  passwordWrong: 'This password is not right',
  linkMailed: 'A link is on its way to you by email',
  linkFailed: 'The link could not be sent. Please try again.',
  codeMailed: 'A code is on its way to you by email',
  codeWrong: 'This code is not right, or too old',
  codeFailed: 'The code could not be sent. Please try again.',
} as const
