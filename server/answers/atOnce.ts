import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { networkOf } from '../calls/networks.ts'
import { matches } from './caching.ts'
import { encodingOf, type FinishedBody } from './finished.ts'

/**
 * Sends an answer that is ready. Returns false if it cannot; the call then goes through the framework, which gives the
 * same answer. `id` is the call's own, if it has one already.
 */
export type SendAtOnce = (request: IncomingMessage, response: ServerResponse, id?: string) => boolean

/** What a cache has for a call, and the route that the call would have taken. */
export type AtOnce = { route: string; send: SendAtOnce }

/** Gives the network address of who calls, as `request.ip` of the framework does. */
export type CallerOf = (request: IncomingMessage) => string

/** The answer ready for a call of an address by somebody of this network. */
type Known = (url: string, network: () => string) => AtOnce | undefined
/** The methods of calls that may bypass the framework. */
export type AtOnceMethod = 'GET' | 'POST'
type Answered = (route: string, response: ServerResponse) => void

const memories = new WeakMap<Server, { method: AtOnceMethod; known: Known }[]>()

/** Lets a call from outside bypass the framework if its answer is `known`; of a POST, that is before its body is read. */
export function answerAtOnce(
  { server }: { server: Server },
  known: Known,
  method: AtOnceMethod = 'GET',
): void {
  memories.set(server, [...(memories.get(server) ?? []), { method, known }])
}

/**
 * Has this server answer calls from its caches, as long as they `may`, before the framework sees them: the framework
 * takes half of the time of such an answer, and nearly all that of a refusal. `answered` hears of each.
 */
export function hearFirst(
  server: Server,
  callerOf: CallerOf,
  may: () => boolean,
  answered: Answered | null,
): void {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const found = may() ? known(server, request, callerOf) : undefined
    if (found === undefined || !found.send(request, response))
      for (const listener of listeners) listener.call(server, request, response)
    else answered?.(found.route, response)
  })
}

function known(server: Server, request: IncomingMessage, callerOf: CallerOf): AtOnce | undefined {
  const { method, url } = request
  if (url === undefined) return undefined
  const network = () => networkOf(callerOf(request))
  for (const memory of memories.get(server) ?? []) {
    const found = memory.method === method ? memory.known(url, network) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

type Said = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Whether others may keep it, and so may ask whether it has changed. */
  isShared: boolean
}

/**
 * A finished body with its status line and headers, written to the socket as it is: collecting headers for each call,
 * and checking each again, takes a third of the time of such an answer.
 */
export function ready(
  { etag, known, offers }: FinishedBody,
  { status, headers, isShared }: Said,
): SendAtOnce {
  const heads = new Map<string, readonly string[]>()
  const headFor = (name: string, more: Record<string, string>) => {
    const head =
      heads.get(name) ??
      Object.entries({ ...headers, vary: 'accept-encoding', ...(isShared && { etag }), ...more }).flat()
    heads.set(name, head)
    return head
  }
  return (request, response, id) => {
    const encoding = encodingOf(request, { offers })
    const body = known(encoding)
    if (body === undefined) return false
    // Rare, and a body less to send: it need not be quicker.
    if (isShared && matches(request.headers['if-none-match'], etag)) return false
    const coded = encoding === 'identity' ? undefined : { 'content-encoding': encoding }
    const head = headFor(encoding, { ...coded, 'content-length': String(Buffer.byteLength(body)) })
    sendRaw(response, status, head, body, id)
    return true
  }
}

/** Sends this without the framework; `head` is names and values in turn, all but the call's own id. */
export function sendRaw(
  response: ServerResponse,
  status: number,
  head: readonly string[],
  body: Buffer | string,
  id: string = randomUUID(),
): void {
  response.writeHead(status, ['x-request-id', id, ...head]).end(body)
}
