import { isLong } from './rounds.ts'

/**
 * Calls, and once more if that took ten seconds or more only to get a 'try again': on so busy a machine the shop may
 * say that it is very busy, too, or give up a payment that has waited for half a minute. In the long form, which is for
 * a machine that does nothing else, nobody is to be told so.
 */
export async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const reply = await call()
  const isQuick = performance.now() - begun < 9_500
  if (isLong || isQuick || (reply.status !== 503 && reply.status !== 402)) return reply
  return call()
}
