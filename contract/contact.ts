import * as v from 'valibot'
import { longestSubject } from './constants.ts'
import { contactTexts } from './contactTexts.ts'
import { emailAddress, optionalText, requiredLine, requiredText } from './fields.ts'

export const NewContactMessage = v.object({
  name: requiredLine(contactTexts.nameRequired, 100),
  email: emailAddress(contactTexts.emailRequired, contactTexts.emailInvalid),
  subject: optionalText(longestSubject),
  message: requiredText(contactTexts.messageRequired, 4000),
})
export type NewContactMessage = v.InferOutput<typeof NewContactMessage>
