// @vitest-environment jsdom
import { setImmediate as afterWork } from 'node:timers/promises'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { staticPaths } from '#contract/staticPages.ts'
import { SavedPage } from '#src/routes/-SavedPage.tsx'
import { show } from '#tests/support/show.tsx'

// What React has still scheduled needs the window, which goes with the file.
afterEach(async () => {
  cleanup()
  await afterWork()
})

it('every page that each phone keeps is listed where one looks without a network, under a name of its own', () => {
  show(<SavedPage />)
  const links = within(screen.getByRole('region', { name: 'Always here' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([...staticPaths])
  expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(staticPaths.length)
})
