import { MessageAnswer } from '#contract/fields.ts'
import { NewsletterLeaveToken, NewsletterSignUp, NewsletterToken } from '#contract/newsletter.ts'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '../db/db.ts'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { mailLimit } from '../mail/limits.ts'
import {
  alreadySubscribedMail,
  confirmNewsletterMail,
  welcomeNewsletterMail,
} from '../mail/newsletterMessages.ts'
import { queueMail } from '../mail/outbox.ts'
import { ApiError } from '../http/problem.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { tokenTurns } from '../queues/tokenTurns.ts'
import { newsletterLink } from './links.ts'
import {
  addSubscriber,
  confirmSubscriber,
  confirmationDays,
  removeSubscriber,
  sweepSubscribers,
} from './store.ts'

const bodyLimit = 4 * 1024
const minute = 60_000

/** The newsletter: asked for, confirmed by a mailed link, and left again. */
export function registerNewsletter(app: App, services: Services): void {
  const { db, clock, config } = services
  const mayMail = mailLimit(services)
  const { count } = callLimit(services, {
    name: 'newsletter',
    most: 20,
    window: 10 * minute,
    from: 'first',
    message: newsletterTexts.tooMany,
  })
  const { onRequest, pass } = tokenTurns()
  const link = (name: 'token' | 'unsubscribe', token: string) => newsletterLink(config, name, token)
  const invalidLink = (message: string) => new ApiError(400, 'invalid_input', message)

  app.post(
    `/${paths.newsletter}`,
    { bodyLimit, schema: { body: NewsletterSignUp, response: { 200: MessageAnswer } } },
    async (request) => {
      await count(request.ip)
      const { email } = request.body
      await transaction(db, async (inside) => {
        const subscriber = await addSubscriber(inside, email, clock())
        if (!(await mayMail(inside, 'newsletter', email))) return
        const leave = link('unsubscribe', subscriber.unsubscribe_token)
        await queueMail(
          inside,
          subscriber.confirmed_at === null
            ? confirmNewsletterMail(email, {
                confirm: link('token', subscriber.confirm_token),
                leave,
                days: confirmationDays,
              })
            : alreadySubscribedMail(email, leave),
        )
      })
      return { message: newsletterTexts.almostThere }
    },
  )

  app.post(
    `/${paths.confirmNewsletter}`,
    { bodyLimit, onRequest, schema: { body: NewsletterToken, response: { 200: MessageAnswer } } },
    async (request) => {
      const confirmed = await pass(request, () =>
        transaction(db, async (inside) => {
          const found = await confirmSubscriber(inside, request.body.token, clock())
          if (found?.outcome === 'confirmed') {
            const { email, unsubscribe_token } = found.subscriber
            await queueMail(inside, welcomeNewsletterMail(email, link('unsubscribe', unsubscribe_token)))
          }
          return found !== null
        }),
      )
      if (!confirmed) throw invalidLink(newsletterTexts.invalidLink)
      return { message: newsletterTexts.confirmed }
    },
  )

  app.post(
    `/${paths.unsubscribeNewsletter}`,
    { bodyLimit, onRequest, schema: { body: NewsletterLeaveToken, response: { 200: MessageAnswer } } },
    async (request) => {
      const left = await pass(request, () => removeSubscriber(db, request.body.token, clock()))
      if (left === null) throw invalidLink(newsletterTexts.invalidLeave)
      return { message: left === 'now' ? newsletterTexts.unsubscribed : newsletterTexts.unsubscribedBefore }
    },
  )

  repeat(app, 60 * minute, 'Old subscriptions could not be cleared away', (closing) =>
    sweepSubscribers(db, clock(), closing),
  )
}
