import {
  type Credentials,
  LoginAnswer,
  RegisterAnswer,
  type Registration,
  ValidAnswer,
} from '#contract/auth.ts'
import { MessageAnswer } from '#contract/fields.ts'
import type { ForgottenPassword, PasswordReset } from '#contract/passwords.ts'
import { paths } from '#contract/paths.ts'
import { ProviderAnswer, providerPaths } from '#contract/provider.ts'
import { type ProviderKey, providerNames } from '#contract/providers.ts'
import { unwrap } from '#src/lib/answer.ts'
import { anonymousHttp } from '#src/lib/client.ts'
import { takeSession } from './takeSession.ts'

/** Logs in, and takes the session that is given. */
export const login = async (credentials: Credentials) =>
  takeSession(unwrap(await anonymousHttp.post(paths.login, { schema: LoginAnswer, body: credentials })))

export const register = async (registration: Registration) =>
  unwrap(await anonymousHttp.post(paths.register, { schema: RegisterAnswer, body: registration }))

export const verifyEmail = async (token: string) =>
  unwrap(await anonymousHttp.post(paths.verifyEmail, { schema: MessageAnswer, body: { token } }))

export const forgotPassword = async (asked: ForgottenPassword) =>
  unwrap(await anonymousHttp.post(paths.forgotPassword, { schema: MessageAnswer, body: asked }))

export const checkPasswordToken = async (token: string) =>
  unwrap(await anonymousHttp.post(paths.checkPasswordToken, { schema: ValidAnswer, body: { token } }))

export const resetPassword = async (reset: PasswordReset) =>
  unwrap(await anonymousHttp.post(paths.resetPassword, { schema: MessageAnswer, body: reset }))

export async function provider(key: ProviderKey) {
  const answer = await anonymousHttp.get(providerPaths(key).config, { schema: ProviderAnswer })
  const { enabled, name = providerNames[key] } = unwrap(answer)
  return { enabled, name }
}

/** Takes the session that a third-party login ended with. */
export async function takeOver(key: ProviderKey, code: string) {
  const answer = await anonymousHttp.post(providerPaths(key).handover, {
    schema: LoginAnswer,
    body: { code },
  })
  takeSession(unwrap(answer))
}
