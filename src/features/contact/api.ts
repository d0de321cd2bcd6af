import { mutationOptions } from '@tanstack/react-query'
import type { NewContactMessage } from '#contract/contact.ts'
import { paths } from '#contract/paths.ts'
import { anonymousHttp } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'

export const sendMessage = () =>
  mutationOptions({
    mutationKey: ['send-message'],
    meta: { errors: 'inline' },
    mutationFn: async (message: NewContactMessage) =>
      unwrap(
        await anonymousHttp.post(paths.contactUs, {
          schema: async () => (await import('#contract/fields.ts')).MessageAnswer,
          body: message,
        }),
      ),
  })
