import * as v from 'valibot'
import { emailAddress, given } from './fields.ts'
import { newsletterTexts } from './newsletterTexts.ts'

/**
 * An address that a spreadsheet program takes for a formula, which may start other programs. The list is exported to
 * one, and there an address cannot be changed without becoming another.
 */
export const isFormula = (email: string): boolean => /^[=+\-@]/.test(email)

export const NewsletterSignUp = v.object({
  email: v.pipe(
    emailAddress(newsletterTexts.emailRequired, newsletterTexts.emailInvalid),
    v.check((email) => !isFormula(email), newsletterTexts.emailFormula),
  ),
})
export type NewsletterSignUp = v.InferOutput<typeof NewsletterSignUp>

const linkWith = (invalid: string) =>
  v.object({ token: v.pipe(given(invalid), v.regex(/^[\w-]{32}$/, invalid)) })

/** + What a mailed link carries. */
export const NewsletterToken = linkWith(newsletterTexts.invalidLink)

/** + The same for one by which a reader leaves. */
export const NewsletterLeaveToken = linkWith(newsletterTexts.invalidLeave)
