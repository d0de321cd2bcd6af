import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { parcelInShort, refundDays, restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { island, whenUsed } from '#src/lib/island.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { band, container, ground } from '#src/ui/layout.css.ts'
import { eyebrow, standaloneLink } from '#src/ui/text.css.ts'
import { ContactForm } from './ContactForm.tsx'
import * as css from './ContactPage.css.ts'
import './ShopMap.css.ts'

const ShopMap = island(async () => (await import('./ShopMap.tsx')).ShopMap, whenUsed)

const delivery = '/resources/returns-exchanges'

/** How to reach the shop, with a contact form, in which the subject may be there already. */
export function ContactPage({ subject }: { subject: string | undefined }) {
  return (
    <>
      <div className={`${container} ${css.root}`}>
        <header className={css.header}>
          <p className={eyebrow.accent}>Contact</p>
          <h1 className={css.title}>We are glad to help</h1>
          <p className={css.intro}>
            A question about a stone, a size or an order: write, call or come by. People answer, not machines.
          </p>
        </header>
        <ul className={css.cards}>
          <Card icon="pin" title="Address">
            <address>
              {shopDetails.address.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </address>
          </Card>
          <Card icon="phone" title="Phone">
            <a className={css.reach} href={shopDetails.phoneHref}>
              {shopDetails.phone}
            </a>
          </Card>
          <Card icon="mail" title="Email">
            <a className={css.reach} href={`mailto:${shopDetails.email}`}>
              {shopDetails.email}
            </a>
          </Card>
          <Card icon="clock" title="Working hours">
            <p>Office: {shopDetails.officeHours}</p>
          </Card>
        </ul>
        <div className={css.columns} data-print="none">
          <section aria-labelledby="message-title">
            <h2 id="message-title" className={css.heading}>
              Send Us a Message
            </h2>
            <ContactForm subject={subject} />
          </section>
          <Suspense>
            <section aria-labelledby="map-title">
              <h2 id="map-title" className={css.heading}>
                Find Us
              </h2>
              <ShopMap />
            </section>
          </Suspense>
        </div>
      </div>
      <Suspense>
        <div className={`${ground.sand} ${band} ${css.infoBand}`}>
          <div className={`${container} ${css.infos}`}>
            <Info icon="truck" title="Shipping" to={delivery} hash="delivery" more="Delivery times and costs">
              Standard, express or overnight: you choose at checkout, and see the days on which it arrives.
              Every parcel is {parcelInShort}.
            </Info>
            <Info icon="package" title="Delivery" to="/track-order" more="Track your order">
              You can follow your parcel from our door to yours. Made-to-order pieces come by white-glove
              delivery in 2-3 weeks.
            </Info>
            <Info icon="return" title="Returns" to={delivery} more="Returns and exchanges">
              {returnWindowDays} days to send a piece back, with a {restockingPercent}% restocking fee.
              Refunds follow {refundDays} business days after we have inspected it.
            </Info>
          </div>
        </div>
      </Suspense>
    </>
  )
}

function Card({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={css.card}>
      <Icon name={icon} className={css.icon} />
      <h2 className={css.cardTitle}>{title}</h2>
      <div className={css.cardText}>{children}</div>
    </li>
  )
}

type InfoProps = {
  icon: IconName
  title: string
  to: string
  hash?: string
  more: string
  children: ReactNode
}

function Info({ icon, title, to, hash, more, children }: InfoProps) {
  return (
    <section>
      <Icon name={icon} className={css.icon} />
      <h2 className={css.infoTitle}>{title}</h2>
      <p>{children}</p>
      <Link className={standaloneLink} to={to} {...(hash !== undefined && { hash })}>
        {more}
      </Link>
    </section>
  )
}
