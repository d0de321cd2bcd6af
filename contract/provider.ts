import * as v from 'valibot'
import { given } from './fields.ts'
import type { ProviderKey } from './providers.ts'

/**
 * The calls of a third-party login. The browser opens the first two as pages, and they answer with a redirect. Each
 * provider answers at an address of its own, so that no answer can be taken for the other's (RFC 9700, 4.4.2.2).
 */
export const providerPaths = (key: ProviderKey) => ({
  /** + */
  begin: `auth/${key}/start/`,
  /** + */
  callback: `auth/${key}/callback/`,
  config: `auth/${key}/config/`,
  handover: `auth/${key}/`,
})

/**
 * Holds the attempt while its shopper is at the provider; the shop sets no other cookie. Over TLS there is more to its
 * name, by which a browser takes it from the shop alone.
 */
export const signInCookie = 'damson_sign_in'

/** Whether this third-party login is configured here, and what its button calls it. */
export const ProviderAnswer = v.object({
  enabled: v.boolean(),
  /** + */
  name: v.optional(v.string()),
})
export type ProviderAnswer = v.InferOutput<typeof ProviderAnswer>

/** The one-time code with which the shop's page takes up the session. */
export const Handover = v.object({
  code: v.pipe(given('Code is required'), v.nonEmpty('Code is required'), v.maxLength(200, 'Invalid code')),
})
export type Handover = v.InferOutput<typeof Handover>
