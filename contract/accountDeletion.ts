/** + Asks for the code that stands in for a password; kept apart from `paths.ts`, which every page carries. */
export const deletionCodePath = 'auth/account/deletion-code/'

/** For how long the code works. */
export const deletionCodeMinutes = 15
