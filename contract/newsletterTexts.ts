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
  invalidLink: 'This link is not valid any more.',
  failed: 'We could not add you just now. Please try again.',
  tooMany: 'Too many attempts. Please wait a while and try again.',
} as const
