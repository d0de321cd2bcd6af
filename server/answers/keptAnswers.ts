import type { FastifySchema } from 'fastify'
import * as v from 'valibot'
import { answerAtOnce, type AtOnce, ready } from './atOnce.ts'
import { keep } from './bounded.ts'
import { freshFor as freshForSeconds } from './caching.ts'
import { networkOf } from '../calls/networks.ts'
import { onPiecesTouched, onShopChanged } from '../changes.ts'
import { canBeAtOnce } from '../process/draining.ts'
import { type App, refusalAt } from '../http/fastify.ts'
import { compressedItself, encodingOf, type FinishedBody, sendFinished } from './finished.ts'
import { type FairGate, makeFairGate } from '../queues/fairGate.ts'
import { atFirstTurn } from '../queues/firstTurn.ts'
import { tally } from '../metrics/tally.ts'
import { isFromOutside } from '../http/outside.ts'
import { partsOf } from '../http/partsOf.ts'
import { securityHeaders, unlisted } from '../http/securityHeaders.ts'
import type { Elapsed, Services } from '../services.ts'
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
  /** Whether this read is batched with others of its kind; where that depends on the query, a function of it. */
  isGathered?: boolean | ((query: URLSearchParams) => boolean)
}

/**
 * This many reads run at a time, a little more than the cores can use; who would wait behind `longestQueue` others is
 * refused.
 */
const mostAtOnce = 16
const longestQueue = 54
/** Of batched reads this many are answered in some 10 ms. */
const mostTogether = 100

export type PublicRead = ReturnType<typeof publicReads>

/** Called by a read that takes something from a cache of its own, to say until when that may be used. */
export type Memory = { lasts: (until: number) => void }

type Finished = AtOnce & { body: FinishedBody }
type Kept = { ask: (network: string) => Promise<Finished>; finished?: Finished; until: number }
/** Made here, where nothing of a call is: what is kept for hundreds of answers must not keep their calls as well. */
const always =
  <T>(answer: Promise<T>) =>
  () =>
    answer
type Asked = {
  route: string
  headers: Readonly<Record<string, string>>
  gate: FairGate
  network: string
}

/**
 * Reads whose answer is the same for everybody. However many callers ask for the same thing at once, it is read once,
 * and given for a second to all of them before anything of their call but its address is looked at. A sale in this
 * process shows at once, because it empties the cache. Calls that pages make to their own process are always read:
 * pages are cached themselves, and would make old data older.
 */
export function publicReads(app: App, { elapsed, config }: Pick<Services, 'config'> & Elapsed) {
  const common = securityHeaders(config.isSecure)
  const alone = makeFairGate(mostAtOnce, longestQueue, tally.reads)
  const together = makeFairGate(mostTogether, longestQueue, tally.reads)
  const answers = new Map<string, Kept>()
  const forget = () => answers.clear()
  const ignore = [onShopChanged(forget), onPiecesTouched(forget)]
  app.addHook('onClose', async () => ignore.forEach((stop) => stop()))

  function knownAt(url: string): Kept | undefined {
    const known = answers.get(url)
    if (known === undefined) return undefined
    answers.delete(url)
    if (elapsed() >= known.until) return undefined
    answers.set(url, known)
    return known
  }

  // Only the answer to a call like this one, found valid when it was read, is ever cached. A call that has to be
  // refused is refused here: that costs least before its input is interpreted.
  const refusals: (ReturnType<typeof refusalAt> & { gateOf: (query: string) => FairGate })[] = []
  function refuse(url: string, network: () => string): AtOnce | undefined {
    if (!alone.isFull() && !together.isFull()) return undefined
    const { path, query } = partsOf(url)
    const found = refusals.find(({ pattern }) => pattern.test(path))
    return found?.gateOf(query).isFullFor(network()) === true ? found.refusal : undefined
  }
  answerAtOnce(app, (url, network) => {
    const known = knownAt(url)
    return known === undefined ? refuse(url, network) : known.finished
  })

  function finishedAt(
    url: string,
    { route, headers, gate, network }: Asked,
    read: (memory: Memory) => Promise<Written>,
  ): Promise<Finished> {
    const known = knownAt(url)
    if (known !== undefined) return known.ask(network)
    const forgetThis = () => answers.get(url) === kept && answers.delete(url)
    // Before it is read, which may say at once how long the answer lasts. Counted from when it is asked for: a slow
    // database makes nothing older.
    const lasting: Pick<Kept, 'until' | 'finished'> = { until: elapsed() + usable }
    const lasts = (until: number) => void (lasting.until = Math.min(lasting.until, until))
    const finish = ({ text, body }: Written) => {
      if (text.length > largest) forgetThis()
      const send = ready(body, { status: 200, headers, isShared: true })
      return (lasting.finished = { route, body, send })
    }
    const fail = (error: unknown): never => {
      forgetThis()
      throw error
    }
    const work = () => {
      const answer = read({ lasts }).then(finish, fail)
      kept.ask = always(answer)
      return answer
    }
    const kept: Kept = Object.assign(lasting, { ask: atFirstTurn(gate.pass, work, forgetThis) })
    keep(answers, most, url, kept)
    return kept.ask(network)
  }

  /**
   * A read of this kind at `url`; browsers may cache its answer for `freshFor` seconds. Without a `memory` it must take
   * nothing from a cache.
   */
  return function publicRead<
    Answer extends v.GenericSchema<Record<string, unknown>>,
    Params extends v.GenericSchema = typeof nothing,
    Query extends v.GenericSchema = typeof nothing,
  >(
    url: string,
    { answer, params, querystring, freshFor, isGathered = false }: Told<Answer, Params, Query>,
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
    const headers = {
      'cache-control': freshForSeconds(freshFor),
      'content-type': 'application/json; charset=utf-8',
    }
    const allHeaders = { ...common, ...unlisted, ...headers }
    const route = app.prefix + url
    const gateOf = (query: string) => {
      const isTogether =
        typeof isGathered === 'function' ? isGathered(new URLSearchParams(query)) : isGathered
      return isTogether ? together : alone
    }
    refusals.push({ ...refusalAt(app, route), gateOf })
    app.get(url, { schema, ...compressedItself }, async (request, reply) => {
      // Checked against these very schemas before.
      const params = request.params as v.InferOutput<Params>
      const query = request.query as v.InferOutput<Query>
      const write = async (memory: Memory | null) => {
        const answer = await read({ params, query }, memory)
        return answer instanceof Written ? answer : new Written(String(reply.serializeInput(answer, '200')))
      }
      let body: FinishedBody
      if (isFromOutside(request)) {
        const gate = gateOf(partsOf(request.url).query)
        const network = networkOf(request.ip)
        const finished = await finishedAt(request.url, { route, headers: allHeaders, gate, network }, write)
        body = finished.body
        await body.in(encodingOf(request, body))
        if (canBeAtOnce(app.server, request) && finished.send(request.raw, reply.raw, request.id))
          return reply.hijack()
      } else body = (await write(null)).body
      reply.headers(headers)
      return sendFinished(request, reply, body)
    })
  }
}
