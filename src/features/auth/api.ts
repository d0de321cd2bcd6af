import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Credentials, Registration } from '#contract/auth.ts'
import type { ProviderKey } from '#contract/providers.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { local } from '#src/lib/storage.ts'
import { asking, ofSecrets } from './asking.ts'

export const signIn = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['sign-in'],
    mutationFn: (credentials: Credentials) => asking((calls) => calls.login(credentials)),
    onSuccess(_signedIn, { email, remember }) {
      if (remember) local.set(storageKeys.rememberMe, email)
      else local.remove(storageKeys.rememberMe)
    },
  })

export const register = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['register'],
    mutationFn: (registration: Registration) => asking((calls) => calls.register(registration)),
  })

/** The email address that the customer asked to remember, if any. */
export const rememberedEmail = (): string | null => local.get(storageKeys.rememberMe)

export const verifyEmail = () =>
  mutationOptions({
    ...ofSecrets,
    mutationKey: ['verify-email'],
    mutationFn: (token: string) => asking((calls) => calls.verifyEmail(token)),
  })

/**
 * Whether this shop has a third-party login, and its name. If the server does not say of the first, it is Google's, and
 * the server is asked again when the button is pressed.
 */
export const provider = (key: ProviderKey) =>
  queryOptions({
    queryKey: ['provider', key],
    queryFn: () => asking((calls) => calls.provider(key)),
    staleTime: Infinity,
  })
