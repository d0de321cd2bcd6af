import { apiRoot } from '#contract/apiRoot.ts'
import { type Answer, unanswered } from './answer.ts'
import type { Credentials, Http, Transport } from './http.ts'
import { late } from './late.ts'
import { createSession } from './session.ts'

let transport: Transport = (url, options) => fetch(url, options)

/** Replaces the transport: the server's own renderer calls the API in process instead of over HTTP. */
export function setTransport(replacement: Transport) {
  transport = replacement
}

// The server names another origin for its calls in the page, so that one build serves any set-up.
const origin =
  typeof document === 'undefined'
    ? ''
    : document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content
export const apiBase = `${origin ?? ''}${apiRoot}`

let follow: (call: Promise<Answer<unknown>>) => void = () => undefined

/** Lets a listener follow every call from its start, to determine the state of the network. */
export function followCalls(follower: typeof follow) {
  follow = follower
}

/** Lets the state of the network follow a part of the shop that somebody waits for, as if it were a call. */
export function followPart<T>(part: Promise<T>): Promise<T> {
  follow(part.then(() => ({ body: null, status: 200, error: null }), unanswered))
  return part
}

/**
 * A client whose code is loaded at the first call: a page comes with its data, and most visitors look before they
 * ask for more. Code that cannot be loaded is a network that does not answer.
 */
export function lateHttp(credentials: Credentials | null): Http {
  const load = late(async () => {
    const { createHttp } = await import('./http.ts')
    return createHttp({ base: apiBase, transport: (url, options) => transport(url, options), credentials })
  })
  const method = (name: keyof Http): Http[keyof Http] => {
    return (path, call) => {
      const answer = load().then((http) => http[name](path, call), unanswered)
      follow(answer)
      return answer
    }
  }
  return {
    get: method('get'),
    post: method('post'),
    put: method('put'),
    patch: method('patch'),
    delete: method('delete'),
  }
}

/** For calls that must not carry or renew a session: sign-in, registration, refresh. */
export const anonymousHttp = lateHttp(null)

export const session = createSession(async (store) => {
  const { careFor, sessionCalls } = await import('./sessionCare.ts')
  return careFor(store, sessionCalls(lateHttp))
})

export const http = lateHttp(session.credentials)
