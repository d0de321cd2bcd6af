import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { customerOf } from '../auth/signedIn.ts'
import type { Db } from '../db/db.ts'
import { answerOnce, fingerprinter, keyOf, replayedHeader } from './idempotency.ts'
import { makeLimit, refuseAbove } from './limits.ts'
import type { Services } from '../services.ts'

/**
 * Each change keeps its whole answer for a day. Nobody makes this many changes by hand; a script would fill the disk.
 */
const keptWrites = makeLimit({ most: 600, window: 60 * 60_000, from: 'first' })
const tooManyWrites = 'That is a great many changes. Please wait a while and try again.'

/** What the address names. Without a query it is as before there was any, because keys outlive an update. */
const asked = ({ params, query }: FastifyRequest) => Object.assign({}, params, query)

/**
 * For changes by signed-in customers: does `work` at most once for each `Idempotency-Key`, and sets the answer's
 * headers. Keys count within a `scope`. A customer with more keys stored than anybody would need is refused with 429,
 * whatever the scope.
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
      fingerprint: fingerprint(request.method, request.routeOptions.url, asked(request), request.body),
      now: clock(),
    }
    const admit = async (tx: Db) => {
      if (config.rateLimit) await refuseAbove(tx, `kept:${customer_id}`, keptWrites, call.now, tooManyWrites)
    }
    const { body, isReplay } = await answerOnce(db, call, answer, (tx) => work(tx, customer_id), admit)
    if (isReplay) reply.headers(replayedHeader)
    return body
  }
}
