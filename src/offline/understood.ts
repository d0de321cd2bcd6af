import * as v from 'valibot'
import type { Handler, Intent } from './intent.ts'

/** Who applies and sends the intents of a feature, by its name. */
export const handlers = new Map<string, Handler<never>>()

/**
 * The intent as this build can apply and send it: one made by an earlier build may lack a field that has a default
 * today. Null where another build made it in a form that this one does not know.
 */
export function understood(intent: Intent): Intent | null {
  const handler = handlers.get(intent.feature)
  const payload = handler && v.safeParse(handler.schema, intent.payload)
  return payload?.success ? { ...intent, payload: payload.output } : null
}

type Collapse<P> = (unsent: readonly Intent<P>[], attempted: readonly Intent<P>[]) => readonly Intent<P>[]

/**
 * The list with its own unsent intents collapsed, as far as this build understands them. Everything else stays as it is
 * stored: another build may understand more of it.
 */
export function collapseOwn<P>(
  list: readonly Intent[],
  isOwn: (intent: Intent) => boolean,
  collapse: Collapse<P>,
): readonly Intent[] {
  const unsent = new Map<Intent<P>, Intent>()
  const attempted: Intent<P>[] = []
  for (const stored of list.filter(isOwn)) {
    const intent = understood(stored) as Intent<P> | null
    if (intent !== null && intent.attemptedAt !== null) attempted.push(intent)
    else if (intent !== null) unsent.set(intent, stored)
  }
  const next = collapse([...unsent.keys()], attempted)
  const open = new Set(unsent.values())
  return [...list.filter((one) => !open.has(one)), ...next.map((intent) => unsent.get(intent) ?? intent)]
}
