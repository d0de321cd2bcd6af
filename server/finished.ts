import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './caching.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is sent many times: compressed once in each encoding, when it is first asked for in it. */
export type FinishedBody = {
  etag: string
  in: (encoding: Encoding) => Promise<Buffer | string>
}

const compressed = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
}

/** `lasting` is what of the text makes another version of it, where that is less than all. */
export function finished(text: string, lasting = text): FinishedBody {
  const bodies: Partial<Record<Encoding, Promise<Buffer | string>>> = {}
  return {
    etag: etagOf(lasting),
    in: (encoding) =>
      (bodies[encoding] ??= encoding === 'identity' ? Promise.resolve(text) : compressed[encoding](text)),
  }
}

/** The best of our encodings that this `Accept-Encoding` takes. */
function encodingFor(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.trim())
  const takes = (name: string) =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
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
): Promise<Buffer | string | FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (isShared) {
    reply.header('etag', body.etag)
    if (matches(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return body.in(encoding)
}
