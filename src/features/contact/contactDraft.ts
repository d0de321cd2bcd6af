/** The name of the draft in which the contact form keeps what is typed about this subject; none: about no other. */
export const contactDraft = (subject: string | undefined): string =>
  subject === undefined ? 'contact' : `contact: ${subject}`
