import * as v from 'valibot'
import { given } from './fields.ts'

/** The calls of the third-party login. The browser opens the first two as pages, and they answer with a redirect. */
export const providerPaths = {
  begin: 'auth/google/start/',
  callback: 'auth/google/callback/',
  config: 'auth/google/config/',
  handover: 'auth/google/',
} as const

/** Holds the attempt while its shopper is at the provider; the shop sets no other cookie. */
export const signInCookie = 'damson_sign_in'

/** Whether there is a third-party login here, and what its button calls it. */
export const ProviderAnswer = v.object({ enabled: v.boolean(), name: v.string() })
export type ProviderAnswer = v.InferOutput<typeof ProviderAnswer>

/** The one-time code with which the shop's page takes up the session. */
export const Handover = v.object({
  code: v.pipe(given('Code is required'), v.nonEmpty('Code is required'), v.maxLength(200, 'Invalid code')),
})
export type Handover = v.InferOutput<typeof Handover>
