import { wayBackDays } from '#contract/mailedLinks.ts'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { action, lines, mail, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'
import { type Recipient, hello } from './recipient.ts'

/** After signing up: the link proves that the address is theirs. `hours`: how long the link works. */
export function verificationMail(to: Pick<Recipient, 'email'>, link: string, hours: number): NewMail {
  return mail(to.email, 'Please verify your email address', `Welcome to ${shop.name}`, [
    paragraph('Thank you for creating an account with us. Please confirm that this email address is yours.'),
    action('Verify your email', link),
    paragraph(
      `The link works for ${hours} hours. If it was not you who signed up, please ignore this email.`,
    ),
  ])
}

/** To the owner of an address that somebody tried to sign up with again; the web page says nothing of it. */
export function alreadyRegisteredMail(to: Recipient, publicUrl: string): NewMail {
  return mail(to.email, `You already have an account with ${shop.name}`, hello(to), [
    paragraph(
      'Somebody, most likely you, has just tried to create an account with this email address. You already have one, and nothing about it was changed.',
    ),
    action('Log in', `${publicUrl}/login`),
    paragraph('If you no longer know your password, you can choose a new one:'),
    action('Choose a new password', `${publicUrl}/forget-password`),
    paragraph('If it was not you, there is nothing to do: nobody was told that you have an account.'),
  ])
}

/** By this one that waits is withdrawn when there is a later link; below, when there is a later code. */
export const emailChangeSubject = 'Please confirm your new email address'
export const deletionCodeSubject = 'Your code to delete your account'

/** To the new address: the link proves that it is theirs, and replaces the old one with it. */
export function emailChangeMail(to: Recipient, link: string, hours: number): NewMail {
  return mail(to.email, emailChangeSubject, hello(to), [
    paragraph(
      `You asked for this to be the email address of your ${shop.name} account. It will be once you confirm it; until then you log in with the old one.`,
    ),
    action('Confirm this address', link),
    paragraph(
      `The link works for ${hours} hours. If it was not you who asked, please ignore this email: nothing changes.`,
    ),
  ])
}

/**
 * To the present address when a change to another is requested, so that an owner who did not ask can still stop it. The
 * other address is untrusted text, like a name.
 */
export function emailChangeAskedMail(to: Recipient, wanted: string, publicUrl: string): NewMail {
  const another = to.first_name === null ? 'another one' : wanted
  return mail(to.email, 'A new email address for your account', hello(to), [
    paragraph(
      `Somebody, most likely you, has asked for ${another} to be the email address of your ${shop.name} account. Nothing changes before it is confirmed by the link that we sent there.`,
    ),
    paragraph('If that was you, there is nothing more to do here.'),
    paragraph(
      `If it was not you, please choose a new password at once. That stops the change and logs every browser out.`,
    ),
    action('Choose a new password', `${publicUrl}/forget-password`),
  ])
}

/**
 * To the address that was the account's until now. `back`: the token by which its reader can take the account back;
 * `refuses`: of which providers an account is kept out then.
 */
export function emailChangedMail(
  to: Recipient,
  {
    now,
    back,
    keepsOrders,
    refuses = [],
  }: {
    now: string
    back: string | null
    keepsOrders: boolean
    refuses?: readonly string[]
  },
  publicUrl: string,
): NewMail {
  const another = to.first_name === null ? 'another one' : now
  return mail(to.email, 'Your email address was changed', hello(to), [
    paragraph(
      `The email address of your ${shop.name} account is now ${another}. This is the last email about it that we send here${keepsOrders ? ', but for those about orders that were placed with this address' : ''}.`,
    ),
    ...(back === null
      ? [
          paragraph(
            `If it was not you who changed it, please write to ${shopDetails.email} or call ${shopDetails.phone} at once.`,
          ),
          action('Contact us', `${publicUrl}/contact`),
        ]
      : [
          paragraph(
            'If it was not you who changed it, take the account back: choose a new password by this link. The account then has this address again, the addresses and cards saved in it are removed, and every browser that is logged in to it is logged out.',
          ),
          ...refuses.map((provider) =>
            paragraph(
              `The ${provider} account that was added to it in the last ${wayBackDays} days is then kept out for good. If that one is yours, you can log in with your new password instead.`,
            ),
          ),
          action('Take my account back', `${publicUrl}/reset-password?token=${back}`),
          paragraph(
            `The link works once, for ${wayBackDays} days. Please pass it on to nobody, and write to ${shopDetails.email} or call ${shopDetails.phone} if it does not work.`,
          ),
        ]),
  ])
}

/** To an address that an account had not long ago, when somebody tried to sign up with it; the web page says nothing. */
export function addressKeptMail(to_address: string, publicUrl: string): NewMail {
  return mail(to_address, 'No account was created', 'Hello', [
    paragraph(
      `Somebody, most likely you, has just tried to create an account with this email address. ${until}`,
    ),
    ...wayBackStays('no account can be created with this address', publicUrl),
  ])
}

/** To such an address when another customer asked for it; that customer is told nothing of it. */
export function formerAddressKeptMail(to_address: string, publicUrl: string): NewMail {
  return mail(to_address, 'This address was not given to another account', 'Hello', [
    paragraph(
      `Somebody, most likely you, has just asked for this to be the email address of another account. ${until}`,
    ),
    ...wayBackStays('no other account can have this address', publicUrl),
  ])
}

const until = `Until not long ago it was that of a ${shop.name} account, which now has another one.`

const wayBackStays = (rule: string, publicUrl: string) => [
  paragraph(
    `If that was not your doing, our email about it has a link by which you can take the account back. So that nobody is in your way, ${rule} before the link has run out, ${wayBackDays} days after the change.`,
  ),
  paragraph(
    `If it was, please log in with the new address, or write to ${shopDetails.email} if you need a second account.`,
  ),
  action('Log in', `${publicUrl}/login`),
]

/** To the owner of an address that another customer requested; that customer is told nothing of it. */
export function emailTakenMail(to: Recipient, publicUrl: string): NewMail {
  return mail(to.email, `You already have an account with ${shop.name}`, hello(to), [
    paragraph(
      'Somebody, most likely you, has asked for this to be the email address of another account. It already belongs to your own account, and nothing about either account was changed.',
    ),
    action('Log in', `${publicUrl}/login`),
    paragraph('If it was not you, there is nothing to do: nobody was told that you have an account.'),
  ])
}

/** What a new third-party login changes for whoever has logged in otherwise until now. */
const passwordNow = {
  kept: 'Your password goes on working as before.',
  none: 'You can go on logging in the other way as well.',
  ended:
    'Until now the address had not been confirmed, so the password that was chosen with it no longer works, every browser was logged out, and the addresses, cards and phone number in the account were removed, and its orders no longer show where they go. You can choose a new password at any time.',
} as const

/**
 * To the owner of an account that can now be opened by a third-party login, too. `refusal`: the token by which its reader
 * can end that.
 */
export function providerLinkedMail(
  to: Recipient,
  publicUrl: string,
  { provider, password, refusal }: { provider: string; password: keyof typeof passwordNow; refusal: string },
): NewMail {
  return mail(to.email, `You can now log in with ${provider}`, hello(to), [
    paragraph(
      `Your ${shop.name} account was opened with ${provider}, which confirms that this address is yours. From now on you can log in that way.`,
    ),
    paragraph(passwordNow[password]),
    paragraph(
      `If it was not you, please choose a new password by this link. Every browser is then logged out, and the ${provider} account that was used can never log in to your ${shop.name} account again. If the account has been given another email address since, it has this one again, and the addresses and cards saved in it are removed.`,
    ),
    action('It was not me', `${publicUrl}/reset-password?token=${refusal}`),
    paragraph(
      `The link works once, for ${wayBackDays} days. Please pass it on to nobody, and check the security of your ${provider} account too, if you have one.`,
    ),
  ])
}

/** To a customer who wants to leave and has no password to prove themselves with. */
export function deletionCodeMail(to: Recipient, code: string, minutes: number): NewMail {
  return mail(to.email, deletionCodeSubject, hello(to), [
    paragraph(`You asked to delete your ${shop.name} account. To confirm it, please type this code there:`),
    lines('Your code', [code]),
    paragraph(
      `It works for ${minutes} minutes. If it was not you who asked, please ignore this email, and log out of every browser that others use.`,
    ),
  ])
}

/** To somebody who has just left, so that an owner whose account somebody else deleted hears of it. Names nobody. */
export function accountDeletedMail(to_address: string, publicUrl: string): NewMail {
  return mail(to_address, 'Your account was deleted', 'Goodbye', [
    paragraph(
      `Your ${shop.name} account has been deleted, and with it everything that was in it. Orders that we have not sent yet are still sent: if you do not want one of them, please write to ${shopDetails.email} at once.`,
    ),
    paragraph(
      `If it was not you who deleted it, please write to ${shopDetails.email} or call ${shopDetails.phone}. You are welcome to come back at any time:`,
    ),
    action('Visit the shop', publicUrl),
  ])
}
