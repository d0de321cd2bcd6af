import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './caching.ts'

/** The best first. */
const encodings = ['zstd', 'br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]
type Sent = Buffer | string
type Encode = (text: string) => Promise<Sent>

/** For routes that send such bodies. They receive none, so nothing has to be decompressed either. */
export const compressedItself = { compress: false, decompress: false } as const

/** A body that is sent many times: compressed once in each encoding, when it is first asked for in it. */
export type FinishedBody = {
  etag: string
  offers: (encoding: Encoding) => boolean
  in: (encoding: Encoding) => Promise<Sent>
  /** The body, if it has been requested in this encoding before. */
  known: (encoding: Encoding) => Sent | undefined
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants

/**
 * For answers that change each second, a tenth fewer bytes are not worth it; the thread that compressing would be
 * handed to costs as much. For a list, Zstandard makes as few bytes as Brotli in half the time.
 */
export const quickly: ReadonlyMap<Encoding, Encode> = new Map<Encoding, Encode>([
  ['zstd', async (text) => zstdCompressSync(text, { params: { [ZSTD_c_compressionLevel]: 3 } })],
  ['br', async (text) => brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: 3 } })],
  ['gzip', async (text) => gzipSync(text, { level: 3 })],
])

const well: ReadonlyMap<Encoding, Encode> = new Map<Encoding, Encode>([
  ['br', (text) => promisify(brotliCompress)(text, { params: { [BROTLI_PARAM_QUALITY]: 5 } })],
  ['gzip', (text) => promisify(gzip)(text)],
])

/** `lasting` is the part of the text that identifies a version of it, if that is not all of it. */
export function finished(text: string, { lasting = text, encode = well } = {}): FinishedBody {
  const making: Partial<Record<Encoding, Promise<Sent>>> = {}
  const known: Partial<Record<Encoding, Sent>> = {}
  const make = async (encoding: Encoding) => (known[encoding] = (await encode.get(encoding)?.(text)) ?? text)
  return {
    etag: etagOf(lasting),
    offers: (encoding) => encoding === 'identity' || encode.has(encoding),
    in: (encoding) => (making[encoding] ??= make(encoding)),
    known: (encoding) => known[encoding],
  }
}

/** Those of our encodings that this `Accept-Encoding` takes. */
function readEncodings(accepted: string): readonly Encoding[] {
  const names = accepted.split(',').map((part) => part.trim())
  const takes = (name: string) =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)))
  return encodings.filter((encoding) => encoding === 'identity' || takes(encoding))
}

/** Browsers have a handful of ways to write it; any other is parsed each time. */
const spelt = new Map<string, readonly Encoding[]>()
const mostSpellings = 50

function encodingsOf(accepted = ''): readonly Encoding[] {
  const known = spelt.get(accepted)
  if (known !== undefined) return known
  const read = readEncodings(accepted)
  if (spelt.size < mostSpellings) spelt.set(accepted, read)
  return read
}

/** The best encoding of this body that the caller accepts. */
export const encodingOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { offers }: Pick<FinishedBody, 'offers'>,
): Encoding => encodingsOf(headers['accept-encoding']).find(offers) ?? 'identity'

/**
 * The value that a handler returns to send it: 304 if the caller has it already (and it `isShared`), else the best
 * encoding. Not the reply itself: Fastify would wait for its end, which costs as much as all the rest.
 */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  body: FinishedBody,
  isShared = true,
): Promise<Sent | FastifyReply> {
  const encoding = encodingOf(request, body)
  reply.header('vary', 'accept-encoding')
  if (isShared) {
    reply.header('etag', body.etag)
    if (matches(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return body.in(encoding)
}
