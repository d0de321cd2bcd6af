import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import proxyAddress from '@fastify/proxy-addr'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import fastify, { LogController } from 'fastify'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
} from 'fastify'
import * as v from 'valibot'
import { fieldErrors, unusable } from '#contract/problem.ts'
import { type AtOnce, type CallerOf, hearFirst, type SendAtOnce, sendRaw } from '../answers/atOnce.ts'
import { answerNotModified } from '../answers/caching.ts'
import { proxiesOf } from '../calls/networks.ts'
import type { Config } from '../config.ts'
import { canBeAtOnce, isDraining } from '../process/draining.ts'
import { acceptEmptyJson } from './emptyJson.ts'
import { describeFailure, withoutAddresses } from '../process/failure.ts'
import { answerUnknown, patternOf } from './knownRoutes.ts'
import { measureRequests } from '../metrics/requests.ts'
import { partsOf } from './partsOf.ts'
import { ApiError, busy, notFound, plainly, toProblem } from './problem.ts'
import type { Answer } from './problem.ts'
import { securityHeaders, setSecurityHeaders } from './securityHeaders.ts'
import { seldom } from '../process/seldom.ts'
import { write } from '../answers/written.ts'

/** Types of `body`, `querystring`, `params` from the route's valibot schemas, and of what it may send. */
interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown
  serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown
}

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ValibotTypes>

const second = 1_000
const largestBody = 64 * 1024
const largestHead = 8 * 1024

/** What is sent is compressed where that saves more than it costs. */
export const compression: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip', 'identity'],
  requestEncodings: ['identity'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
}

/** A server with everything that holds for every route, and no routes yet. `app.ts` puts them in. */
export async function createFastify(
  config: Pick<Config, 'logLevel' | 'isSecure' | 'trustProxy' | 'metricsToken'>,
): Promise<App> {
  const { isSecure } = config
  const tellBusy = seldom(
    ({ method, url }: Call) => logFailure({ method, url, log: app.log }, busy),
    10 * second,
  )
  const refuseBusy = refusal(securityHeaders(isSecure), tellBusy)
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error === busy && canBeAtOnce(app.server, request)) {
      reply.hijack()
      refuseBusy(request.raw, reply.raw, request.id)
      return undefined
    }
    const answer = toProblem(error)
    if (error === busy) tellBusy(request)
    else if (answer.status >= 500) logFailure(request, error)
    return send(reply, answer)
  }
  const app: App = fastify({
    logger: { level: config.logLevel },
    // Addresses may hold what must not be kept, such as a reset token; failures are logged by `logFailure`.
    logController: new LogController({ disableRequestLogging: true }),
    // Unless told of proxies, the address of the socket is the caller's; a header could be made up.
    trustProxy: config.trustProxy !== false && proxiesOf(config.trustProxy),
    requestTimeout: 15 * second,
    http: { headersTimeout: 10 * second, connectionsCheckingInterval: second, maxHeaderSize: largestHead },
    bodyLimit: largestBody,
    // Who got in before the server was asked to stop is answered like everybody else.
    return503OnClosing: false,
    // The router would stop at 100 characters. Whatever is in a path, its own route says that there is no such thing.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: largestHead },
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, isSecure),
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, request, isSecure)
      void refuse(error, request, reply)
    },
  }).withTypeProvider<ValibotTypes>()

  refusals.set(app.server, refuseBusy)

  const measure = config.metricsToken === null ? null : measureRequests(app)
  hearFirst(app.server, callersBehind(config.trustProxy), () => !isDraining(app.server), measure)
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  app.setValidatorCompiler<v.GenericSchema>(({ schema, httpPart }) => (input) => {
    // The library takes a list for an object, and an empty one for an object without fields. With a fallback a schema takes
    // whatever comes.
    if (Array.isArray(input) && schema.type === 'object' && !('fallback' in schema)) {
      return { error: new ApiError(400, 'invalid_input', unusable) }
    }
    // No body counts as one without fields, so that the caller is told of the first missing field.
    const checked = v.safeParse(schema, input ?? {}, { message: unusable })
    if (checked.success) return { value: checked.output }
    // An id of the wrong form names nothing, exactly like one that is unknown.
    if (httpPart === 'params') return { error: notFound() }
    const [first] = checked.issues
    return {
      error: new ApiError(400, 'invalid_input', first.message, { errors: fieldErrors(checked.issues) }),
    }
  })
  app.setSerializerCompiler<v.GenericSchema>(
    ({ schema, url }) =>
      (data) =>
        write(schema, data, `What ${url ?? 'a route'} answers`),
  )
  app.setErrorHandler(refuse)
  // Callbacks, here and below: what every call goes through should not make it wait for promises.
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request, isSecure)
    done()
  })
  // Before compression: the ETag is that of the plain body, whatever encoding it is sent in.
  app.addHook('onSend', answerNotModified)
  await app.register(compress, compression)
  answerUnknown(app)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining(app.server)) reply.header('connection', 'close')
    done(null, payload)
  })
  return app
}

/** Whom these proxies say that a call is from; without any, the address of the socket. As the framework finds it out. */
function callersBehind(proxies: Config['trustProxy']): CallerOf {
  if (proxies === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxiesOf(proxies)
  return (request) => proxyAddress(request, isTrusted)
}

const refusals = new WeakMap<Server, SendAtOnce>()

/**
 * The pattern of a route's paths, and its ready-made answer when the server is {@link busy}: for code that can tell so
 * before the framework sees a call.
 */
export function refusalAt({ server }: App, route: string): { pattern: RegExp; refusal: AtOnce } {
  const send = refusals.get(server)
  if (send === undefined) throw new Error('This server was not made by createFastify')
  return { pattern: patternOf(route), refusal: { route, send } }
}

/** Sent to thousands a second, while others are served: so it is prepared once. */
function refusal(common: Readonly<Record<string, string>>, tell: (call: Call) => void): SendAtOnce {
  const answer = toProblem(busy)
  const body = JSON.stringify(answer.body)
  const length = String(Buffer.byteLength(body))
  const head = Object.entries({ ...common, ...headersOfProblem(answer), 'content-length': length }).flat()
  return (request, response, id) => {
    tell(request)
    sendRaw(response, answer.status, head, body, id)
    return true
  }
}

const headersOfProblem = ({ headers }: Answer) => ({
  'cache-control': 'no-store',
  ...headers,
  'content-type': 'application/json; charset=utf-8',
})

function send(reply: FastifyReply, answer: Answer) {
  return reply
    .code(answer.status)
    .headers(headersOfProblem(answer))
    .removeHeader('etag')
    .send(JSON.stringify(answer.body))
}

/** A call, as logged. */
export type Call = Pick<IncomingMessage, 'method' | 'url'>

/** Logs what went wrong with a call, without its query string: a token or a name may be in it, and in its path an address. */
export function logFailure({ method, url, log }: Call & { log: FastifyBaseLogger }, error: unknown): void {
  const path = partsOf(url ?? '')
    .path.split('/')
    .map(withoutAddresses)
    .join('/')
  const call = { method, path }
  // An intended answer, such as 'very busy': where it was thrown helps nobody.
  if (error instanceof ApiError) log.warn({ ...call, status: error.statusCode, message: error.message })
  else log.error({ ...call, ...describeFailure(error) })
}

/** What is not HTTP, or stopped halfway: answered on the bare socket, since there is no request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, isSecure: boolean): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(plainly(status).body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(securityHeaders(isSecure)).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
