import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Db } from '../db/db.ts'
import type { App } from '../http/fastify.ts'
import type { Counts } from '../queues/places.ts'
import { countUnsent } from '../mail/outbox.ts'
import { countToForget } from '../payments/savedCards.ts'
import { requestsOf } from './requests.ts'
import { tally } from './tally.ts'
import { family } from './text.ts'

/** Where a monitoring system reads how this process is; the address is no secret, the token is. */
const metricsAddress = '/metrics'
/**
 * How long counting queued work in the database may take, in milliseconds: when the database is in trouble, the other
 * metrics say so.
 */
const patience = 1_000
/** How often the delay of the event loop is measured, in milliseconds. */
const resolution = 10

/**
 * Answers `GET /metrics` in Prometheus' text format to a caller with `METRICS_TOKEN`, and to everybody else with a 404,
 * as if there were no such address. Nothing in it is about anybody.
 */
export function registerMetrics(
  app: App,
  { db, pool, config }: Pick<Database, 'db' | 'pool'> & { config: Pick<Config, 'metricsToken'> },
): void {
  if (config.metricsToken === null) return
  const expected = digest(`Bearer ${config.metricsToken}`)
  const delay = monitorEventLoopDelay({ resolution })
  // It measures how long its own timer took.
  const delayed = (nanoseconds: number) => Math.max(nanoseconds / 1e9 - resolution / 1e3, 0)
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })
  const countWaiting = countingOf(db)
  app.get(metricsAddress, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return reply.callNotFound()
    const counted = await Promise.race([countWaiting(), pause(patience, null, { ref: false })])
    const memory = process.memoryUsage()
    const text = [
      family(
        'damson_request_duration_seconds',
        'histogram',
        'How long answers took, in seconds.',
        requestsOf(app),
      ),
      family('damson_event_loop_delay_seconds', 'gauge', 'Delay of the event loop since the last reading.', [
        { labels: { quantile: '0.5' }, value: delayed(delay.percentile(50)) },
        { labels: { quantile: '0.99' }, value: delayed(delay.percentile(99)) },
        { labels: { quantile: '1' }, value: delayed(delay.max) },
      ]),
      family('damson_memory_bytes', 'gauge', 'Memory of the process.', [
        { labels: { kind: 'resident' }, value: memory.rss },
        { labels: { kind: 'heap' }, value: memory.heapUsed },
        { labels: { kind: 'external' }, value: memory.external },
      ]),
      family(
        'damson_database_connections',
        'gauge',
        'Connections to the database, and calls that wait for one.',
        [
          { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
          { labels: { state: 'idle' }, value: pool.idleCount },
          { labels: { state: 'awaited' }, value: pool.waitingCount },
        ],
      ),
      ...(counted === null
        ? []
        : [
            family(
              'damson_mails',
              'gauge',
              'Emails in the outbox that have not been sent: waiting, and given up.',
              [
                { labels: { state: 'waiting' }, value: counted.mails.waiting },
                { labels: { state: 'given up' }, value: counted.mails.givenUp },
              ],
            ),
            family('damson_cards_to_forget', 'gauge', 'Cards that the payment provider has yet to delete.', [
              { value: counted.cards },
            ]),
          ]),
      family('damson_mails_tried_total', 'counter', 'Attempts by this process to send an email.', [
        { labels: { outcome: 'sent' }, value: tally.mailsSent },
        { labels: { outcome: 'failed' }, value: tally.mailsFailed },
      ]),
      family('damson_orders_placed_total', 'counter', 'Orders placed through this process.', [
        { value: tally.ordersPlaced },
      ]),
      inTurn('damson_password_hashes', 'Passwords being hashed, and those waiting.', tally.hashes),
      inTurn('damson_checkouts', 'Checkouts in progress, and those waiting.', tally.checkouts),
      inTurn('damson_reads', 'Public reads that no cache answers: in progress, and waiting.', tally.reads),
      inTurn('damson_own_reads', 'Reads of a customer’s own data: in progress, and waiting.', tally.ownReads),
      inTurn(
        'damson_own_writes',
        'Changes to a customer’s own data: in progress, and waiting.',
        tally.ownWrites,
      ),
      inTurn(
        'damson_token_calls',
        'Calls with the token of a session or of a mailed link: in progress, and waiting.',
        tally.tokenCalls,
      ),
      inTurn('damson_renders', 'Pages being rendered, and those waiting.', tally.renders),
      family('damson_pages_total', 'counter', 'Pages answered from the cache, and pages rendered.', [
        { labels: { source: 'cache' }, value: tally.pagesFromCache },
        { labels: { source: 'made' }, value: tally.pagesMade },
      ]),
      ...(tally.backups.lostSince === null && !tally.backups.isFailing
        ? []
        : [
            family(
              'damson_backed_up_timestamp_seconds',
              'gauge',
              'Since when what has changed may be in no backup of the embedded shop, in seconds since 1970.',
              [{ value: (tally.backups.lostSince?.getTime() ?? 0) / 1_000 }],
            ),
          ]),
      family('process_start_time_seconds', 'gauge', 'When this process started, in seconds since 1970.', [
        { value: performance.timeOrigin / 1_000 },
      ]),
    ]
    delay.reset()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(`${text.join('\n')}\n`)
  })
}

/** Counts what waits in the database, for all who ask meanwhile; null if the database does not answer. */
function countingOf(db: Db) {
  // One after another: it takes no more than one connection from a database in trouble.
  const count = async () => ({
    mails: await countUnsent(db),
    cards: await countToForget(db, null),
  })
  let counting: Promise<Awaited<ReturnType<typeof count>> | null> | null = null
  return () =>
    (counting ??= count()
      .catch(() => null)
      .finally(() => {
        counting = null
      }))
}

const inTurn = (name: string, help: string, { atWork, waiting }: Counts) =>
  family(name, 'gauge', help, [
    { labels: { state: 'at work' }, value: atWork },
    { labels: { state: 'waiting' }, value: waiting },
  ])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
