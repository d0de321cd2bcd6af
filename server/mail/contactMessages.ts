import type { NewContactMessage } from '#contract/contact.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { layout, lines, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'

/** To the shop: what a visitor wrote, and how to answer. */
export function contactMail({ name, email, subject, message }: NewContactMessage): NewMail {
  return {
    to_address: shopDetails.email,
    subject: oneLine(`Message from ${name}${subject === '' ? '' : `: ${subject}`}`),
    ...layout('A message from the contact page', [
      lines('From', [name, email]),
      ...(subject === '' ? [] : [lines('Subject', [oneLine(subject)])]),
      lines('Message', message.split(/\r?\n/)),
      paragraph(`Please answer to ${email}: an answer to this mail would only come back to the shop.`),
    ]),
  }
}

/** To who wrote: that it has come, and what it said. */
export function contactCopyMail({ name, email, subject, message }: NewContactMessage): NewMail {
  return {
    to_address: email,
    subject: 'We have your message',
    ...layout(oneLine(`Thank you, ${name}`), [
      paragraph(
        'Your message has reached us, and we will reply within one working day. This is what you wrote:',
      ),
      ...(subject === '' ? [] : [lines('Subject', [oneLine(subject)])]),
      lines('Message', message.split(/\r?\n/)),
      paragraph('If it was not you who wrote this, please ignore this mail, or let us know.'),
    ]),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
