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

export const login = async (credentials: Credentials) =>
  unwrap(await anonymousHttp.post(paths.login, { schema: LoginAnswer, body: credentials }))

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

export const takeOver = async (key: ProviderKey, code: string) =>
  unwrap(await anonymousHttp.post(providerPaths(key).handover, { schema: LoginAnswer, body: { code } }))
