import { STATUS_CODES } from 'node:http'
import { type FieldErrors, type Problem, type ProblemCode, unusable } from '#contract/problem.ts'
import { authTexts } from '#contract/authTexts.ts'
import { texts } from '#contract/texts.ts'
import { causesOf, databaseError, isUnanswered, sqlState } from '../db/db.ts'
import { hasCode } from '../process/failure.ts'

/** A refusal that the caller learns of: what a store throws if a call cannot be done. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly code: ProblemCode
  readonly errors: FieldErrors | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    code: ProblemCode,
    message: string,
    more: { errors?: FieldErrors; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }
}

/** What is answered for an error: its status, its body, and headers that belong to it. */
export type Answer = { status: number; body: Problem; headers: Readonly<Record<string, string>> }

/** One error object, because it is thrown a thousand times a second: creating an error captures a stack trace. */
export const busy = new ApiError(503, 'unavailable', 'The shop is very busy. Please try again in a moment.', {
  headers: { 'retry-after': '2' },
})

/** `field` is the one that named it. */
export const notFound = (message = 'Not found', field?: string) =>
  new ApiError(404, 'not_found', message, field === undefined ? {} : { errors: { [field]: [message] } })

/** A fault of the database's surroundings rather than of the call: worth trying again, so 503. */
const unavailableStates = /^(08|40|53|57P|57014|58|25006|55P03)/
const foreignKeyViolation = '23503'
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** The driver's messages, without a code, for having no connection, or having lost it. */
const unconnected =
  /^(timeout exceeded when trying to connect$|Connection terminated|Client (has encountered a connection error|was closed))/

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  414: 'too_large',
  415: 'unsupported_media_type',
  431: 'too_large',
}

/** Any error to the one shape that leaves the server. Nothing of an unforeseen error's text is in it. */
export function toProblem(error: unknown): Answer {
  if (error instanceof ApiError) {
    const { message, code, errors } = error
    return {
      status: error.statusCode,
      body: errors === undefined ? { message, code } : { message, code, errors },
      headers: error.headers,
    }
  }
  // Nobody is left to read this answer; a caller who hangs up is no failure of ours.
  if (error instanceof Error && error.message === 'aborted') return plain(400, 'The request was not finished')
  const state = sqlState(error)
  // Class 22: the value did not fit its type, so it was the caller's.
  if (state?.startsWith('22')) return plain(400, unusable)
  if (state === foreignKeyViolation) {
    // What the call was about was deleted meanwhile; most likely its customer, who has left.
    const isCustomer = databaseError(error)?.constraint?.endsWith('_customers_id_fk') === true
    return isCustomer ? plain(401, authTexts.sessionExpired) : plain(409, 'This is not there any more')
  }
  if ((state !== null && unavailableStates.test(state)) || isUnanswered(error) || isUnreachable(error)) {
    return toProblem(busy)
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  // Fastify's own refusals (malformed JSON, too large a body); a 5xx among them stays one.
  if (typeof status === 'number' && status >= 400 && status < 500 && isFrameworks(error)) {
    return plainly(status)
  }
  return plain(500, texts.somethingWentWrong)
}

const frameworkMessages: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  408: 'The request took too long',
  413: 'The request is too large',
  415: 'The request must be JSON',
  431: 'The request is too large',
}

/** What is answered to a call that could not be taken as one. */
export const plainly = (status: number): Answer =>
  plain(status, frameworkMessages[status] ?? STATUS_CODES[status] ?? 'Bad Request')

function plain(status: number, message: string): Answer {
  return {
    status,
    body: { message, code: codeOfStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal') },
    headers: {},
  }
}

/** Refusals of the file server, which have no code: of a part that a file has not, and of another version of it. */
const fileRefusals = new Set(['RangeNotSatisfiableError', 'PreconditionFailedError'])

function isFrameworks(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (fileRefusals.has(error.name)) return true
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
}

function isUnreachable(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    // Of a name with several addresses all were tried; each failed as one alone would.
    if (cause instanceof AggregateError) return cause.errors.some(isUnreachable)
    if (hasCode(cause, 'ENOSPC')) return true
    if (
      'syscall' in cause &&
      networkCalls.has(String(cause.syscall)) &&
      'code' in cause &&
      cause.code !== 'EISDIR'
    ) {
      return true
    }
    if (unconnected.test(cause.message)) return true
  }
  return false
}
