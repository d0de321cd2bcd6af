import * as v from 'valibot'
import { RefreshAnswer, ValidAnswer } from '#contract/auth.ts'
import { apiRoot, paths } from '#contract/paths.ts'
import { createHttp, type Transport } from './http.ts'
import { createSession } from './session.ts'

let transport: Transport = (url, options) => fetch(url, options)

/** Replaces the way to the server: the server's own renderer asks the API in process instead of over HTTP. */
export function setTransport(replacement: Transport) {
  transport = replacement
}

// The server names another origin for its calls in the page, so that one build serves any set-up.
const origin =
  typeof document === 'undefined'
    ? ''
    : document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content
const base = `${origin ?? ''}${apiRoot}`
const carry: Transport = (url, options) => transport(url, options)

/** For calls that must not carry or renew a session: sign-in, registration, refresh. */
export const anonymousHttp = createHttp({ base, transport: carry, credentials: null })

export const session = createSession({
  refresh: (refresh) => anonymousHttp.post(paths.refreshToken, { schema: RefreshAnswer, body: { refresh } }),
  verify: (token) => anonymousHttp.post(paths.verifyToken, { schema: ValidAnswer, body: { token } }),
  logout: (refresh, access) =>
    createHttp({
      base,
      transport: carry,
      credentials: { accessToken: () => access, renew: () => Promise.resolve(false) },
    }).post(paths.logout, { schema: v.unknown(), body: { refresh } }),
})

export const http = createHttp({ base, transport: carry, credentials: session.credentials })
