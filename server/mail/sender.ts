import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { mails } from '../db/schema/jobs.ts'
import { tally } from '../metrics/tally.ts'
import { mostAttempts, onMailQueued } from './outbox.ts'
import { makeTransport } from './transport.ts'
import type { OutgoingMail, Transport } from './transport.ts'

/** For how long a claimed mail is left alone by others; longer than any attempt at sending lasts. */
const lease = 10 * 60_000
const firstPause = 30_000
const longestPause = 6 * 3_600_000
/** How often the outbox is looked into unasked: for retries, and for mails of other processes. */
const period = 15_000
/** After a wake-up without a mail: whoever queued it may not have committed yet. */
const soon = [50, 250, 1_000, 4_000]

type Log = { warn: (details: object, message: string) => void }
export type MailServices = {
  db: Db
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>
  clock?: () => Date
  log: Log
}
export type MailSender = {
  /** Lets the mail that is being sent finish, then resolves. */
  stop: () => Promise<void>
}

/** Starts sending what is in the outbox, one mail at a time. Several processes may: none sends another's mail. */
export function startMailSender(services: MailServices): MailSender {
  const transport = makeTransport(services.config)
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
      await sendDueMails(services, transport, () => isStopped)
    } catch (error) {
      // Without the database there is nothing to do but to look again later.
      services.log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'The outbox could not be read',
      )
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
      transport.close()
    },
  }
}

/** Sends what is due until nothing is, or `isStopped` says so. Gives how many mails were tried. */
export async function sendDueMails(
  { db, clock = () => new Date(), log }: MailServices,
  transport: Transport,
  isStopped: () => boolean = () => false,
): Promise<number> {
  for (let tried = 0; ; tried++) {
    const mail = isStopped() ? null : await claim(db, clock())
    if (mail === null) return tried
    const failure = await attempt(transport, mail)
    if (failure === null) {
      tally.mailsSent += 1
      await markSent(db, mail, clock())
    } else {
      tally.mailsFailed += 1
      await postpone(db, mail, failure, clock())
      // Its message may hold the address it could not reach.
      log.warn({ mail: mail.id, attempts: mail.attempts, code: codeOf(failure) }, 'A mail could not be sent')
    }
  }
}

type ClaimedMail = OutgoingMail & { attempts: number; is_forgotten: boolean }

/** One statement is one short transaction: nothing is locked while the mail is on its way. */
async function claim(db: Db, now: Date): Promise<ClaimedMail | null> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sent_at), lte(mails.next_attempt_at, now), lt(mails.attempts, mostAttempts)))
    .orderBy(asc(mails.next_attempt_at), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, next_attempt_at: new Date(now.getTime() + lease) })
    .where(eq(mails.id, sql`(${due})`))
    .returning()
  return mail ?? null
}

async function attempt(transport: Transport, mail: OutgoingMail): Promise<Error | null> {
  try {
    await transport.send(mail)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The text goes once it is sent: it holds links that sign people in and where they live. */
async function markSent(db: Db, { id, is_forgotten }: ClaimedMail, now: Date): Promise<void> {
  if (is_forgotten) {
    await db.delete(mails).where(eq(mails.id, id))
    return
  }
  await db.update(mails).set({ sent_at: now, text: '', html: '', last_error: null }).where(eq(mails.id, id))
}

async function postpone(db: Db, mail: ClaimedMail, failure: Error, now: Date): Promise<void> {
  const pause = Math.min(firstPause * 2 ** (mail.attempts - 1), longestPause)
  await db
    .update(mails)
    .set({ next_attempt_at: new Date(now.getTime() + pause), last_error: failure.message.slice(0, 500) })
    .where(eq(mails.id, mail.id))
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name)
