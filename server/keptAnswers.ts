import type { FastifySchema } from 'fastify'
import * as v from 'valibot'
import { cachePublic } from './caching.ts'
import { onPiecesTouched, onShopChanged } from './changes.ts'
import type { App } from './fastify.ts'
import { finished, type FinishedBody, sendFinished } from './finished.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import type { Services } from './services.ts'

/** How long an answer is given again, in milliseconds: far shorter than browsers keep it (`max-age`). */
const usable = 1_000
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
const mostAtOnce = 10
const longestQueue = 60

export type PublicRead = ReturnType<typeof publicReads>

type Kept = { body: Promise<FinishedBody>; until: number }

/**
 * Reads whose answer is the same for everybody. However many ask for the same at once, it is read once, and given to
 * whoever asks within a second; nobody hears a sale of this process late, for then all is forgotten. What pages ask of
 * their own process is read anew: pages are kept themselves, and would make old what is old already.
 */
export function publicReads(app: App, { clock }: Pick<Services, 'clock'>) {
  const gate = makeGate(mostAtOnce, longestQueue, tally.reads)
  const answers = new Map<string, Kept>()
  const forget = () => answers.clear()
  const ignore = [onShopChanged(forget), onPiecesTouched(forget)]
  app.addHook('onClose', async () => ignore.forEach((stop) => stop()))

  function bodyOf(url: string, read: () => Promise<string>): Promise<FinishedBody> {
    // Counted from when it is asked for: a slow database makes nothing older.
    const now = clock().getTime()
    const known = answers.get(url)
    answers.delete(url)
    if (known !== undefined && now < known.until) {
      answers.set(url, known)
      return known.body
    }
    const forgetThis = () => answers.get(url) === kept && answers.delete(url)
    const kept: Kept = {
      until: now + usable,
      body: gate.pass(read).then((text) => {
        if (text.length > largest) forgetThis()
        return finished(text)
      }),
    }
    kept.body.catch(forgetThis)
    answers.set(url, kept)
    const oldest = answers.keys().next()
    if (answers.size > most && !oldest.done) answers.delete(oldest.value)
    return kept.body
  }

  /** Such a read at `url`; browsers may take its answer for fresh for `freshFor` seconds. */
  return function publicRead<
    Answer extends v.GenericSchema<Record<string, unknown>>,
    Params extends v.GenericSchema = typeof nothing,
    Query extends v.GenericSchema = typeof nothing,
  >(
    url: string,
    { answer, params, querystring, freshFor }: Told<Answer, Params, Query>,
    read: (request: {
      params: v.InferOutput<Params>
      query: v.InferOutput<Query>
    }) => Promise<v.InferInput<Answer>>,
  ): void {
    const schema: FastifySchema = {
      ...(params && { params }),
      ...(querystring && { querystring }),
      response: { 200: answer },
    }
    app.get(url, { schema }, async (request, reply) => {
      const write = async () =>
        String(
          reply.serializeInput(
            // Checked against these very schemas before.
            await read({
              params: request.params as v.InferOutput<Params>,
              query: request.query as v.InferOutput<Query>,
            }),
            '200',
          ),
        )
      const body = isFromOutside(request) ? await bodyOf(request.url, write) : finished(await write())
      cachePublic(reply, freshFor)
      reply.type('application/json; charset=utf-8')
      return sendFinished(request, reply, body)
    })
  }
}
