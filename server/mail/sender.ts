import { and, eq, isNull, sql } from 'drizzle-orm'
import { shopDetails } from '#contract/shopDetails.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { mails } from '../db/schema/jobs.ts'
import { describeFailure } from '../process/failure.ts'
import { letCheckoutsPass } from '../queues/giveWay.ts'
import { tally } from '../metrics/tally.ts'
import { isAwaited, isWithdrawn, mostAttempts, onMailQueued } from './outbox.ts'
import { makeTransport } from './transport.ts'
import type { OutgoingMail, Transport } from './transport.ts'

/** For how long other processes leave a claimed email alone; longer than any attempt at sending lasts. */
const lease = 10 * 60_000
const firstPause = 30_000
const longestPause = 8 * 3_600_000
/** How often the outbox is checked unasked: for retries, and for emails from other processes. */
const period = 15_000
/** After a wake-up without an email: the transaction that queued it may not be committed yet. */
const soon = [50, 250, 1_000, 4_000]

/**
 * For how long an email lets checkouts go first, in milliseconds: putting it together takes as long as an order, but
 * some must be sent however long a rush lasts.
 */
const longestYield = 200

type Log = { warn: (details: object, message: string) => void }
export type MailServices = {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>
  /**
   * For tests. Otherwise the database's clock decides, by which emails are queued: by its own, a server that is behind
   * would leave them lying, and one that is ahead would send what another one is sending.
   */
  clock?: () => Date
  log: Log
}
export type MailSender = {
  /** Lets the email being sent finish, then resolves. */
  stop: () => Promise<void>
}

/** Starts sending what is in the outbox, one email at a time. Several processes may: none sends another's email. */
export function startMailSender(services: MailServices): MailSender {
  const transport = makeTransport(services.config)
  const untold: Untold = { mail: null }
  if (services.config.smtpUrl !== null && shopDetails.email.endsWith('.example'))
    services.log.warn(
      {},
      `Emails are sent from ${shopDetails.email}, where nobody reads replies: set the shop's own address in contract/shopDetails.ts`,
    )
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let early = soon.length

  const plan = (delay: number) => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      running ??= look()
    }, delay)
  }
  const look = async (): Promise<void> => {
    try {
      await sendDueMails(services, transport, { untold, isStopped: () => isStopped })
    } catch (error) {
      // Without the database there is nothing to do but to look again later.
      services.log.warn(describeFailure(error), 'The outbox could not be read')
    } finally {
      running = undefined
      plan(soon[early++] ?? period)
    }
  }
  const ignore = onMailQueued(() => {
    early = 0
    if (running === undefined) plan(0)
  })
  plan(0)
  return {
    stop: async () => {
      isStopped = true
      ignore()
      clearTimeout(timer)
      await running
      if (untold.mail !== null) await look()
      transport.close()
    },
  }
}

/**
 * The email that has been sent while the database does not know it yet. Whoever calls {@link sendDueMails} again after
 * it failed passes the same one: the email would be sent again otherwise.
 */
type Untold = { mail: ClaimedMail | null }

/** Sends what is due until nothing is, or `isStopped` says so. Returns how many emails were tried. */
export async function sendDueMails(
  { db, clock, log }: MailServices,
  transport: Transport,
  { untold = { mail: null }, isStopped = () => false }: { untold?: Untold; isStopped?: () => boolean } = {},
): Promise<number> {
  for (let tried = 0; ; tried++) {
    if (untold.mail === null && isStopped()) return tried
    await letCheckoutsPass(longestYield, isStopped)
    const mail = await nextMail(db, untold.mail, clock?.() ?? null, isStopped() ? 0 : 1)
    untold.mail = null
    if (mail === null) return tried
    const failure = await attempt(transport, mail)
    if (failure === null) {
      untold.mail = mail
      tally.mailsSent += 1
    } else {
      tally.mailsFailed += 1
      await postpone(db, mail, failure, clock?.() ?? null)
      // Its message may hold the address it could not reach.
      log.warn(
        { mail: mail.id, attempts: mail.attempts, code: codeOf(failure) },
        'An email could not be sent',
      )
    }
  }
}

type ClaimedMail = OutgoingMail & { attempts: number; is_forgotten: boolean; in_hand_until: Date }

// What was sent is locked first: who forgets its address meanwhile is waited for, and it goes. Otherwise it would be
// neither marked nor removed, and be sent again.
// In whole milliseconds, as emails are queued: rounded up, one would not be due yet, and lie until the next one is sent.
// The text goes once it is sent: it holds links that sign people in and where they live. What is due later than any
// pause lasts was made so by a clock that was ahead and has been set back, perhaps by weeks. One that waits for another is
// due once that is sent, withdrawn or given up. That is asked of each email by itself: for `not exists` the database reads
// all emails once more for each that is sent, and checkouts wait.
const next = statement<
  Omit<ClaimedMail, 'created_at' | 'in_hand_until'> & { created_at: string; in_hand_until: string }
>(
  'next_mail',
  `with clock as materialized (
    select coalesce($2::timestamptz, now())::timestamptz(3) as now
  ), told as materialized (
    select id, is_forgotten from mails where id = $1::int for update
  ), sent as (
    update mails set sent_at = clock.now, text = '', html = '', last_error = null, in_hand_until = null
    from clock, told where mails.id = told.id and not told.is_forgotten
  ), forgotten as (
    delete from mails using told where mails.id = told.id and told.is_forgotten
  ), due as (
    select id, now + interval '${lease} milliseconds' as until from mails, clock
    where sent_at is null
      and (next_attempt_at <= now or next_attempt_at > now + interval '${longestPause + lease} milliseconds')
      and attempts < ${mostAttempts} and id is distinct from $1::int
      and not coalesce((
        select ${isAwaited('earlier', 'now')} from mails earlier
        where earlier.id = mails.waits_for_id and earlier.id is distinct from $1::int
      ), false)
    order by next_attempt_at, id limit $3::int for update of mails skip locked
  )
  update mails set attempts = mails.attempts + 1, next_attempt_at = due.until, in_hand_until = due.until
  from due where mails.id = due.id
  returning mails.id, mails.to_address, mails.reply_to, mails.subject, mails.text, mails.html, mails.created_at, mails.attempts,
    mails.is_forgotten, mails.in_hand_until`,
)

/**
 * Records that `sent` was sent, and claims the next due email, if one is wanted. One statement is one short
 * transaction: nothing is locked while an email is being sent. To record it twice does no harm.
 */
async function nextMail(
  db: Db,
  sent: ClaimedMail | null,
  now: Date | null,
  wanted: 0 | 1,
): Promise<ClaimedMail | null> {
  const [mail] = await next(db, [sent?.id ?? null, now, wanted])
  if (mail === undefined) return null
  return {
    ...mail,
    created_at: new Date(mail.created_at),
    in_hand_until: new Date(mail.in_hand_until),
  }
}

async function attempt(transport: Transport, mail: OutgoingMail): Promise<Error | null> {
  try {
    await transport.send(mail)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Releases an email, or removes it if it has been withdrawn meanwhile, unless another sender has claimed it since: this
 * process may have been delayed for longer than its lease.
 */
async function postpone(db: Db, mail: ClaimedMail, failure: Error, now: Date | null): Promise<void> {
  const pause = Math.min(firstPause * 2 ** (mail.attempts - 1), longestPause)
  await db
    .update(mails)
    .set({
      next_attempt_at: sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now()) + ${pause} * interval '1 millisecond'`,
      in_hand_until: null,
      last_error: failure.message.slice(0, 500),
    })
    .where(and(eq(mails.id, mail.id), eq(mails.in_hand_until, mail.in_hand_until)))
  await db.delete(mails).where(and(eq(mails.id, mail.id), isWithdrawn, isNull(mails.in_hand_until)))
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name)
