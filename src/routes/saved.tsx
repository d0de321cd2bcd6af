import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#src/lib/pageHead.ts'
import { SavedPage } from './-SavedPage.tsx'

export const Route = createFileRoute('/saved')({
  // Not indexed: every device has something else.
  head: () => pageHead('Saved on this device', import.meta.env.SSR && { path: '/saved', robots: 'noindex' }),
  component: SavedPage,
})
