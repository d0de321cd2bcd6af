import { categories } from '#contract/listing.ts'
import { Link } from '@tanstack/react-router'
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
      { label: 'Home', to: '/' },
      { label: 'All Jewellery', to: '/products' },
      ...categories.map(({ name, path }) => ({ label: name, to: path as string })),
      { label: 'Search', to: '/products/search-results' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Size guide', to: '/resources/size-guide' },
      { label: 'Returns and exchanges', to: '/resources/returns-exchanges' },
      { label: 'Warranty', to: '/resources/Warranty' },
      { label: 'Track your order', to: '/track-order' },
      { label: 'Contact', to: '/contact' },
      { label: 'Saved on this device', to: '/saved' },
    ],
  },
  {
    title: `About ${shop.name}`,
    links: [
      { label: 'Our story', to: '/about_us/about_damson_jewels' },
      { label: 'Careers', to: '/about_us/careers' },
      { label: 'Site map', to: '/about_us/site_map' },
    ],
  },
  {
    title: 'Your account',
    note: 'You will be asked to log in.',
    links: [
      { label: 'Account details', to: '/account' },
      { label: 'My orders', to: '/orders' },
      { label: 'Wishlist', to: '/wishlist' },
      { label: 'Cart', to: '/cart' },
    ],
  },
  {
    title: 'Signing in',
    links: [
      { label: 'Login', to: '/login' },
      { label: 'Sign Up', to: '/sign-up' },
      { label: 'Forgotten password', to: '/forget-password' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms and conditions', to: '/terms-and-conditions' },
      { label: 'Privacy policy', to: '/privacy-policy' },
      { label: 'Cookie settings', to: '/cookies-settings' },
    ],
  },
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
