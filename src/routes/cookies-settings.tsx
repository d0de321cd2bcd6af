import { createFileRoute } from '@tanstack/react-router'
import { CookieSettings } from '#src/features/guides/CookieSettings.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/cookies-settings')({
  head: () =>
    guideHead({
      title: 'Cookie settings',
      description:
        'Choose what the Damson shop may keep and measure in your browser. Nothing beyond the essential without a yes.',
      path: '/cookies-settings',
    }),
  component: CookieSettings,
})
