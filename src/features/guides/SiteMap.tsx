import { categories } from '#contract/listing.ts'
import { Link } from '@tanstack/react-router'
import { linksTo } from '#contract/pageNames.ts'
import { shop } from '#contract/shop.ts'
import { container } from '#src/ui/layout.css.ts'
import { eyebrow } from '#src/ui/text.css.ts'
import * as guide from './Guide.css.ts'
import * as css from './SiteMap.css.ts'
import { Updated } from './Updated.tsx'

type Group = { title: string; note?: string; links: readonly { label: string; to: string }[] }

const groups: readonly Group[] = [
  {
    title: 'Shop',
    links: [
      ...linksTo('/', '/products'),
      ...categories.map(({ name, path }) => ({ label: name, to: path })),
      ...linksTo('/products/search-results'),
    ],
  },
  {
    title: 'Resources',
    links: linksTo(
      '/resources/size-guide',
      '/resources/returns-exchanges',
      '/resources/Warranty',
      '/track-order',
      '/contact',
      '/saved',
    ),
  },
  {
    title: `About ${shop.name}`,
    links: linksTo('/about_us/about_damson_jewels', '/about_us/careers', '/about_us/site_map'),
  },
  {
    title: 'Your account',
    note: 'You will be asked to log in.',
    links: linksTo('/account', '/orders', '/wishlist', '/cart'),
  },
  { title: 'Signing in', links: linksTo('/login', '/sign-up', '/forget-password') },
  { title: 'Legal', links: linksTo('/terms-and-conditions', '/privacy-policy', '/cookies-settings') },
]

/** Every page of the shop, grouped. */
export function SiteMap() {
  return (
    <div className={`${container} ${guide.root}`}>
      <header className={guide.header}>
        <p className={eyebrow.accent}>About us</p>
        <h1 className={guide.title}>Site map</h1>
        <div className={guide.rule} />
        <p className={guide.intro}>Every page of the shop, in one place.</p>
        <Updated on="2026-11-21" />
      </header>
      <div className={css.groups}>
        {groups.map(({ title, note, links }) => (
          <section key={title} className={css.group}>
            <h2 className={css.title}>{title}</h2>
            {note !== undefined && <p className={css.note}>{note}</p>}
            <ul className={css.links}>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={css.link}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
