// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { accountLinks } from '#src/shell/accountLinks.ts'
import { footerSections, legalLinks } from '#src/shell/footerLinks.ts'
import { show } from '#tests/support/show.tsx'

it('a page has one name, in the footer, the account’s menu and the site map', () => {
  show(<SiteMap />)
  const mapped = screen
    .getAllByRole('link')
    .map((link) => ({ to: link.getAttribute('href'), label: link.textContent }))
  const listed = [...footerSections.flatMap(({ links }) => links), ...legalLinks, ...accountLinks]
  const names = Object.fromEntries(mapped.map(({ to, label }) => [to, label]))
  expect(listed.map(({ to }) => `${to}: ${names[to]}`)).toEqual(
    listed.map(({ to, label }) => `${to}: ${label}`),
  )
})
