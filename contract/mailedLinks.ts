/** For how long the link works that proves the address somebody has signed up with. */
export const verificationHours = 72

/** + Mails that link once more to whoever is signed in; kept apart from `paths.ts`, which every page carries. */
export const verificationPath = 'auth/profile/verification/'

/** + Mails whoever is signed in, and has no password yet, a link to choose one. */
export const passwordLinkPath = 'auth/profile/password-link/'

/** For how long the link works that confirms a new email address. */
export const emailChangeHours = 24

/** For how long a link takes an account back: to its former address, or from a third-party login of somebody else's. */
export const wayBackDays = 14
