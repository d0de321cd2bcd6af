// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { orderTexts } from '#contract/orderTexts.ts'
import { shop } from '#contract/shop.ts'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { headTags } from '#src/lib/head.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { makeRouter } from '#src/router.tsx'
import { accountLinks } from '#src/shell/accountLinks.ts'
import { footerSections, legalLinks } from '#src/shell/footerLinks.ts'
import { ada, adasOrder } from '#tests/support/ada.ts'
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

it('the footer, which is the same for everybody, asks nobody to log in who has', () => {
  const ways = footerSections.flatMap(({ links }) => links.map(({ to }) => to))
  expect(ways.filter((to) => ['/login', '/sign-up', '/forget-password'].includes(to))).toEqual([])
  expect(ways).toContain('/account')
})

it.each([
  [true, `Order #DMS-ABCDEFGH | ${shop.name}`],
  [false, `Order not found | ${shop.name}`],
])('an order’s page is called what it shows; that there is one: %s', async (isThere, title) => {
  setTransport(async () =>
    isThere
      ? Response.json({ data: adasOrder })
      : Response.json({ message: orderTexts.notFound, code: 'not_found' }, { status: 404 }),
  )
  session.start(ada)
  const history = createMemoryHistory({ initialEntries: ['/orders/DMS-ABCDEFGH'] })
  const router = makeRouter(createQueryClient({ say: () => undefined }), history)
  await router.load()
  session.end()
  expect(headTags(router.state.matches).find(({ tag }) => tag === 'title')?.text).toBe(title)
})
