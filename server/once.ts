import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { customerOf } from './auth/signedIn.ts'
import type { Db } from './db/db.ts'
import { answerOnce, fingerprinter, keyOf, replayedHeader } from './idempotency.ts'
import type { Services } from './services.ts'

/**
 * For writes of who is signed in: does `work` at most once for each `Idempotency-Key`; the answer's headers are set on
 * the way. Keys count within a `scope`.
 */
export function onceByKey({ db, config, clock }: Services, scope: string) {
  const fingerprint = fingerprinter(config.sessionSecret)
  return async function once<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { schema: v.GenericSchema<unknown, T>; status_code: number },
    work: (tx: Db, customer_id: string) => Promise<T>,
  ): Promise<T> {
    const { customer_id } = customerOf(request)
    const call = {
      customer_id,
      scope,
      key: keyOf(request),
      fingerprint: fingerprint(request.method, request.routeOptions.url, request.params, request.body),
      now: clock(),
    }
    const { body, isReplay } = await answerOnce(db, call, answer, (tx) => work(tx, customer_id))
    if (isReplay) reply.headers(replayedHeader)
    return body
  }
}
