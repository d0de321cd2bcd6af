import * as v from 'valibot'
import wretch from 'wretch'
import QueryStringAddon from 'wretch/addons/queryString'
import { ProblemCode, type FieldErrors } from '#contract/problem.ts'
import { learnServerTime } from '#contract/serverTime.ts'
import { texts } from '#contract/texts.ts'
import { type Answer, unanswered } from './answer.ts'
import { AppError } from './AppError.ts'
import { subjectOf } from './subjectOf.ts'

export type Transport = (url: string, options: RequestInit) => Promise<Response>

export type Renewal = 'renewed' | 'refused' | 'unreachable'

/** The source of the signed-in customer's token, which it renews once when the server refuses it. */
export type Credentials = {
  accessToken: () => string | null
  /** `renewed`: a fresh token is there now; `refusedToken` is the one the server did not take. */
  renew: (refusedToken: string | null) => Promise<Renewal>
}

type Query = Record<string, unknown>

export type Call<S extends v.GenericSchema> = {
  /** The schema of a good answer's body; on pages that load it late, the function that does. */
  schema: S | (() => Promise<S>)
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
  /** Whether the browser's own cache is asked of the server first, even for what would still pass for fresh. */
  isAnew?: boolean | undefined
  idempotencyKey?: string
  /** In milliseconds, for a call that may take long: a payment. */
  patience?: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// A connection that accepts and never answers must not hold a shopper for ever.
const patienceFor = (method: Method): number => (method === 'GET' ? 10_000 : 15_000)

type Send = <S extends v.GenericSchema>(path: string, call: Call<S>) => Promise<Answer<v.InferOutput<S>>>
export type Http = Record<'get' | 'post' | 'put' | 'patch' | 'delete', Send>

/**
 * The one way to the server. Attaches the bearer token; on a 401 refreshes the credentials once and repeats the call
 * once, if they are still the same customer's. `credentials: null` makes a client that does neither (for sign-in and
 * the refresh itself).
 */
export function createHttp({
  base,
  transport,
  credentials,
}: {
  base: string
  transport: Transport
  credentials: Credentials | null
}) {
  const api = wretch(base).addon(QueryStringAddon).fetchPolyfill(transport)

  async function send(method: Method, path: string, call: Call<v.GenericSchema>, token: string | null) {
    const limit = AbortSignal.timeout(call.patience ?? patienceFor(method))
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (token !== null) headers['Authorization'] = `Bearer ${token}`
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
    const request = api
      .url(path)
      .query(call.query ?? {}, { omitUndefinedOrNullValues: true })
      .headers(headers)
      .options({
        signal: call.signal ? either(call.signal, limit) : limit,
        ...(call.isAnew && { cache: 'no-cache' }),
      })
      .catcherFallback((error: unknown) => {
        // Every answer counts here, even a refusal.
        if (error instanceof Error && 'response' in error && error.response instanceof Response)
          return error.response
        throw error
      })
    return (call.body === undefined ? request : request.json(call.body as object))
      .fetch(method)
      .res() as Promise<Response>
  }

  async function ask<S extends v.GenericSchema>(
    method: Method,
    path: string,
    call: Call<S>,
  ): Promise<Answer<v.InferOutput<S>>> {
    const token = credentials?.accessToken() ?? null
    let response: Response
    try {
      response = await send(method, path, call, token)
      if (response.status === 401 && credentials) {
        const renewal = await credentials.renew(token)
        // The session may still be valid, and must not be called expired.
        if (renewal === 'unreachable') return unanswered()
        const fresh = credentials.accessToken()
        if (renewal === 'renewed' && isSame(token, fresh)) response = await send(method, path, call, fresh)
      }
    } catch (error) {
      if (call.signal?.aborted) throw error
      return unanswered()
    }
    // A cache, the browser's own as well, gives an answer with the time at which it came to it.
    if (response.headers.get('cache-control')?.includes('no-store'))
      learnServerTime(response.headers.get('date'))
    return read(response, call.schema)
  }

  return {
    get: <S extends v.GenericSchema>(path: string, call: Call<S>) => ask('GET', path, call),
    post: <S extends v.GenericSchema>(path: string, call: Call<S>) => ask('POST', path, call),
    put: <S extends v.GenericSchema>(path: string, call: Call<S>) => ask('PUT', path, call),
    patch: <S extends v.GenericSchema>(path: string, call: Call<S>) => ask('PATCH', path, call),
    delete: <S extends v.GenericSchema>(path: string, call: Call<S>) => ask('DELETE', path, call),
  }
}

/**
 * Whether two tokens belong to one customer, as far as can be read: if somebody else has signed in since, in another
 * tab, they must not find a change made that the former customer began.
 */
function isSame(before: string | null, after: string | null): boolean {
  const one = subjectOf(before ?? '')
  const other = subjectOf(after ?? '')
  return !one || !other || one === other
}

/** Aborts with whichever does first. Not `AbortSignal.any`, which Safari has only since 17.4. */
function either(...signals: AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    const follow = () => both.abort(signal.reason)
    if (signal.aborted) follow()
    signal.addEventListener('abort', follow, { signal: both.signal })
  }
  return both.signal
}

async function read<S extends v.GenericSchema>(
  response: Response,
  given: Call<S>['schema'],
): Promise<Answer<v.InferOutput<S>>> {
  const [text, schema] = await Promise.all([
    response.text().catch(() => null),
    typeof given === 'function' ? given().catch(() => null) : given,
  ])
  // It broke off: what the server had to say is as unknown as if it had said nothing.
  if (text === null) return unanswered()
  const body = parseJson(text)
  if (!response.ok) return { body: null, status: response.status, error: problemOf(response, body) }
  if (schema === null) return unanswered()
  // Keeps a genuine 'no content' apart from content that is not our server's.
  const parsed = v.safeParse(schema, response.status === 204 ? {} : body)
  if (parsed.success) return { body: parsed.output, status: response.status, error: null }
  // A captive portal answers 200 with HTML; an old cache may answer with an old shape. Neither may be shown or kept.
  const error = new AppError('invalid_response', texts.invalidResponse, response.status)
  return { body: null, status: response.status, error }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Trouble = v.looseObject({
  message: v.optional(v.unknown()),
  detail: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
  code: v.optional(v.unknown()),
  errors: v.optional(v.unknown()),
})

/** Said in place of a server that is gone, late or being started; beyond 504 by one well-known network of gateways. */
const isGateways = (status: number): boolean =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530)

function problemOf(response: Response, body: unknown): AppError {
  const { status } = response
  const trouble = v.safeParse(Trouble, body)
  if (!trouble.success) {
    // Not from our server: from a proxy or portal in between.
    const code = status >= 500 ? 'server_unreachable' : 'internal'
    return new AppError(code, texts.somethingWentWrong, status)
  }
  const { message, detail, error, code, errors } = trouble.output
  // Nor is this, whose own words say which it is: some gateways, too, speak JSON.
  if (isGateways(status) && !v.is(ProblemCode, code))
    return new AppError('server_unreachable', texts.somethingWentWrong, status)
  const nested = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  // Whoever failed has nothing to say that is meant for people, except that the shop is very busy: least of all a gateway
  // that answers in its place.
  const isForPeople = status < 500 || code === 'unavailable'
  const told = isForPeople ? [message, nested, detail, error] : []
  const sentence = told.find((text) => typeof text === 'string' && text !== '')
  return new AppError(
    v.is(ProblemCode, code) ? code : 'internal',
    typeof sentence === 'string' ? sentence : texts.somethingWentWrong,
    status,
    v.is(v.record(v.string(), v.array(v.string())), errors) ? (errors satisfies FieldErrors) : {},
  )
}
