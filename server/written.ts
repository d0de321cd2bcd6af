import * as v from 'valibot'

/** The shop broke its own contract: never the caller's fault, so no 4xx. */
class InvalidResponse extends Error {}

/**
 * The JSON of what is sent, once it is seen to keep to its schema.
 * @param what names it for whoever reads the log
 * @throws {InvalidResponse} when it does not
 */
export function write(schema: v.GenericSchema, data: unknown, what: string): string {
  const checked = v.safeParse(schema, data)
  if (checked.success) return JSON.stringify(checked.output)
  const [first] = checked.issues
  throw new InvalidResponse(`${what} is against its schema: ${v.getDotPath(first) ?? ''} ${first.message}`)
}

/** An answer put together from parts that were each written so before: it is sent as it is. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
