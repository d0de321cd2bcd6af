import type { Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matches } from './caching.ts'
import { encodingOf, type FinishedBody } from './finished.ts'

/**
 * Sends an answer that is ready, before the framework makes anything of the call; false where it cannot be had so, and
 * the call goes its usual way, on which it is answered alike.
 */
export type SendAtOnce = (request: FastifyRequest, reply: FastifyReply) => boolean

type Known = (request: FastifyRequest) => SendAtOnce | undefined

const memories = new WeakMap<Server, Known[]>()

/** Lets a GET from outside be answered at once where this memory knows how. */
export function answerAtOnce({ server }: { server: Server }, known: Known): void {
  memories.set(server, [...(memories.get(server) ?? []), known])
}

/** Whether this call from outside has been answered out of one of the memories. */
export function isAnsweredAtOnce(server: Server, request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'GET') return false
  return memories.get(server)?.some((known) => known(request)?.(request, reply) ?? false) ?? false
}

type Said = {
  status: number
  headers: Readonly<Record<string, string>>
  /** Whether others may keep it, and so may ask whether it has changed. */
  isShared: boolean
}

/**
 * A finished body with all that is said before it. Written to the socket as it is: to collect headers for each call, and
 * to look at each again, takes a third of the time that such an answer takes.
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
  return (request, reply) => {
    const encoding = encodingOf(request, { offers })
    const body = known(encoding)
    if (body === undefined) return false
    // Rare, and a body less to send: it need not be quicker.
    if (isShared && matches(request.headers['if-none-match'], etag)) return false
    const coded = encoding === 'identity' ? undefined : { 'content-encoding': encoding }
    const head = headFor(encoding, { ...coded, 'content-length': String(Buffer.byteLength(body)) })
    sendRaw(request, reply, status, head, body)
    return true
  }
}

/** Sends this without the framework; `head` is names and values in turn, all but the call's own id. */
export function sendRaw(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  head: readonly string[],
  body: Buffer | string,
): void {
  reply.hijack()
  reply.raw.writeHead(status, ['x-request-id', request.id, ...head]).end(body)
}
