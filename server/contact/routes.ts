import { NewContactMessage } from '#contract/contact.ts'
import { contactTexts } from '#contract/contactTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '../db/db.ts'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { contactMail, contactReceivedMail } from '../mail/contactMessages.ts'
import { mailLimit } from '../mail/limits.ts'
import { queueMail } from '../mail/outbox.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { addMessage, sweepMessages } from './store.ts'

const bodyLimit = 24 * 1024
const minute = 60_000

/** Messages to the shop: stored and emailed to the shop; the sender gets a confirmation. */
export function registerContact(app: App, services: Services): void {
  const { db, clock } = services
  const mayMail = mailLimit(services)
  const { count } = callLimit(services, {
    name: 'contact',
    most: 10,
    window: 10 * minute,
    from: 'first',
    message: contactTexts.tooMany,
  })

  app.post(
    `/${paths.contactUs}`,
    { bodyLimit, schema: { body: NewContactMessage, response: { 200: MessageAnswer } } },
    async (request) => {
      await count(request.ip)
      const message = request.body
      await transaction(db, async (inside) => {
        if (!(await addMessage(inside, message, clock()))) return
        // The message is stored already; a second trace of the sender would outlive it.
        await queueMail(inside, contactMail(message), 'forget')
        // Anybody may type anybody's address, so that one can only be sent a few of these.
        if (await mayMail(inside, 'contact', message.email))
          await queueMail(inside, contactReceivedMail(message.email))
      })
      return { message: contactTexts.thankYou }
    },
  )

  repeat(app, 60 * minute, 'Old messages could not be cleared away', (closing) =>
    sweepMessages(db, clock(), closing),
  )
}
