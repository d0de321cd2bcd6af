import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shop as ours } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { transaction } from '#server/db/db.ts'
import { mails } from '#server/db/schema/jobs.ts'
import {
  countUnsent,
  mostAttempts,
  queueMail,
  retryMail,
  sweepMails,
  troubledMails,
  withdrawMailsTo,
} from '#server/mail/outbox.ts'
import { sendDueMails, startMailSender } from '#server/mail/sender.ts'
import { type OutgoingMail, type Transport, makeTransport } from '#server/mail/transport.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'
import { quiet, readEml } from './eml.ts'
import { openPort } from '#tests/support/openPort.ts'

const minute = 60_000
let shop: Shop
let now = new Date()

const mail = (subject: string) => ({
  to_address: 'ada@example.com',
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
})
/** As a server has them. */
const unclocked = () => ({ db: shop.db, config: shop.config, log: quiet })
const services = () => ({ ...unclocked(), clock: () => now })
const waiting = () => shop.db.select().from(mails).orderBy(mails.id)

/** Stands in for a mail server, which is not ours: it records what it is given, or refuses. */
function postOffice({ refuse = () => false }: { refuse?: (mail: OutgoingMail) => boolean } = {}) {
  const taken: string[] = []
  const transport: Transport = {
    send: async (given) => {
      if (refuse(given)) throw Object.assign(new Error('450 not now, ada@example.com'), { code: 'EENVELOPE' })
      taken.push(given.subject)
    },
    close: () => {},
  }
  return { taken, transport }
}

/** One that has begun to accept an email, and answers when told. */
function slowPostOffice() {
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const transport: Transport = {
    send: () => {
      begun.resolve()
      return answered.promise
    },
    close: () => {},
  }
  return {
    transport,
    begun: begun.promise,
    answer: (answer: 'taken' | 'refused') =>
      answer === 'taken' ? answered.resolve() : answered.reject(new Error('450 not now')),
  }
}

describe.each(engines())('on %s', (engine) => {
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  beforeEach(async () => {
    // Emails are due by the database's own clock, which on a slow machine goes on before they are queued.
    now = new Date(Date.now() + minute)
    await shop.db.delete(mails)
  })
  afterAll(() => shop.close())

  test('a mail that was queued by a clock that was ahead is not kept waiting for that time', async () => {
    const { taken, transport } = postOffice()
    await queueMail(shop.db, mail('reset'))
    now = new Date(now.getTime() - 30 * 24 * 60 * minute)
    await sendDueMails(services(), transport)
    expect(taken).toEqual(['reset'])
  })

  test('a mail is due from the moment at which it is queued, to which the database’s clock is more exact than the mail', async () => {
    const { taken, transport } = postOffice()
    // In one transaction the clock stands still; every other time it is rounded up.
    for (let time = 0; time < 20; time++)
      await transaction(shop.db, async (inside) => {
        await queueMail(inside, mail('reset'))
        await sendDueMails({ ...unclocked(), db: inside }, transport)
      })
    expect(taken).toHaveLength(20)
  })

  test('a server whose clock is behind the database’s leaves no mail lying', async () => {
    const { taken, transport } = postOffice()
    await queueMail(shop.db, mail('reset'))
    await byClock(-20 * minute, () => sendDueMails(unclocked(), transport))
    expect(taken).toEqual(['reset'])
  })

  test('a server whose clock is ahead sends no mail that another is sending, and soon one that was refused', async () => {
    const { taken, transport } = postOffice()
    await queueMail(shop.db, mail('order'))
    const slow = slowPostOffice()
    const sending = sendDueMails(unclocked(), slow.transport)
    await slow.begun
    await byClock(20 * minute, () => sendDueMails(unclocked(), transport))
    expect(taken).toEqual([])
    slow.answer('taken')
    await sending

    await queueMail(shop.db, mail('refused'))
    const refusing = postOffice({ refuse: () => true })
    await byClock(20 * minute, () => sendDueMails(unclocked(), refusing.transport))
    const [, refused] = await waiting()
    expect(refused?.next_attempt_at.getTime()).toBeLessThan(Date.now() + minute)
  })

  test('a mail is sent once, oldest first, and its text is not kept', async () => {
    const { taken, transport } = postOffice()
    await queueMail(shop.db, mail('first'))
    await queueMail(shop.db, mail('second'))
    expect(await sendDueMails(services(), transport)).toBe(2)
    expect(await sendDueMails(services(), transport)).toBe(0)
    expect(taken).toEqual(['first', 'second'])
    expect(await waiting()).toMatchObject([
      { sent_at: now, text: '', html: '' },
      { sent_at: now, text: '', html: '' },
    ])
  })

  test('to send a mail, the others that are due are read once at most', async () => {
    const undone = new Error('Undone')
    const many = 5_000
    const work = transaction(shop.db, async (tx) => {
      await tx.execute(sql`insert into mails (to_address, subject, text, html)
        select 'ada@example.com', 'One of many', '', '' from generate_series(1, ${many}::int)`)
      await tx.execute(sql`analyze mails`)
      const read = async () => {
        const { rows } = await tx.execute<{ rows: string }>(
          sql`select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'mails'`,
        )
        return Number(rows[0]?.rows)
      }
      const before = await read()
      const { taken, transport } = postOffice()
      await sendDueMails({ ...unclocked(), db: tx }, transport, { isStopped: () => taken.length > 0 })
      expect(taken).toHaveLength(1)
      expect((await read()) - before).toBeLessThan(1.5 * many)
      throw undone
    })
    await expect(work).rejects.toBe(undone)
  })

  test('a mail of a transaction that did not happen is not sent', async () => {
    const { taken, transport } = postOffice()
    const undone = transaction(shop.db, async (inside) => {
      await queueMail(inside, mail('never'))
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await sendDueMails(services(), transport)
    expect(taken).toEqual([])
  })

  test('several senders at once send each mail once', async () => {
    const { taken, transport } = postOffice()
    const subjects = Array.from({ length: 30 }, (_, index) => `mail ${index}`)
    for (const subject of subjects) await queueMail(shop.db, mail(subject))
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(services(), transport)))
    expect(taken.toSorted()).toEqual(subjects.toSorted())
  })

  test('a mail that is refused is tried again, each time after twice the pause, and holds up no other', async () => {
    let isRefusing = true
    const { taken, transport } = postOffice({ refuse: ({ subject }) => isRefusing && subject === 'refused' })
    await queueMail(shop.db, mail('refused'))
    await queueMail(shop.db, mail('other'))
    expect(await sendDueMails(services(), transport)).toBe(2)
    expect(taken).toEqual(['other'])
    for (const pause of [30_000, minute, 2 * minute, 4 * minute]) {
      const [kept] = await waiting()
      expect(kept).toMatchObject({
        sent_at: null,
        text: 'Hello',
        next_attempt_at: new Date(now.getTime() + pause),
      })
      now = new Date(now.getTime() + pause - 1)
      expect(await sendDueMails(services(), transport)).toBe(0)
      now = new Date(now.getTime() + 1)
      expect(await sendDueMails(services(), transport)).toBe(1)
    }
    isRefusing = false
    now = new Date(now.getTime() + 8 * minute)
    await sendDueMails(services(), transport)
    expect(taken).toEqual(['other', 'refused'])
  })

  test('a mail that is never taken is given up after two days, not before, and stays to be looked into', async () => {
    const { transport } = postOffice({ refuse: () => true })
    await queueMail(shop.db, mail('refused'))
    const queued = now
    let last = now
    while ((await sendDueMails(services(), transport)) > 0) {
      last = now
      const [kept] = await waiting()
      now = kept?.next_attempt_at ?? now
    }
    const hours = (last.getTime() - queued.getTime()) / (60 * minute)
    expect(hours).toBeGreaterThanOrEqual(48)
    expect(hours).toBeLessThan(54)
    expect(await waiting()).toMatchObject([
      { sent_at: null, attempts: mostAttempts, last_error: '450 not now, ada@example.com' },
    ])
  })

  test('the log of a failed mail names no address', async () => {
    const lines: string[] = []
    const log = { warn: (details: object, message: string) => lines.push(JSON.stringify(details) + message) }
    await queueMail(shop.db, mail('refused'))
    await sendDueMails({ ...services(), log }, postOffice({ refuse: () => true }).transport)
    expect(lines).toHaveLength(1)
    expect(lines.join('')).not.toContain('@')
  })

  test('a mail that was on its way when the server died is sent after the restart, later than any attempt lasts', async () => {
    await queueMail(shop.db, mail('interrupted'))
    const { begun, transport: dying } = slowPostOffice()
    void sendDueMails(services(), dying)
    await begun
    const { taken, transport } = postOffice()
    expect(await sendDueMails(services(), transport)).toBe(0)
    now = new Date(now.getTime() + 10 * minute)
    await sendDueMails(services(), transport)
    expect(taken).toEqual(['interrupted'])
  })

  test('a mail on its way is not given up, not even at its last attempt, and nobody has it sent beside that', async () => {
    await queueMail(shop.db, mail('last attempt'))
    const [queued] = await waiting()
    const id = queued?.id ?? 0
    await shop.db.update(mails).set({ attempts: mostAttempts - 1, last_error: '450 not now' })
    const { begun, answer, transport } = slowPostOffice()
    const sending = sendDueMails(services(), transport)
    await begun
    expect(await countUnsent(shop.db, now)).toEqual({ waiting: 1, givenUp: 0 })
    expect(await troubledMails(shop.db, now)).toMatchObject([{ id, is_given_up: false }])
    expect(await retryMail(shop.db, id, now)).toBe(false)
    expect(await sendDueMails(services(), postOffice().transport)).toBe(0)
    answer('refused')
    await sending
    expect(await countUnsent(shop.db, now)).toEqual({ waiting: 0, givenUp: 1 })
    expect(await troubledMails(shop.db, now)).toMatchObject([{ id, is_given_up: true }])
    expect(await retryMail(shop.db, id, now)).toBe(true)
    expect(await sendDueMails(services(), postOffice().transport)).toBe(1)
  })

  test('a last attempt that a server died of is given up once nobody can be at it any more', async () => {
    await queueMail(shop.db, mail('cut short'))
    await shop.db.update(mails).set({ attempts: mostAttempts - 1 })
    const { begun, transport } = slowPostOffice()
    void sendDueMails(services(), transport)
    await begun
    expect(await troubledMails(shop.db, now)).toEqual([])
    now = new Date(now.getTime() + 10 * minute)
    const [left] = await troubledMails(shop.db, now)
    expect(left).toMatchObject({ subject: 'cut short', is_given_up: true })
    expect(await retryMail(shop.db, left?.id ?? 0, now)).toBe(true)
    expect(await sendDueMails(services(), postOffice().transport)).toBe(1)
  })

  test('a sender that was held up for longer than a mail is left to it lets go of it only for itself', async () => {
    await queueMail(shop.db, mail('held up'))
    const first = slowPostOffice()
    const heldUp = sendDueMails(services(), first.transport)
    await first.begun
    now = new Date(now.getTime() + 10 * minute)
    const second = slowPostOffice()
    const sending = sendDueMails(services(), second.transport)
    await second.begun
    first.answer('refused')
    await heldUp
    now = new Date(now.getTime() + 5 * minute)
    expect(await sendDueMails(services(), postOffice().transport)).toBe(0)
    second.answer('taken')
    await sending
    expect(await waiting()).toMatchObject([{ sent_at: now, last_error: null }])
  })

  test('without SMTP_URL each mail is a file of the outbox folder that a mail program opens, and only the owner reads', async () => {
    await queueMail(shop.db, { ...mail('Pružný £5'), text: 'Für £5', html: '<p>Für £5</p>' })
    await sendDueMails(services(), makeTransport(shop.config))
    const read = readEml(shop.mails().at(-1) ?? '')
    expect(read.headers.get('to')).toBe('ada@example.com')
    expect(read.headers.get('from')).toBe(`${ours.name} <${shopDetails.email}>`)
    expect(read.headers.get('auto-submitted')).toBe('auto-generated')
    expect(read.text.trim()).toBe('Für £5')
    expect(read.html.trim()).toBe('<p>Für £5</p>')
    expect(
      readdirSync(join(shop.dataDir, 'outbox')).every((name) =>
        /^\d{4}-\d\d-\d\dT[\d.-]+Z-\d+\.eml$/.test(name),
      ),
    ).toBe(true)
  })

  test('a running sender is woken by a mail, by one of a transaction that takes its time too, and stops when told', async () => {
    const office = await openPostOffice()
    const sender = startMailSender({
      ...services(),
      clock: () => new Date(),
      config: { ...shop.config, smtpUrl: office.url },
    })
    try {
      const first = office.next()
      await queueMail(shop.db, mail('at once'))
      expect(await first).toContain('Subject: at once')
      const second = office.next()
      await transaction(shop.db, async (inside) => {
        await queueMail(inside, mail('in a while'))
        await inside.select().from(mails)
      })
      expect(await second).toContain('Subject: in a while')
    } finally {
      await sender.stop()
      office.close()
    }
    await queueMail(shop.db, mail('too late'))
    expect((await waiting()).map(({ subject, sent_at }) => [subject, sent_at !== null])).toEqual([
      ['at once', true],
      ['in a while', true],
      ['too late', false],
    ])
  })

  test('one that is withdrawn while somebody sends it is not tried again, nor by the desk, even if they die meanwhile', async () => {
    const { begun, transport: dying } = slowPostOffice()
    await queueMail(shop.db, mail('Withdrawn'))
    void sendDueMails(services(), dying)
    await begun
    await withdrawMailsTo(shop.db, 'Ada@Example.com', ['Withdrawn'])
    expect(await waiting()).toHaveLength(1)
    now = new Date(now.getTime() + 11 * minute)
    expect(await troubledMails(shop.db, now)).toEqual([])
    expect((await countUnsent(shop.db, now)).givenUp).toBe(0)
    const [left] = await waiting()
    expect(await retryMail(shop.db, left?.id ?? 0, now)).toBe(false)
    expect(await sendDueMails(services(), postOffice().transport)).toBe(0)
    await sweepMails(shop.db, now)
    expect(await waiting()).toEqual([])
  })

  // The embedded database runs one transaction at a time.
  test.each(ofEngine('postgres', engine))(
    'one to an address that is being forgotten as it is taken goes with that, and is not sent again',
    async () => {
      const slow = slowPostOffice()
      await queueMail(shop.db, mail('Forgotten'))
      const sending = sendDueMails(services(), slow.transport)
      await slow.begun
      await transaction(shop.db, async (inside) => {
        await inside.update(mails).set({ is_forgotten: true })
        slow.answer('taken')
        await untilLockWaits(shop.db)
      })
      await sending
      expect(await waiting()).toEqual([])
    },
  )

  test('an unreachable mail server breaks nothing', async () => {
    const office = await openPostOffice()
    office.close()
    await queueMail(shop.db, mail('unreachable'))
    await sendDueMails(services(), makeTransport({ ...shop.config, smtpUrl: office.url }))
    expect(await waiting()).toMatchObject([
      { sent_at: null, attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

/** Does something while this process's clock is so many milliseconds ahead. */
async function byClock<T>(ahead: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

/** As little of SMTP as a client needs to hand over its emails. */
async function openPostOffice() {
  let take: (message: string) => void = () => {}
  const server = createServer((socket) => {
    let message: string | null = null
    let rest = ''
    socket.write('220 post office\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (message === null) {
          if (line === 'DATA') message = ''
          socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
        } else if (line === '.') {
          take(message)
          message = null
          socket.write('250 taken\r\n')
        } else message += `${line}\n`
      }
    })
  })
  return {
    url: `smtp://127.0.0.1:${await openPort(server)}`,
    next: () => new Promise<string>((resolve) => (take = resolve)),
    close: () => server.close(),
  }
}
