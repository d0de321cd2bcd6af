import type { RefreshAnswer } from '#contract/auth.ts'
import { apiRoot, paths } from '#contract/paths.ts'
import { unanswered } from './answer.ts'
import type { Credentials, Http, Transport } from './http.ts'
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

/**
 * A client whose code is loaded at the first call: a page comes with its data, and most visitors look before they
 * ask for more. Code that cannot be loaded is a network that does not answer.
 */
function lateHttp(credentials: Credentials | null): Http {
  let loading: Promise<Http> | null = null
  const load = () => {
    loading ??= import('./http.ts').then(({ createHttp }) =>
      createHttp({ base, transport: (url, options) => transport(url, options), credentials }),
    )
    return loading
  }
  const late = (method: keyof Http): Http[keyof Http] => {
    return async (path, call) => {
      let http: Http
      try {
        http = await load()
      } catch {
        loading = null
        return unanswered()
      }
      return http[method](path, call)
    }
  }
  return {
    get: late('get'),
    post: late('post'),
    put: late('put'),
    patch: late('patch'),
    delete: late('delete'),
  }
}

const schemas = () => import('#contract/auth.ts')

/** For calls that must not carry or renew a session: sign-in, registration, refresh. */
export const anonymousHttp = lateHttp(null)

export const session = createSession({
  refresh: (refresh) =>
    anonymousHttp.post(paths.refreshToken, {
      schema: async (): Promise<typeof RefreshAnswer> => (await schemas()).RefreshAnswer,
      body: { refresh },
    }),
  verify: (token) =>
    anonymousHttp.post(paths.verifyToken, {
      schema: async () => (await schemas()).ValidAnswer,
      body: { token },
    }),
  logout: (refresh, access) =>
    lateHttp({ accessToken: () => access, renew: () => Promise.resolve(false) }).post(paths.logout, {
      schema: async () => (await schemas()).LoggedOut,
      body: { refresh },
    }),
})

export const http = lateHttp(session.credentials)
