import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { PreparedPage } from '#contract/page.ts'
import { signInCookie } from '#contract/provider.ts'
import { shop as ours } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { ringSizes } from '#contract/sizes.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { lastingInTab, ofTheBrowser, personalInBrowser, personalInTab } from '#src/lib/storage.ts'

const listed: PreparedPage[] = JSON.parse(readFileSync('dist/server/pages.json', 'utf8'))

/** What a page says, and where its links lead. */
function read(path: string) {
  const { file } = listed.find((page) => page.path === path) ?? {}
  if (file === undefined) throw new Error(`The build has no ${path}`)
  const html = readFileSync(`dist/client/${file}`, 'utf8')
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return {
    html: main,
    text: main
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll(/\s+/g, ' '),
    links: [...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? ''),
  }
}

const terms: [string, string[]][] = [
  [
    '/resources/returns-exchanges',
    [
      'within 15 days',
      'Returns are not free',
      'restocking fee of 15% of the price you paid, without tax,',
      '5-7 business days after the inspection',
      'made to order comes by white-glove delivery',
      '2-3 weeks',
      '14 business days are transit',
      'Ordered by 2 pm on a business day, it leaves the same day.',
      'We deliver within the United Kingdom',
      'Nothing on this page affects your statutory rights',
    ],
  ],
  ['/resources/Warranty', ['warranty of one year', 'on top of your statutory rights']],
  [
    '/contact',
    [
      `Office: ${shopDetails.officeHours}`,
      shopDetails.phone,
      shopDetails.email,
      ...shopDetails.address,
      'Send Us a Message',
      'Shipping',
      'Delivery',
      'Returns',
      'white-glove',
    ],
  ],
  [
    '/cookies-settings',
    [
      'Essential',
      'Performance',
      'Marketing',
      'Reject All',
      ...Object.values(storageKeys),
      `(${personalInTab.join(', ')})`,
      ...personalInBrowser,
      signInCookie,
      ...ofTheBrowser,
      ...lastingInTab,
      'reloaded-for',
      'woken-for',
      'tanstack_router_reload',
      'tsr-scroll-restoration',
      'in the tab’s own storage',
    ],
  ],
  [
    '/terms-and-conditions',
    [
      'Tax of 7%',
      'within 15 days',
      'what you paid for it, with its tax, less a restocking fee of 15% of its price without tax',
      '£12.99',
      '£24.99',
      'Ordered by 2 pm on a business day, it leaves the same day.',
      'We deliver within the United Kingdom',
      'England and Wales',
    ],
  ],
  ['/privacy-policy', ['never store card numbers', 'Fourteen days', 'Six years', 'Information Commissioner']],
  ['/about_us/about_damson_jewels', [ours.name, 'hallmarked']],
]

it.each(terms)('%s says what holds', (path, sentences) => {
  const { text } = read(path)
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
})

it('the size guide has a row for each of the twelve sizes', () => {
  const { html } = read('/resources/size-guide')
  const rows = [...html.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>([^<]+)<\/td><td[^>]*>([^<]+)/g)]
  expect(rows.map(([, uk, us, diameter]) => ({ uk, us, diameter: Number(diameter) }))).toEqual(
    ringSizes.map(({ uk, us, diameter }) => ({ uk, us, diameter })),
  )
  expect(rows).toHaveLength(12)
})

it('each of the three openings is applied for by mail', () => {
  const { text, links } = read('/about_us/careers')
  for (const opening of ['Sales executive', 'Jewellery designer', 'Digital marketing specialist']) {
    expect(text).toContain(opening)
    expect(links).toContain(
      `mailto:${shopDetails.email}?subject=${encodeURIComponent(`Application: ${opening}`)}`,
    )
  }
})

it('the site map leads to every static page, category and door', () => {
  const { links } = read('/about_us/site_map')
  const paths = listed.flatMap(({ path }) => (path === null || path === '*' ? [] : [path]))
  expect(paths.filter((path) => !links.includes(path))).toEqual([])
  for (const path of [
    '/',
    '/products',
    '/pendant',
    '/track-order',
    '/login',
    '/account',
    '/orders',
    '/wishlist',
    '/cart',
  ])
    expect(links).toContain(path)
})
