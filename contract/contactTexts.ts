export const contactTexts = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  messageRequired: 'Message is required',
  thankYou: 'Thank you for your message. We will reply within one working day.',
  failed: 'Failed to send message',
  networkFailed: 'Something went wrong.',
  tooMany: 'That is a great many messages. Please wait a while, or call us.',
} as const
