import * as v from 'valibot'
import { emailAddress, given } from './fields.ts'
import { newsletterTexts } from './newsletterTexts.ts'

export const NewsletterSignUp = v.object({
  email: emailAddress(newsletterTexts.emailRequired, newsletterTexts.emailInvalid),
})
export type NewsletterSignUp = v.InferOutput<typeof NewsletterSignUp>

/** What a mailed link carries. */
export const NewsletterToken = v.object({
  token: v.pipe(given(newsletterTexts.invalidLink), v.regex(/^[\w-]{32}$/, newsletterTexts.invalidLink)),
})
