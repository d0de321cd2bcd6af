import { storageKeys } from '#contract/authTexts.ts'
import { mutationOptions } from '@tanstack/react-query'
import type { Credentials, Registration } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { anonymousHttp, session } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { local } from '#src/lib/storage.ts'

const schemas = () => import('#contract/auth.ts')

export const signIn = () =>
  mutationOptions({
    mutationKey: ['sign-in'],
    meta: { errors: 'inline' },
    mutationFn: async (credentials: Credentials) =>
      unwrap(
        await anonymousHttp.post(paths.login, {
          schema: async () => (await schemas()).LoginAnswer,
          body: credentials,
        }),
      ),
    onSuccess(answer, { email, remember }) {
      if (remember) local.set(storageKeys.rememberMe, email)
      else local.remove(storageKeys.rememberMe)
      session.start(answer)
    },
  })

export const register = () =>
  mutationOptions({
    mutationKey: ['register'],
    meta: { errors: 'inline' },
    mutationFn: async (registration: Registration) =>
      unwrap(
        await anonymousHttp.post(paths.register, {
          schema: async () => (await schemas()).RegisterAnswer,
          body: registration,
        }),
      ),
  })

/** The e-mail the customer asked to remember, if any. */
export const rememberedEmail = (): string | null => local.get(storageKeys.rememberMe)

export const verifyEmail = () =>
  mutationOptions({
    mutationKey: ['verify-email'],
    meta: { errors: 'inline' },
    mutationFn: async (token: string) =>
      unwrap(
        await anonymousHttp.post(paths.verifyEmail, {
          schema: async () => (await import('#contract/fields.ts')).MessageAnswer,
          body: { token },
        }),
      ),
  })
