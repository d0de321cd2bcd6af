import { newsletterOften } from '#contract/newsletterTexts.ts'
import { shop } from '#contract/shop.ts'
import { action, link, mail, paragraph } from './layout.ts'
import type { Block } from './layout.ts'
import type { NewMail } from './outbox.ts'

/** To an address that somebody put on the list; nothing more is sent to it until the link is opened. */
export function confirmNewsletterMail(
  to: string,
  { confirm, leave, days }: { confirm: string; leave: string; days: number },
): NewMail {
  return letter(to, 'Please confirm your subscription', 'One more step', leave, [
    paragraph(
      `Somebody, we hope you, asked for the ${shop.name} letter: new pieces first, ${newsletterOften}. Please confirm that you would like it.`,
    ),
    action('Confirm my subscription', confirm),
    paragraph(`The link works for ${days} days. Without it, no letter comes.`),
  ])
}

/** Once, after the link was opened. */
export function welcomeNewsletterMail(to: string, leave: string): NewMail {
  return letter(to, `Welcome to the ${shop.name} letter`, 'You are on the list', leave, [
    paragraph(
      `Thank you. We write ${newsletterOften} about new pieces, the stones in them and how they are made.`,
    ),
  ])
}

/** To a reader on the list who asked again; the web page says nothing of it. */
export function alreadySubscribedMail(to: string, leave: string): NewMail {
  return letter(to, `You already get the ${shop.name} letter`, 'You are on the list already', leave, [
    paragraph(
      'Somebody, most likely you, has just asked for our letter with this address. You get it already.',
    ),
  ])
}

function letter(
  to_address: string,
  subject: string,
  heading: string,
  leave: string,
  blocks: readonly Block[],
): NewMail {
  const farewell = [
    paragraph('You may leave at any time, and nobody will ask why:'),
    link('Unsubscribe', leave),
  ]
  return mail(to_address, subject, heading, [...blocks, ...farewell])
}
