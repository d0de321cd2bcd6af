import type { FastifyReply } from 'fastify'

/** Reports when the caller has hung up before the answer. */
export function whenHungUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // Worded so that `toProblem` recognises that nobody is left to read the answer.
  const hangUp = () => gone.abort(new Error('aborted'))
  if (raw.destroyed) hangUp()
  else raw.once('close', hangUp)
  return gone.signal
}
