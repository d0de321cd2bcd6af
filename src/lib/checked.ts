import * as v from 'valibot'
import { type FieldErrors, fieldErrors } from '#contract/problem.ts'

export type Checked<T> = { output: T; faults: null } | { output: null; faults: FieldErrors }

/** The parsed values, or what is wrong with them by field. */
export function checked<S extends v.GenericSchema>(schema: S, values: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, values)
  return result.success
    ? { output: result.output, faults: null }
    : { output: null, faults: fieldErrors(result.issues) }
}
