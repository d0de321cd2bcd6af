import { renameSync, writeFileSync } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import type { Config } from '../config.ts'
import { hasCode, textOf } from '../process/failure.ts'
import { privateFolder } from '../process/privateFolder.ts'
import type { NewMail } from './outbox.ts'
import type { RemovedMail } from './purge.ts'

export type OutgoingMail = NewMail & { id: number; created_at: Date }

export type Transport = {
  /** Hands over one email; rejects if it was not accepted. */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

/**
 * For how long a mail server may take over one email, in milliseconds; less than the email is left alone by other
 * processes. One that sends a line now and then is never silent, and would hold up all others for ever.
 */
const longestAttempt = 5 * 60_000

/**
 * For how long it may be silent. Not less: by RFC 5321, 4.5.3.2.6, it may take minutes to say that it has an email, as
 * Exchange does by design, and who gives up by then sends it another copy each time.
 */
const longestSilence = longestAttempt

/**
 * For how long it may take to greet. The first limit is of everything until then, and of setting TLS up: the second alone
 * would be cut short by it.
 */
const longestGreeting = 60_000

/** After which a connection that no email needs is closed. */
const idleTime = 30_000

/**
 * SMTP if it is configured, else a folder of `.eml` files that any email program opens. `acceleration` is for tests: by
 * how much less than in earnest an attempt by SMTP, and silence in it, may last.
 */
export function makeTransport(
  { smtpUrl, dataDir, publicUrl }: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>,
  acceleration = 1,
): Transport {
  const host = new URL(publicUrl).hostname
  return smtpUrl === null
    ? fileTransport(outboxIn(dataDir), host)
    : smtpTransport(smtpUrl, host, acceleration)
}

const outboxIn = (dataDir: string): string => join(dataDir, 'outbox')

/** The names of files that {@link fileTransport} writes, whole or partial; any others in the folder are not ours. */
const written = /^\.?\d{4}-\d\d-\d\dT[\d.-]+Z-\d+\.eml(\.\d+)?$/

/**
 * Removes emails written to the folder over 30 days ago, even if emails have gone elsewhere since: they name their
 * recipients, as those in the database do, which are removed as soon. One after the other, until `closing` aborts.
 */
export async function sweepWrittenMails(dataDir: string, now: Date, closing?: AbortSignal): Promise<void> {
  const folder = outboxIn(dataDir)
  const monthAgo = now.getTime() - 30 * 24 * 3_600_000
  const files = await opendir(folder).catch(ifThere)
  if (files === null) return
  for await (const { name } of files) {
    if (closing?.aborted === true) return
    if (!written.test(name)) continue
    const path = join(folder, name)
    // Another server on this folder may have removed it meanwhile.
    const found = await stat(path).catch(ifThere)
    if (found !== null && found.mtimeMs < monthAgo) await rm(path, { force: true })
  }
}

/**
 * Removes from the folder what was written there of these emails: whoever is in them has a right to be forgotten. What
 * they were removed with is committed by now, so a file that cannot be is no failure of that: it is swept in its time.
 */
export async function removeWritten(dataDir: string, gone: readonly RemovedMail[]): Promise<void> {
  const folder = outboxIn(dataDir)
  for (const mail of gone) {
    const name = fileOf(mail)
    await rm(join(folder, name), { force: true }).catch((error: unknown) => {
      console.error(`outbox/${name}, an email to be forgotten, could not be removed: ${textOf(error)}`)
    })
  }
}

function ifThere(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}

function smtpTransport(url: string, host: string, acceleration: number): Transport {
  const longest = longestAttempt / acceleration
  const mailer = createTransport({
    url,
    pool: true,
    // One is used at a time. The other may be on its way out, and wait for an answer to that.
    maxConnections: 2,
    connectionTimeout: longestGreeting,
    greetingTimeout: longestGreeting,
    socketTimeout: longestSilence / acceleration,
    idleTimeout: idleTime / acceleration,
  })
  return {
    send: async (mail) => {
      const signal = AbortSignal.timeout(longest)
      try {
        await mailer.sendMail({ ...messageOf(mail, host), signal })
      } catch (error) {
        if (!signal.aborted) throw error
        throw new Error(`The mail server was not done with it after ${longest / 1000} seconds`, {
          cause: error,
        })
      }
    },
    close: () => mailer.close(),
  }
}

function fileTransport(folder: string, host: string): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (mail) => {
      const { message } = await mailer.sendMail(messageOf(mail, host))
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not written whole')
      const name = fileOf(mail)
      const unfinished = join(privateFolder(folder), `.${name}.${process.pid}`)
      writeFileSync(unfinished, message, { mode: 0o600 })
      renameSync(unfinished, join(folder, name))
    },
    close: () => {},
  }
}

/** Named after when it was written, not sent: one sent again after a crash replaces itself. */
export const fileOf = ({ created_at, id }: Pick<OutgoingMail, 'created_at' | 'id'>): string =>
  `${created_at.toISOString().replaceAll(':', '-')}-${id}.eml`

function messageOf(mail: OutgoingMail, host: string) {
  return {
    from: { name: shop.name, address: shopDetails.email },
    // As an object, so that it is one address whatever it contains.
    to: { name: '', address: mail.to_address },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.created_at,
    // The same at each attempt: an email program shows an email once that arrived twice.
    messageId: `<${mail.id}.${mail.created_at.getTime()}@${host}>`,
    headers: { 'auto-submitted': 'auto-generated' },
  }
}
