import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { action, mail, paragraph } from './layout.ts'
import type { NewMail } from './outbox.ts'
import { type Recipient, hello } from './recipient.ts'

/** By this one that waits is withdrawn when there is a later link. */
export const passwordResetSubject = 'Choose a new password'

/** To the customer for whom it was requested: the link lets whoever has it choose a new password. */
export function passwordResetMail(to: Recipient, link: string, minutes: number): NewMail {
  return mail(to.email, passwordResetSubject, hello(to), [
    paragraph(`Somebody, most likely you, has asked for a new password for your ${shop.name} account.`),
    action('Choose a new password', link),
    paragraph(
      `The link works once, for ${minutes} minutes, and replaces any that we sent before. Please pass it on to nobody.`,
    ),
    paragraph('If it was not you, there is nothing to do: without the link your password stays as it is.'),
  ])
}

type Told = { isFirstProof?: boolean; isBack?: boolean; refused?: readonly string[] }

/**
 * After the password was replaced, so that an owner who did not do it learns of it; `ended` says which sessions ended,
 * `isFirstProof` that nobody had proved the address before, `isBack` that the account had another one until now, `refused`
 * which providers' accounts are kept out of it from now on.
 */
export function passwordChangedMail(
  to: Recipient,
  publicUrl: string,
  ended: 'every browser' | 'every other browser',
  { isFirstProof = false, isBack = false, refused = [] }: Told = {},
): NewMail {
  return mail(to.email, 'Your password was changed', hello(to), [
    paragraph(
      `The password of your ${shop.name} account has just been changed, and ${ended} that was logged in to it has been logged out.`,
    ),
    ...(isBack
      ? [
          paragraph(
            'The account has this email address again. So that nothing is sent to anybody else, the name, addresses, cards and phone number in it were removed, and orders placed since the address was changed no longer show where they go.',
          ),
        ]
      : []),
    ...(isFirstProof
      ? [
          paragraph(
            'Until now this address had not been confirmed. So that nothing is sent to anybody else, the name, addresses, cards and phone number in the account were removed, and its orders no longer show where they go.',
          ),
        ]
      : []),
    ...refused.map((provider) =>
      paragraph(
        isBack
          ? `The ${provider} account that was added to it not long before can no longer log in to it. If that one is yours, please log in with your new password instead.`
          : `The ${provider} account that you did not know can no longer log in to it.`,
      ),
    ),
    ...(ended === 'every browser' && !isFirstProof && !isBack
      ? [
          paragraph(
            'Whoever else was logged in may have changed what is in the account: please look at its addresses and cards before your next order.',
          ),
        ]
      : []),
    paragraph(
      `If that was you, there is nothing more to do${ended === 'every browser' ? ' but to log in again' : ''}.`,
    ),
    paragraph(
      `If it was not you, please choose a new password at once, then write to ${shopDetails.email} or call ${shopDetails.phone}.`,
    ),
    action('Choose a new password', `${publicUrl}/forget-password`),
  ])
}
