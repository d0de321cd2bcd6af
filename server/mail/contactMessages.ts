import type { NewContactMessage } from '#contract/contact.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { lines, mail, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'

/** To the shop: what a visitor wrote; an answer goes to the visitor. */
export function contactMail({ name, email, subject, message }: NewContactMessage): NewMail {
  const written = mail(
    shopDetails.email,
    oneLine(`Message from ${name}${subject === '' ? '' : `: ${subject}`}`),
    'A message from the contact page',
    [
      lines('From', [name, email]),
      ...(subject === '' ? [] : [lines('Subject', [oneLine(subject)])]),
      lines('Message', message.split(/\r?\n/)),
      paragraph(`A reply to this email goes to ${email}.`),
    ],
  )
  return { ...written, reply_to: email }
}

/**
 * To the writer of a message: that it has arrived. It contains none of their text, because anybody may have typed the
 * address.
 */
export function contactReceivedMail(to_address: string): NewMail {
  return mail(to_address, 'We have your message', 'Thank you', [
    paragraph('Your message has reached us, and we will reply within one working day.'),
    paragraph('If it was not you who wrote to us, please ignore this email, or let us know.'),
  ])
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
