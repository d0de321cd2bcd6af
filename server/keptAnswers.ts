import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import * as v from 'valibot'
import { cachePublic } from './caching.ts'
import { onPiecesTouched, onShopChanged } from './changes.ts'
import type { App } from './fastify.ts'
import { compressedItself, type FinishedBody, sendFinished, sendKnown } from './finished.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import type { Services } from './services.ts'
import { Written } from './written.ts'

/** How long an answer is given again, in milliseconds: far shorter than browsers keep it (`max-age`). */
export const usable = 1_000
const most = 300
/** In characters: a few very long ones would fill the memory. */
const largest = 60_000

const nothing = v.unknown()

type Told<Answer, Params, Query> = {
  answer: Answer
  params?: Params
  querystring?: Query
  freshFor: number
}

/** So many are read at a time, a little more than the cores have to do; who would wait behind so many is sent away. */
const mostAtOnce = 16
const longestQueue = 54

export type PublicRead = ReturnType<typeof publicReads>

/** Told by a reading that takes something from a memory of its own: until when that may be used. */
export type Memory = { lasts: (until: number) => void }

type Kept = { body: Promise<FinishedBody>; finished?: FinishedBody; until: number }

/**
 * Reads whose answer is the same for everybody. However many ask for the same at once, it is read once, and given to
 * whoever asks within a second, before anything of the call is looked at but its address; nobody hears a sale of this
 * process late, for then all is forgotten. What pages ask of their own process is read anew: pages are kept themselves,
 * and would make old what is old already.
 */
export function publicReads(app: App, { clock }: Pick<Services, 'clock'>) {
  const gate = makeGate(mostAtOnce, longestQueue, tally.reads)
  const answers = new Map<string, Kept>()
  const forget = () => answers.clear()
  const ignore = [onShopChanged(forget), onPiecesTouched(forget)]
  app.addHook('onClose', async () => ignore.forEach((stop) => stop()))

  function knownAt(url: string): Kept | undefined {
    const known = answers.get(url)
    if (known === undefined) return undefined
    answers.delete(url)
    if (clock().getTime() >= known.until) return undefined
    answers.set(url, known)
    return known
  }

  function bodyOf(url: string, read: (memory: Memory) => Promise<Written>): Promise<FinishedBody> {
    const known = knownAt(url)
    if (known !== undefined) return known.body
    const forgetThis = () => answers.get(url) === kept && answers.delete(url)
    const kept: Kept = {
      // Counted from when it is asked for: a slow database makes nothing older.
      until: clock().getTime() + usable,
      body: gate
        .pass(() => read({ lasts: (until) => (kept.until = Math.min(kept.until, until)) }))
        .then(({ text, body }) => {
          if (text.length > largest) forgetThis()
          return (kept.finished = body)
        }),
    }
    kept.body.catch(forgetThis)
    answers.set(url, kept)
    const oldest = answers.keys().next()
    if (answers.size > most && !oldest.done) answers.delete(oldest.value)
    return kept.body
  }

  /**
   * Such a read at `url`; browsers may take its answer for fresh for `freshFor` seconds. What it takes from a `memory`
   * must not come from one where there is none.
   */
  return function publicRead<
    Answer extends v.GenericSchema<Record<string, unknown>>,
    Params extends v.GenericSchema = typeof nothing,
    Query extends v.GenericSchema = typeof nothing,
  >(
    url: string,
    { answer, params, querystring, freshFor }: Told<Answer, Params, Query>,
    read: (
      request: { params: v.InferOutput<Params>; query: v.InferOutput<Query> },
      memory: Memory | null,
    ) => Promise<v.InferInput<Answer> | Written>,
  ): void {
    const schema: FastifySchema = {
      ...(params && { params }),
      ...(querystring && { querystring }),
      response: { 200: answer },
    }
    const announce = (reply: FastifyReply) => {
      cachePublic(reply, freshFor)
      reply.header('content-type', 'application/json; charset=utf-8')
    }
    // Only what was read for a call like this one, and so was found right, is ever known. Who has to be sent away is so
    // here, too: it costs least before anything is made of the call.
    const answerFromMemory = (
      request: FastifyRequest,
      reply: FastifyReply,
      done: (error?: Error) => void,
    ) => {
      if (!isFromOutside(request)) return done()
      const known = knownAt(request.url)
      if (known === undefined) gate.makeSureOfRoom()
      const body = known?.finished
      if (body === undefined || !sendKnown(request, reply, body, () => announce(reply))) done()
    }
    app.get(url, { schema, ...compressedItself, onRequest: answerFromMemory }, async (request, reply) => {
      const write = async (memory: Memory | null) => {
        // Checked against these very schemas before.
        const params = request.params as v.InferOutput<Params>
        const query = request.query as v.InferOutput<Query>
        const answer = await read({ params, query }, memory)
        return answer instanceof Written ? answer : new Written(String(reply.serializeInput(answer, '200')))
      }
      const body = isFromOutside(request) ? await bodyOf(request.url, write) : (await write(null)).body
      announce(reply)
      return sendFinished(request, reply, body)
    })
  }
}
