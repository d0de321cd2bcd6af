/** How often the newsletter is promised to come. */
export const newsletterOften = 'four times a year'

export const newsletterTexts = {
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email',
  emailFormula: 'Please use an address that begins with a letter or digit',
  /** The same for everybody, so that nobody learns whose address is on the list. */
  almostThere: 'Almost there: please open the link that we have just mailed to you.',
  confirmed: 'Thank you. Our next letter will come to you.',
  unsubscribed: 'You have been taken off the list. No more letters will come.',
  /** Of a link that was used long before: its reader may have subscribed again since, with a link of their own. */
  unsubscribedBefore:
    'This link has taken its reader off the list before. If a letter still comes, please use the link in that one.',
  invalidLink: 'This link is not valid any more.',
  invalidLeave: 'This link is not valid any more. If a letter still comes, please use the link in that one.',
  failed: 'We could not add you just now. Please try again.',
  tooMany: 'Too many attempts. Please wait a while and try again.',
} as const
