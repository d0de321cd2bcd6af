import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Db } from '../db/db.ts'
import type { App } from '../fastify.ts'
import type { Turns } from '../gate.ts'
import { countUnsent } from '../mail/outbox.ts'
import { requestsOf } from './requests.ts'
import { tally } from './tally.ts'
import { family } from './text.ts'

/** Where a monitoring system reads how this process is; the address is no secret, the token is. */
const metricsAddress = '/metrics'
/** How long the mails may take to be counted, in milliseconds: when the database is in trouble, the rest says so. */
const patience = 1_000

/**
 * Answers `GET /metrics` in Prometheus' text format to who has `METRICS_TOKEN`, and to everybody else, as without one,
 * as if there were no such address. Nothing in it is about anybody.
 */
export function registerMetrics(
  app: App,
  { db, pool, config }: Pick<Database, 'db' | 'pool'> & { config: Pick<Config, 'metricsToken'> },
): void {
  if (config.metricsToken === null) return
  const expected = digest(`Bearer ${config.metricsToken}`)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })
  const countMails = countingOf(db)
  app.get(metricsAddress, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return reply.callNotFound()
    const unsent = await Promise.race([countMails(), pause(patience, null, { ref: false })])
    const memory = process.memoryUsage()
    const text = [
      family('damson_request_duration_seconds', 'histogram', 'How long answers took.', requestsOf(app)),
      family(
        'damson_event_loop_delay_seconds',
        'gauge',
        'Delay of the event loop since it was last asked for.',
        [
          { labels: { quantile: '0.5' }, value: delay.percentile(50) / 1e9 },
          { labels: { quantile: '0.99' }, value: delay.percentile(99) / 1e9 },
          { labels: { quantile: '1' }, value: delay.max / 1e9 },
        ],
      ),
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
      ...(unsent === null
        ? []
        : [
            family('damson_mails', 'gauge', 'Mails in the outbox that are not sent: waiting, and given up.', [
              { labels: { state: 'waiting' }, value: unsent.waiting },
              { labels: { state: 'given up' }, value: unsent.givenUp },
            ]),
          ]),
      family('damson_mails_tried_total', 'counter', 'Attempts of this process at sending a mail.', [
        { labels: { outcome: 'sent' }, value: tally.mailsSent },
        { labels: { outcome: 'failed' }, value: tally.mailsFailed },
      ]),
      family('damson_orders_placed_total', 'counter', 'Orders placed with this process.', [
        { value: tally.ordersPlaced },
      ]),
      inTurn(
        'damson_password_hashes',
        'Passwords being hashed, and those that wait their turn.',
        tally.hashes,
      ),
      inTurn('damson_checkouts', 'Checkouts under way, and those that wait their turn.', tally.checkouts),
      inTurn(
        'damson_reads',
        'Reads of the catalogue that no memory answers, and those that wait.',
        tally.reads,
      ),
      family('damson_pages_total', 'counter', 'Pages answered from memory, and pages made.', [
        { labels: { source: 'cache' }, value: tally.pagesFromCache },
        { labels: { source: 'made' }, value: tally.pagesMade },
      ]),
      family('process_start_time_seconds', 'gauge', 'When this process started, in seconds since 1970.', [
        { value: Date.now() / 1_000 - process.uptime() },
      ]),
    ]
    delay.reset()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(`${text.join('\n')}\n`)
  })
}

/** Counts the mails that are not sent, for all who ask while it does; null where the database does not tell. */
function countingOf(db: Db) {
  let counting: Promise<Awaited<ReturnType<typeof countUnsent>> | null> | null = null
  return () =>
    (counting ??= countUnsent(db)
      .catch(() => null)
      .finally(() => {
        counting = null
      }))
}

const inTurn = (name: string, help: string, { atWork, waiting }: Turns) =>
  family(name, 'gauge', help, [
    { labels: { state: 'at work' }, value: atWork },
    { labels: { state: 'waiting' }, value: waiting },
  ])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
