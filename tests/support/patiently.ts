/**
 * Calls, and again if that took ten seconds or more only to get a 'try again': on so busy a machine the shop may say
 * that it is very busy, too, or give up a payment that has waited for half a minute.
 */
export async function patiently<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const begun = performance.now()
    const reply = await call()
    const isQuick = performance.now() - begun < 9_500
    if (isQuick || (reply.status !== 503 && reply.status !== 402)) return reply
  }
}
