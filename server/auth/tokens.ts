import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { Uuid } from '#contract/fields.ts'
import { derivedKey } from '../derivedKey.ts'

/** How long an access token is taken, in milliseconds. */
const accessLifetime = 15 * 60_000

const issuer = 'damson'
const audience = 'damson-api'
const type = 'at+jwt'

const Claims = v.object({ sub: Uuid, sid: Uuid })

/** Whose an access token is. Whether the session is still valid, the database says. */
export type SignedIn = { customer_id: string; session_id: string }

export type AccessTokens = {
  sign: (who: SignedIn) => Promise<string>
  /** Null for whatever is not one of ours, whole, in time and meant for this. */
  verify: (token: string) => Promise<SignedIn | null>
}

/** Access tokens are JWTs (HS256) under a key of their own, derived from `secret`. */
export function accessTokens(secret: string, clock: () => Date): AccessTokens {
  // From bare bytes the library would make a key for each token, in a thread of its own.
  const key = webcrypto.subtle.importKey(
    'raw',
    derivedKey(secret, 'access token'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  return {
    sign: async ({ customer_id, session_id }) => {
      const now = clock()
      return new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setSubject(customer_id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + accessLifetime))
        .sign(await key)
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: ['HS256'],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          currentDate: clock(),
        })
        const claims = v.safeParse(Claims, payload)
        return claims.success ? { customer_id: claims.output.sub, session_id: claims.output.sid } : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/** A refresh token: 32 random bytes in base64url. */
export const newSecretToken = (): string => randomBytes(32).toString('base64url')

/**
 * The token of an emailed link: 24 random bytes, so that the link fits whole on one line of an email (76 characters). The
 * last one is a letter or digit: Thunderbird, for one, takes a hyphen for punctuation after the link.
 */
export function newLinkToken(): string {
  const token = randomBytes(24).toString('base64url')
  return /[-_]$/.test(token) ? newLinkToken() : token
}

/** What is stored of a secret token. Unsalted, because 256 random bits cannot be guessed from their hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
