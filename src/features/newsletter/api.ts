import { mutationOptions } from '@tanstack/react-query'
import type { NewsletterSignUp } from '#contract/newsletter.ts'
import { paths } from '#contract/paths.ts'
import { anonymousHttp } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'

const message = async () => (await import('#contract/fields.ts')).MessageAnswer

export const subscribe = () =>
  mutationOptions({
    mutationKey: ['subscribe'],
    meta: { errors: 'inline' },
    mutationFn: async (signUp: NewsletterSignUp) =>
      unwrap(await anonymousHttp.post(paths.newsletter, { schema: message, body: signUp })),
  })

/** What an emailed link is for. */
export type LinkPurpose = 'confirm' | 'unsubscribe'

export const followLink = (purpose: LinkPurpose) =>
  mutationOptions({
    mutationKey: ['follow-newsletter-link', purpose],
    meta: { errors: 'inline' },
    mutationFn: async (token: string) => {
      const path = purpose === 'confirm' ? paths.confirmNewsletter : paths.unsubscribeNewsletter
      return unwrap(await anonymousHttp.post(path, { schema: message, body: { token } }))
    },
  })
