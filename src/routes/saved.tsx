import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#src/lib/pageHead.ts'
import { SavedPage } from './-SavedPage.tsx'

export const Route = createFileRoute('/saved')({
  // Another phone has other things.
  head: () => pageHead('Saved on this device', import.meta.env.SSR && { path: '/saved', robots: 'noindex' }),
  component: SavedPage,
})
