import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { shop as ours } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { openDatabase } from '#server/db/connect.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { sendDueMails, startMailSender } from '#server/mail/sender.ts'
import { makeTransport } from '#server/mail/transport.ts'
import { databaseClient } from '#tests/support/databaseClient.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openPort } from '#tests/support/openPort.ts'
import { type PostOffice, openPostOffice } from '#tests/support/postOffice.ts'
import { endServers, openServer } from '#tests/support/program.ts'
import { engines, ofEngine, openShop } from '#tests/support/shop.ts'
import { quiet } from './eml.ts'

let office: PostOffice
beforeEach(async () => {
  office = await openPostOffice()
  return () => office.close()
})

const mail = (subject: string) => ({
  to_address: 'ada@example.com',
  subject,
  text: 'Grüße, £5',
  html: '<p>Grüße, £5</p>',
})

describe.each(engines())('by SMTP, with the outbox on %s', (engine) => {
  test('a mail comes whole: both forms, who it is from and to, and an id of its own', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const transport = makeTransport(shop.config)
    try {
      await queueMail(shop.db, mail('Whole'))
      const clock = () => new Date(Date.now() + 60_000)
      await sendDueMails({ db: shop.db, config: shop.config, clock, log: quiet }, transport)
      const [came] = office.taken
      expect(came?.text.trim()).toBe('Grüße, £5')
      expect(came?.html.trim()).toBe('<p>Grüße, £5</p>')
      expect(came?.headers.get('to')).toBe('ada@example.com')
      expect(came?.headers.get('from')).toBe(`${ours.name} <${shopDetails.email}>`)
      expect(came?.headers.get('message-id')).toMatch(/^<.+@.+>$/)
    } finally {
      transport.close()
      await shop.close()
    }
  })

  test('a server that fails is tried again later and later, and then takes the mail once', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const transport = makeTransport(shop.config)
    let now = new Date(Date.now() + 60_000)
    const services = { db: shop.db, config: shop.config, clock: () => now, log: quiet }
    try {
      office.refuse({ code: 451, message: 'Try again later' })
      await queueMail(shop.db, mail('Patience'))
      for (const pause of [30_000, 60_000, 120_000]) {
        expect(await sendDueMails(services, transport)).toBe(1)
        expect(await sendDueMails(services, transport)).toBe(0)
        const [kept] = await shop.db.select().from(mails)
        expect(kept).toMatchObject({ sent_at: null, last_error: expect.stringContaining('Try again later') })
        expect(kept?.next_attempt_at.getTime()).toBe(now.getTime() + pause)
        now = new Date(now.getTime() + pause)
      }
      office.refuse(null)
      expect(await sendDueMails(services, transport)).toBe(1)
      now = new Date(now.getTime() + 24 * 3_600_000)
      expect(await sendDueMails(services, transport)).toBe(0)
      expect(office.subjects()).toEqual(['Patience'])
    } finally {
      transport.close()
      await shop.close()
    }
  })

  test('a mail that was taken while the database was away is noted once that is back, and not sent again', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    let now = new Date(Date.now() + 60_000)
    const failed = Promise.withResolvers<void>()
    const log = {
      warn: (_details: object, message: string) => {
        if (message === 'The outbox could not be read') failed.resolve()
      },
    }
    office.beforeTaking(async () => {
      await shop.db.execute(sql`alter table mails rename to mails_away`)
    })
    const sender = startMailSender({ db: shop.db, config: shop.config, clock: () => now, log })
    try {
      await queueMail(shop.db, mail('Once'))
      await failed.promise
      office.beforeTaking(async () => {})
      now = new Date(now.getTime() + 10 * 60_000)
      await shop.db.execute(sql`alter table mails_away rename to mails`)
      await eventually(async () => {
        const [kept] = await shop.db.select().from(mails)
        expect(kept).toMatchObject({ attempts: 1, text: '', sent_at: now })
      })
    } finally {
      await sender.stop()
      await shop.close()
    }
    expect(office.subjects()).toEqual(['Once'])
  })

  // There the statement that brings the table back comes before the one that needs it: they share a connection.
  test.each(ofEngine('embedded', engine))('so it is by a sender that is stopped meanwhile', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const mended = Promise.withResolvers<void>()
    const log = {
      warn: (_details: object, message: string) => {
        if (message === 'The outbox could not be read')
          mended.resolve(shop.db.execute(sql`alter table mails_away rename to mails`).then(() => undefined))
      },
    }
    const sender = startMailSender({ db: shop.db, config: shop.config, log })
    const stopped = Promise.withResolvers<void>()
    office.beforeTaking(async () => {
      await shop.db.execute(sql`alter table mails rename to mails_away`)
      stopped.resolve(sender.stop())
    })
    await shop.db.transaction(async (tx) => {
      for (const subject of ['Once', 'Left to the next sender']) await queueMail(tx, mail(subject))
    })
    await stopped.promise
    await mended.promise
    expect(await shop.db.select().from(mails).orderBy(mails.id)).toMatchObject([
      { attempts: 1, sent_at: expect.any(Date) },
      { attempts: 0, sent_at: null },
    ])
    await shop.close()
  })

  test('a mail that was taken just before its sender died goes again under the same id, so that it is shown once', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const transport = makeTransport(shop.config)
    let now = new Date(Date.now() + 60_000)
    const services = { db: shop.db, config: shop.config, clock: () => now, log: quiet }
    try {
      await queueMail(shop.db, mail('Twice'))
      await queueMail(shop.db, mail('Another'))
      // What a crash between the two leaves behind: the server has the email, the database does not know.
      office.beforeTaking(async () => {
        await shop.db.execute(sql`alter table mails rename to mails_away`)
      })
      await expect(sendDueMails(services, transport)).rejects.toThrow('Failed query')
      office.beforeTaking(async () => {})
      await shop.db.execute(sql`alter table mails_away rename to mails`)
      expect(await sendDueMails(services, transport)).toBe(1)
      now = new Date(now.getTime() + 10 * 60_000)
      expect(await sendDueMails(services, transport)).toBe(1)
      expect(office.subjects()).toEqual(['Twice', 'Another', 'Twice'])
      const of = (name: string) => office.taken.map(({ headers }) => headers.get(name))
      const [first, other, second] = of('message-id')
      expect(second).toBe(first)
      expect(other).not.toBe(first)
      expect(of('date')[2]).toBe(of('date')[0])
      expect(office.taken[2]?.text).toBe(office.taken[0]?.text)
    } finally {
      transport.close()
      await shop.close()
    }
  })

  test('a server that goes on talking and takes nothing is left after a while, and the next mail is tried', async () => {
    const talker = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 Welcome\r\n')
      const talking = setInterval(() => socket.write('250-wait\r\n'), 20)
      socket.once('close', () => clearInterval(talking))
    })
    const shop = await openShop({ engine })
    const config = { ...shop.config, smtpUrl: `smtp://127.0.0.1:${await openPort(talker)}` }
    const transport = makeTransport(config, 1_000)
    try {
      for (const subject of ['First', 'Next']) await queueMail(shop.db, mail(subject))
      const clock = () => new Date(Date.now() + 60_000)
      expect(await sendDueMails({ db: shop.db, config, clock, log: quiet }, transport)).toBe(2)
      const reason = 'The mail server was not done with it after 0.3 seconds'
      expect(await shop.db.select().from(mails)).toMatchObject(
        ['First', 'Next'].map((subject) => ({ subject, attempts: 1, sent_at: null, last_error: reason })),
      )
    } finally {
      transport.close()
      talker.close()
      await shop.close()
    }
  })

  test('a server that takes its time to say that it has a mail is waited for, and gets it once', async () => {
    // Mail servers may, or do so by design: a hurried sender would send the same again and again.
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const acceleration = 20
    const transport = makeTransport(shop.config, acceleration)
    office.beforeTaking(() => after(60_000 / acceleration))
    try {
      await queueMail(shop.db, mail('Unhurried'))
      const clock = () => new Date(Date.now() + 60_000)
      expect(await sendDueMails({ db: shop.db, config: shop.config, clock, log: quiet }, transport)).toBe(1)
      expect(await shop.db.select().from(mails)).toMatchObject([
        { attempts: 1, sent_at: expect.any(Date), last_error: null },
      ])
      expect(office.subjects()).toEqual(['Unhurried'])
    } finally {
      transport.close()
      await shop.close()
    }
  })

  test('a server that does not say goodbye keeps no later mail waiting', async () => {
    const open = new Set<object>()
    const openAtDelivery: number[] = []
    const parting = Promise.withResolvers<void>()
    const silent = createServer((socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket)).on('error', () => {})
      socket.write('220 Welcome\r\n')
      let [said, end] = ['', '\r\n']
      socket.setEncoding('utf8').on('data', (more: string) => {
        said += more
        if (!said.endsWith(end)) return
        if (said.startsWith('QUIT')) return parting.resolve()
        if (end !== '\r\n') openAtDelivery.push(open.size)
        const isMail = said.startsWith('DATA')
        ;[said, end] = ['', isMail ? '\r\n.\r\n' : '\r\n']
        socket.write(isMail ? '354 Go on\r\n' : '250 Ok\r\n')
      })
    })
    const shop = await openShop({ engine })
    const config = { ...shop.config, smtpUrl: `smtp://127.0.0.1:${await openPort(silent)}` }
    const transport = makeTransport(config, 60)
    const clock = () => new Date(Date.now() + 60_000)
    const deliverOne = () => sendDueMails({ db: shop.db, config, clock, log: quiet }, transport)
    try {
      await queueMail(shop.db, mail('First'))
      expect(await deliverOne()).toBe(1)
      await parting.promise
      await queueMail(shop.db, mail('Next'))
      expect(await deliverOne()).toBe(1)
      // The first connection still waits for an answer.
      expect(openAtDelivery).toEqual([1, 2])
    } finally {
      transport.close()
      silent.close()
      await shop.close()
    }
  })

  test('two senders at once send each mail once', async () => {
    const shop = await openShop({ engine, environment: { SMTP_URL: office.url } })
    const subjects = Array.from({ length: 25 }, (_, index) => `Mail ${index}`)
    for (const subject of subjects) await queueMail(shop.db, mail(subject))
    const warnings: string[] = []
    const log = { warn: (_details: object, message: string) => warnings.push(message) }
    const services = { db: shop.db, config: shop.config, log }
    const senders = [startMailSender(services), startMailSender(services)]
    try {
      for (const subject of subjects) await office.arrived(subject)
      await queueMail(shop.db, mail('Last'))
      await office.arrived('Last')
    } finally {
      for (const sender of senders) await sender.stop()
    }
    const rows = await shop.db.select().from(mails)
    await shop.close()
    expect(office.subjects().toSorted()).toEqual([...subjects, 'Last'].toSorted())
    // Nobody reads replies to the demo's address, or to any that is an example.
    const told = expect.stringMatching(/^.*\.example.*contract\/shopDetails\.ts/)
    const isNobodys = shopDetails.email.endsWith('.example')
    expect(warnings).toEqual(isNobodys ? senders.map(() => told) : [])
    expect(rows.map(({ attempts, sent_at }) => [attempts, sent_at !== null])).toEqual(
      rows.map(() => [1, true]),
    )
  })
})

describe('a shop that stops between writing a mail and sending it', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'damson-smtp-'))
    cpSync(inject('template'), folder, { recursive: true })
  })
  afterEach(async () => {
    await endServers()
    rmSync(folder, { recursive: true, force: true })
  })
  const environment = () => ({ DATA_DIR: folder, SMTP_URL: office.url })
  const startShop = () => openServer(environment())

  test('sends it after the next start, and not again after another', async () => {
    const closed = await openDatabase({ dataDir: folder, databaseUrl: null })
    await queueMail(closed.db, mail('Written before'))
    await closed.close()

    const first = await startShop()
    await office.arrived('Written before')
    expect(await first.stop()).toBe(0)

    const { address } = await startShop()
    const client = await databaseClient(environment())
    // Not by the time for which it was claimed, after which it would go again.
    const { rows } = await client.query('select subject from mails where sent_at is not null')
    await client.end()
    expect(rows).toEqual([{ subject: 'Written before' }])
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${address}/api/v1/auth/contact-us/`, { method: 'POST', headers, body })
    await office.arrived('We have your message')
    expect(office.subjects().filter((subject) => subject === 'Written before')).toHaveLength(1)
  })
})
