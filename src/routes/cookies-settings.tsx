import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { CookieSettings } from '#src/features/guides/CookieSettings.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/cookies-settings')({
  head: () =>
    pageHead(
      'Cookie settings',
      import.meta.env.SSR && {
        description: `Choose what the ${shop.name} shop may keep and measure in your browser. Nothing beyond the essential without a yes.`,
        path: '/cookies-settings',
      },
    ),
  component: CookieSettings,
})
