import { ProfileChange, ProfilePatch } from '#contract/account.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { Profile } from '#contract/auth.ts'
import { authTexts } from '#contract/authTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { passwordLinkPath, verificationPath } from '#contract/mailedLinks.ts'
import { PasswordChange } from '#contract/passwords.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../http/fastify.ts'
import { type AuthServices, mailVerification } from './accounts.ts'
import { changePassword, changeProfile, profileOf } from './profile.ts'
import { mailPasswordLink } from './resets.ts'
import { customerOf } from './signedIn.ts'

const bodyLimit = 8 * 1024
const path = `/${paths.profile}`

/** What a customer may see and change of themselves; to be registered inside a `signedInScope`. */
export function profileRoutes(scope: App, services: AuthServices): void {
  scope.get(path, { schema: { response: { 200: Profile } } }, async (request) =>
    profileOf(services, customerOf(request).customer_id),
  )

  scope.put(
    path,
    { bodyLimit, schema: { body: ProfileChange, response: { 200: Profile } } },
    async (request) => changeProfile(services, customerOf(request), request.body),
  )

  scope.patch(
    path,
    { bodyLimit, schema: { body: ProfilePatch, response: { 200: Profile } } },
    async (request) => changeProfile(services, customerOf(request), request.body),
  )

  scope.post(
    `/${verificationPath}`,
    { bodyLimit, schema: { response: { 200: MessageAnswer } } },
    async (request) => ({
      message: (await mailVerification(services, customerOf(request).customer_id))
        ? accountTexts.linkMailed
        : authTexts.emailVerified,
    }),
  )

  scope.post(
    `/${passwordLinkPath}`,
    { bodyLimit, schema: { response: { 200: MessageAnswer } } },
    async (request) => {
      await mailPasswordLink(services, customerOf(request).customer_id)
      return { message: accountTexts.linkMailed }
    },
  )

  scope.post(
    `/${paths.changePassword}`,
    {
      bodyLimit,
      config: { waitsElsewhere: true },
      schema: { body: PasswordChange, response: { 200: MessageAnswer } },
    },
    async (request) => {
      await changePassword(services, customerOf(request), request.body, request.ip)
      return { message: passwordChangeTexts.changed }
    },
  )
}
