// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staticPaths } from '#contract/staticPages.ts'
import { SavedPage } from '#src/routes/-SavedPage.tsx'
import { show } from '#tests/support/show.tsx'

it('every page that each phone keeps is listed where one looks without a network, under a name of its own', () => {
  show(<SavedPage />)
  const links = within(screen.getByRole('region', { name: 'Always here' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([...staticPaths])
  expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(staticPaths.length)
})
