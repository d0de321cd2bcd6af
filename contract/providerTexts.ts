/** What may go wrong in a third-party login, in words for Google's; see {@link inNameOf}. */
export const providerTexts = {
  failed: 'Google login failed',
  unverified:
    'Google has not verified your email address, so it cannot be used to log in here. Please log in with your password, or verify it with Google first.',
  blocked: 'Your account has been blocked. Please contact support.',
  kept: 'Until recently this email address was that of an account, which now has another one. If you did not change it, our email about it has a link that takes the account back. If you did, please log in with the new address.',
  refused:
    'This Google account can no longer be used to log in here. Please log in with your email and password.',
  busy: 'Too many attempts. Please wait a while and try again.',
  unavailable: 'Google sign-in is not available here',
} as const

/** The name of a problem, as the address says it to which the login comes back. */
export type ProviderProblem = keyof typeof providerTexts

export const isProviderProblem = (name: string): name is ProviderProblem => Object.hasOwn(providerTexts, name)

/** A text of {@link providerTexts} for a provider of another name. */
export const inNameOf = (provider: string, text: string): string => text.replaceAll('Google', provider)
