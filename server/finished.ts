import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './caching.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Sent = Buffer | string

/** For routes that send such bodies. Nothing is sent to them, so nothing has to be unpacked either. */
export const compressedItself = { compress: false, decompress: false } as const

/** A body that is sent many times: compressed once in each encoding, when it is first asked for in it. */
export type FinishedBody = {
  etag: string
  in: (encoding: Encoding) => Promise<Sent>
  /** The body where it has been asked for in this encoding before. */
  known: (encoding: Encoding) => Sent | undefined
}

/** What is read anew each second is not worth a tenth of bytes less; the thread it would be handed to costs as much. */
export const quickly = {
  br: async (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: async (text: string) => gzipSync(text, { level: 3 }),
  identity: async (text: string) => text,
}

const well = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
  identity: async (text: string) => text,
}

/** `lasting` is what of the text makes another version of it, where that is less than all. */
export function finished(text: string, { lasting = text, encode = well } = {}): FinishedBody {
  const making: Partial<Record<Encoding, Promise<Sent>>> = {}
  const known: Partial<Record<Encoding, Sent>> = {}
  const make = async (encoding: Encoding) => (known[encoding] = await encode[encoding](text))
  return {
    etag: etagOf(lasting),
    in: (encoding) => (making[encoding] ??= make(encoding)),
    known: (encoding) => known[encoding],
  }
}

/** The best of our encodings that this `Accept-Encoding` takes. */
function encodingFor(accepted: string): Encoding {
  const names = accepted.split(',').map((part) => part.trim())
  const takes = (name: string) =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/** Browsers have a handful of ways to say it; whoever makes up others has them read each time. */
const spelt = new Map<string, Encoding>()
const mostSpellings = 50

function encodingOf({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  const known = spelt.get(accepted)
  if (known !== undefined) return known
  const encoding = encodingFor(accepted)
  if (spelt.size < mostSpellings) spelt.set(accepted, encoding)
  return encoding
}

/** Sets what goes before this body; true where that is all, because the caller has it already. */
function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag }: FinishedBody,
  encoding: Encoding,
  isShared: boolean,
): boolean {
  reply.header('vary', 'accept-encoding')
  if (isShared) {
    reply.header('etag', etag)
    if (matches(request.headers['if-none-match'], etag)) return true
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return false
}

/**
 * What a handler returns to send it: 304 to who has it already (where `isShared`), else in the best encoding. Not the
 * reply itself: Fastify would wait for its end, which costs as much as all the rest.
 */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  body: FinishedBody,
  isShared = true,
): Promise<Sent | FastifyReply> {
  const encoding = encodingOf(request)
  if (begin(request, reply, body, encoding, isShared)) return reply.code(304).send()
  return body.in(encoding)
}

/**
 * Sends it at once, without a promise, where that can be; else false. `announce` sets the other headers; it is called
 * only where something is sent.
 */
export function sendKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  body: FinishedBody,
  announce: () => void,
  isShared = true,
): boolean {
  const encoding = encodingOf(request)
  const known = body.known(encoding)
  if (known === undefined) return false
  announce()
  if (begin(request, reply, body, encoding, isShared)) reply.code(304).send()
  else reply.send(known)
  return true
}
