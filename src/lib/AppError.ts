import { texts } from '#contract/texts.ts'
import type { FieldErrors, ProblemCode } from '#contract/problem.ts'

/** What went wrong with a call: branch on `code`, show `message`. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly fields: FieldErrors

  constructor(code: ProblemCode, message: string, status: number, fields: FieldErrors = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.fields = fields
  }

  /** Whether there was no answer at all, so that the server's decision is unknown. */
  get isUnanswered(): boolean {
    return this.code === 'offline' || this.code === 'server_unreachable'
  }
}

/**
 * The sentence to show for anything that was thrown; `fallback` if it holds none meant for people, or only one without
 * content. A fallback about the network is used only if nobody answered.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof AppError) || error.isUnanswered) return fallback
  const saysNothing = error.message === texts.somethingWentWrong && fallback !== texts.networkError
  return saysNothing ? fallback : error.message
}

/** Whether nobody answered, or somebody who is not our server: a proxy's page, a captive portal's. */
export const isUnheard = (error: unknown): boolean =>
  error instanceof AppError && (error.isUnanswered || error.code === 'invalid_response')
