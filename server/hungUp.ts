import type { FastifyReply } from 'fastify'

/** Says when who made this call has hung up before it was answered. */
export function whenHungUp({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // In the words by which `toProblem` knows that nobody is left to read the answer.
  const hangUp = () => gone.abort(new Error('aborted'))
  if (raw.destroyed) hangUp()
  else raw.once('close', hangUp)
  return gone.signal
}
