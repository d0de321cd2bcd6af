import * as v from 'valibot'
import { type FinishedBody, finished, quickly } from './finished.ts'

/** The shop broke its own contract: never the caller's fault, so no 4xx. */
class InvalidResponse extends Error {}

/**
 * The JSON to send, once it is checked against its schema.
 * @param what names it for whoever reads the log
 * @throws {InvalidResponse} when it does not
 */
export function write(schema: v.GenericSchema, data: unknown, what: string): string {
  const checked = v.safeParse(schema, data)
  if (checked.success) return JSON.stringify(checked.output)
  const [first] = checked.issues
  throw new InvalidResponse(`${what} is against its schema: ${v.getDotPath(first) ?? ''} ${first.message}`)
}

/**
 * An answer with its JSON ready, sent as it is. Returning the same object again saves making its ETag, and compressing
 * it.
 */
export class Written {
  readonly text: string
  readonly body: FinishedBody

  /** @param lasting the part of the text that identifies a version of it, if a shorter one is enough */
  constructor(text: string, lasting = text) {
    this.text = text
    this.body = finished(text, { lasting, encode: quickly })
  }
}
