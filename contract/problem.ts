import * as v from 'valibot'

/**
 * What a caller may branch on. The message is for people and may change; the code may not.
 * `offline` and `server_unreachable` are never sent: the browser's client makes them when there is no answer.
 */
export const ProblemCode = v.picklist([
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'out_of_stock',
  'empty_cart',
  'payment_declined',
  'coupon_invalid',
  'coupon_expired',
  'idempotency_mismatch',
  'idempotency_in_progress',
  'not_verified',
  'blocked',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
  'offline',
  'server_unreachable',
  'invalid_response',
])
export type ProblemCode = v.InferOutput<typeof ProblemCode>

/** Said of values that no form of the shop sends. Here, because what is in `texts` comes with every page. */
export const unusable = 'That value cannot be used'

/** One message per fault, by the name of the field it belongs to. */
export const FieldErrors = v.record(v.string(), v.array(v.string()))
export type FieldErrors = v.InferOutput<typeof FieldErrors>

/** The body of every answer that is not a success. */
export const Problem = v.object({
  message: v.string(),
  /** + */
  code: v.optional(v.fallback(ProblemCode, 'internal')),
  errors: v.optional(FieldErrors),
})
export type Problem = v.InferOutput<typeof Problem>

/** Groups what a schema's issues say by field, each once, in the order found; what is said of the whole comes under `''`. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? ''
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])]
  }
  return errors
}
