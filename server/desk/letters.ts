import { join } from 'node:path'
import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { findMessages, markAnswered, markUnanswered, unansweredMessages } from '../contact/store.ts'
import type { Db } from '../db/db.ts'
import { findMail, listMails, retryMail, retryMails, troubledMails } from '../mail/outbox.ts'
import type { KeptMail } from '../mail/outbox.ts'
import { fileOf } from '../mail/transport.ts'
import { beginningOf } from './beginningOf.ts'
import { Refusal, WrongUse, command, named } from './command.ts'
import { ShortId, shortId, theOnly, undoOption, word } from './fields.ts'
import { tableOfOldest } from './shortened.ts'
import { facts, oneLine, table, when } from './table.ts'

const MessageId = ShortId('message')

const findMessage = async (db: Db, id: string) => theOnly('message', id, await findMessages(db, id))

async function waitingMessages(db: Db, layOut = table): Promise<string> {
  const waiting = await unansweredMessages(db)
  if (waiting.length === 0) return ''
  const rows = waiting.map(({ id, created_at, name, email, subject, message }) => [
    shortId(id),
    when(created_at),
    name,
    email,
    beginningOf((subject === '' ? message : subject).replaceAll(/\s+/g, ' '), 50),
  ])
  return `${counted(waiting.length, 'message')} to answer\n${layOut(['Number', 'Written', 'Name', 'Email', 'About'], rows)}`
}

const messageList = command({
  name: 'messages list',
  usage: '',
  summary: 'Lists the contact messages that nobody has answered yet.',
  examples: [''],
  input: v.object({}),
  read: (typed) => named(typed),
  work: async ({ db }) => (await waitingMessages(db)) || 'There are none.',
})

const messageShow = command({
  name: 'messages show',
  usage: 'ID',
  summary: 'Shows a contact message.',
  examples: ['3f2b81c0'],
  input: v.object({ id: MessageId }),
  read: (typed) => named(typed, 'id'),
  work: async ({ db }, { id }) => {
    const { name, email, subject, message, created_at, answered_at } = await findMessage(db, id)
    return `${facts([
      ['From', `${name} <${email}>`],
      ['Written', when(created_at)],
      ['Subject', subject === '' ? '(none)' : subject],
      ['Answered', answered_at === null ? 'not yet' : when(answered_at)],
    ])}\n\n${message}`
  },
})

const messageAnswered = command({
  name: 'messages answered',
  usage: 'ID [--undo]',
  summary: 'Notes that you have replied to a contact message from your own email program.',
  options: undoOption,
  examples: ['3f2b81c0', '3f2b81c0 --undo'],
  input: v.object({ id: MessageId, isUndone: v.boolean() }),
  read: (typed) => ({ ...named(typed, 'id'), isUndone: typed.values['undo'] === true }),
  work: async ({ db, clock }, { id, isUndone }) => {
    const message = await findMessage(db, id)
    const from = `The message from ${oneLine(message.name)}`
    if (isUndone) {
      if (await markUnanswered(db, message.id)) return `${from} is to be answered again.`
      throw new Refusal('That message is not answered.')
    }
    if (!(await markAnswered(db, message.id, clock()))) throw new Refusal(`That message is answered already.`)
    return `${from} is answered.`
  },
})

function stateOf(mail: KeptMail): string {
  const { sent_at, attempts, last_error } = mail
  if (sent_at !== null) return `sent ${when(sent_at)}`
  if (mail.is_in_hand) return 'being sent'
  if (mail.is_given_up) return 'given up'
  if (mail.held_back_by !== null) return `waits for email ${mail.held_back_by}`
  return last_error === null ? 'waiting' : `failed ${counted(attempts, 'time')}, tried again later`
}

const rowOf = (mail: KeptMail) => [mail.id, mail.to_address, mail.subject, stateOf(mail)]
const mailTitles = ['Number', 'To', 'Subject', 'State']

const mailList = command({
  name: 'mails list',
  usage: '[--failed]',
  summary: 'Lists the newest emails in the outbox: waiting, sent, or failed.',
  options: { failed: { type: 'boolean', help: 'only those that could not be sent' } },
  examples: ['', '--failed'],
  input: v.object({ failed: v.boolean() }),
  read: (typed) => {
    named(typed)
    return { failed: typed.values['failed'] === true }
  },
  work: async ({ db }, { failed }) => {
    const found = failed ? await troubledMails(db) : await listMails(db, 50)
    return found.length === 0 ? 'There are none.' : table(mailTitles, found.map(rowOf))
  },
})

const MailId = v.pipe(
  word('Please give the email’s number, as mails list shows it.', 9),
  v.regex(/^\d+$/, 'An email’s number is digits only.'),
  v.transform(Number),
)

const mailShow = command({
  name: 'mails show',
  usage: 'NUMBER',
  summary: 'Shows an email that waits in the outbox. The text of an email is not kept once it is sent.',
  examples: ['17'],
  input: v.object({ id: MailId }),
  read: (typed) => named(typed, 'id'),
  work: async ({ db, config }, { id }) => {
    const mail = await findMail(db, id)
    if (mail === null) throw new Refusal(`There is no email ${id}.`)
    const place =
      config.smtpUrl === null
        ? ` Any email program opens it: ${join(config.dataDir, 'outbox', fileOf(mail))}`
        : ''
    return `${facts([
      ['To', mail.to_address],
      ['Subject', mail.subject],
      ['Written', when(mail.created_at)],
      ['State', stateOf(mail)],
      ['Last error', mail.last_error ?? 'none'],
    ])}\n\n${mail.sent_at === null ? mail.text : `Its text was not kept.${place}`}`
  },
})

const triedLater = 'If that fails, it can be tried again in ten minutes at the latest.'
const triedLaterOf = 'Those of them that fail can be tried again in ten minutes at the latest.'

const mailRetry = command({
  name: 'mails retry',
  usage: 'NUMBER | --all',
  summary: 'Retries at once an email that could not be sent, or all of them.',
  options: { all: { type: 'boolean', help: 'all that could not be sent, once the mail server works again' } },
  examples: ['17', '--all'],
  input: v.object({ id: v.nullable(MailId) }),
  read: (typed) => {
    const { id } = named(typed, 'id')
    if (typed.values['all'] !== true) return { id }
    if (id !== undefined) throw new WrongUse('Please give either a number or --all.')
    return { id: null }
  },
  work: async ({ db }, { id }) => {
    if (id === null) return retryAll(db)
    if (!(await retryMail(db, id))) {
      const mail = await findMail(db, id)
      throw new Refusal(
        mail?.is_in_hand === true
          ? `Email ${id} is being sent. ${triedLater}`
          : `There is no failed email ${id}.`,
      )
    }
    return `Email ${id} will be tried again.`
  },
})

async function retryAll(db: Db): Promise<string> {
  // Read first: the sender begins at once.
  const inHand = (await troubledMails(db)).filter((mail) => mail.is_in_hand).length
  const tried = await retryMails(db)
  const later = inHand === 1 ? `is being sent. ${triedLater}` : `are being sent. ${triedLaterOf}`
  const left = inHand === 0 ? '' : ` ${inHand} more ${later}`
  return tried === 0 && left === ''
    ? 'No email has failed.'
    : `${counted(tried, 'email')} will be tried again.${left}`
}

export const letterCommands = [messageList, messageShow, messageAnswered, mailList, mailShow, mailRetry]

/** Messages that nobody has answered yet. */
export const messagesToAnswer = (db: Db) =>
  waitingMessages(db, (titles, rows) => tableOfOldest(titles, rows, { whole: 'messages list' }))

/** Mails that could not be sent so far. */
export async function mailsInTrouble(db: Db): Promise<string> {
  const failed = await troubledMails(db)
  return failed.length === 0
    ? ''
    : `${counted(failed.length, 'email')} that could not be sent\n${tableOfOldest(mailTitles, failed.map(rowOf), { whole: 'mails list --failed' })}`
}
