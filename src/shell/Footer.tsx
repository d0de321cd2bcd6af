import { Link } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { taxPercent } from '#contract/totals.ts'
import { NewsletterForm } from '#src/features/newsletter/NewsletterForm.tsx'
import { container } from '#src/ui/layout.css.ts'
import { Logo } from '#src/ui/Logo.tsx'
import { CardLogos } from './CardLogos.tsx'
import * as css from './Footer.css.ts'
import { footerSections, legalLinks } from './footerLinks.ts'

/** The footer of every page: everything in the shop, and how to reach it. */
export function Footer() {
  return (
    <footer className={css.root} data-ground="deep" data-print="none">
      <div className={container}>
        <div className={css.columns}>
          <Reach />
          <div className={css.sections}>
            {footerSections.map(({ title, links }, index) => (
              <nav key={title} aria-label={title} className={index === 0 ? css.longest : undefined}>
                <h2 className={css.title}>{title}</h2>
                <Links links={links} />
              </nav>
            ))}
          </div>
        </div>
        <div className={css.base}>
          <div className={css.baseRow}>
            <p>
              © {shop.name}. Prices are in pounds sterling, plus {taxPercent}% tax.
            </p>
            <nav aria-label="Legal">
              <Links links={legalLinks} className={css.legal} />
            </nav>
            <CardLogos />
          </div>
        </div>
      </div>
    </footer>
  )
}

function Reach() {
  return (
    <div className={css.about}>
      <Link to="/" className={css.home}>
        <Logo tone="onDeep" />
      </Link>
      <NewsletterForm />
      <div className={css.contact}>
        <address>
          {shopDetails.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        <div className={css.reach}>
          <a className={css.link} href={shopDetails.phoneHref}>
            {shopDetails.phone}
          </a>
          <a className={css.link} href={`mailto:${shopDetails.email}`}>
            {shopDetails.email}
          </a>
          <p>Phone support: {shopDetails.supportHours}</p>
        </div>
        {shopDetails.social.length > 0 && (
          <ul className={css.legal} aria-label="Follow us">
            {shopDetails.social.map(({ name, href }) => (
              <li key={href}>
                <a className={css.link} href={href} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

type LinksProps = { links: readonly { label: string; to: string }[]; className?: string | undefined }

function Links({ links, className }: LinksProps) {
  return (
    <ul className={className ?? css.links}>
      {links.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
