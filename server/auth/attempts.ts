import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import * as v from 'valibot'
import { type ProviderKey, providerKeys } from '#contract/providers.ts'
import { derivedKey } from '../derivedKey.ts'

/** For how long somebody may be away at the provider, in milliseconds. */
export const attemptLifetime = 10 * 60_000

const [firstProvider] = providerKeys

/** A third-party login under way, and where its shopper wants to go. */
const Attempt = v.object({ state: v.string(), nonce: v.string(), verifier: v.string(), from: v.string() })
export type Attempt = v.InferOutput<typeof Attempt>

/**
 * Keeps one provider's logins under way in the browser that makes them, encrypted, so that they can be neither read nor
 * changed there; the server keeps none.
 */
export function attemptSeal(secret: string, provider: ProviderKey, clock: () => Date) {
  const key = derivedKey(secret, 'third-party login')
  return {
    close: (attempt: Attempt): Promise<string> =>
      new EncryptJWT(attempt)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(provider)
        .setExpirationTime(new Date(clock().getTime() + attemptLifetime))
        .encrypt(key),
    /** Null if it is not one of ours, made for this provider, complete and in time. */
    async open(sealed: string): Promise<Attempt | null> {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
          currentDate: clock(),
        })
        // Servers from before there was a second provider name none, and during a release one may have begun the login.
        // The next release may require the name.
        if ((payload.aud ?? firstProvider) !== provider) return null
        const opened = v.safeParse(Attempt, payload)
        return opened.success ? opened.output : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
