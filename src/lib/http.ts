import * as v from 'valibot'
import wretch from 'wretch'
import QueryStringAddon from 'wretch/addons/queryString'
import { ProblemCode, type FieldErrors } from '#contract/problem.ts'
import { texts } from '#contract/texts.ts'
import { AppError } from './AppError.ts'

/** What every call gives, whatever happened: it never raises. Without an answer the status is 500, as specified. */
export type Answer<T> =
  | { body: T; status: number; error: null }
  | { body: null; status: number; error: AppError }

export type Transport = (url: string, options: RequestInit) => Promise<Response>

/** Who speaks for the signed-in customer: gives the token and replaces it once when the server refuses it. */
export type Credentials = {
  accessToken: () => string | null
  /** Resolves to whether a fresh token is there now; `refusedToken` is the one the server did not take. */
  renew: (refusedToken: string | null) => Promise<boolean>
}

type Query = Record<string, unknown>

type Call<S extends v.GenericSchema> = {
  /** The shape of a good answer's body. */
  schema: S
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

// A connection that accepts and never answers must not hold a shopper for ever; a payment may take its time.
const patience: Record<Method, number> = {
  GET: 10_000,
  POST: 30_000,
  PUT: 15_000,
  PATCH: 15_000,
  DELETE: 15_000,
}

export type Http = ReturnType<typeof createHttp>

/**
 * The one way to the server. Attaches the bearer token; on a 401 has the credentials renewed once and repeats the
 * call once. `credentials: null` makes a client that does neither (sign-in and refresh itself).
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
    const limit = AbortSignal.timeout(patience[method])
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (token !== null) headers['Authorization'] = `Bearer ${token}`
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey
    const request = api
      .url(path)
      .query(call.query ?? {}, { omitUndefinedOrNullValues: true })
      .headers(headers)
      .options({ signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit })
      .catcherFallback((error: unknown) => {
        // Any answer is an answer here, also a refusal.
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
      if (response.status === 401 && credentials && (await credentials.renew(token))) {
        response = await send(method, path, call, credentials.accessToken())
      }
    } catch (error) {
      if (call.signal?.aborted) throw error
      return { body: null, status: 500, error: unanswered() }
    }
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

/** The body of a good answer; throws the answer's {@link AppError} otherwise. For query and mutation functions. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) throw answer.error
  return answer.body
}

function unanswered(): AppError {
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false
  return new AppError(offline ? 'offline' : 'server_unreachable', texts.networkError, 500)
}

async function read<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<Answer<v.InferOutput<S>>> {
  const text = await response.text().catch(() => '')
  const body = parseJson(text)
  if (!response.ok) return { body: null, status: response.status, error: problemOf(response, body) }
  const parsed = v.safeParse(schema, response.status === 204 ? undefined : body)
  if (parsed.success) return { body: parsed.output, status: response.status, error: null }
  // A captive portal answers 200 with HTML; an old cache may answer with an old shape. Neither may be shown or kept.
  return {
    body: null,
    status: response.status,
    error: new AppError('invalid_response', texts.invalidResponse, response.status),
  }
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

function problemOf(response: Response, body: unknown): AppError {
  const trouble = v.safeParse(Trouble, body)
  if (!trouble.success) {
    // Not our server's voice: a proxy or portal in between.
    const code = response.status >= 500 ? 'server_unreachable' : 'internal'
    return new AppError(code, texts.somethingWentWrong, response.status)
  }
  const { message, detail, error, code, errors } = trouble.output
  const nested = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  const sentence = [message, nested, detail, error].find((text) => typeof text === 'string' && text !== '')
  return new AppError(
    v.is(ProblemCode, code) ? code : 'internal',
    typeof sentence === 'string' ? sentence : texts.somethingWentWrong,
    response.status,
    v.is(v.record(v.string(), v.array(v.string())), errors) ? (errors satisfies FieldErrors) : {},
  )
}
