import { Link } from '@tanstack/react-router'
import { shopDetails } from '#contract/shopDetails.ts'
import { Entries } from './Entries.tsx'
import { Guide, type Section } from './Guide.tsx'
import { ShopContact } from './ShopContact.tsx'

const mail = <a href={`mailto:${shopDetails.email}?subject=My data`}>{shopDetails.email}</a>

const sections: readonly Section[] = [
  {
    id: 'short',
    title: 'In short',
    body: (
      <ul>
        <li>We ask for what an order needs, and for nothing else.</li>
        <li>We do not track you. Nothing is measured unless you have allowed it.</li>
        <li>We never store card numbers, security codes, PayPal passwords or bank account numbers.</li>
        <li>We sell your data to nobody, and show no advertising.</li>
        <li>You may have a copy of everything, or have it deleted: each has a button in your account.</li>
      </ul>
    ),
  },
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        {shopDetails.address[0]}, {shopDetails.address.slice(1).join(', ')}, is the controller of your data
        under the UK GDPR and the Data Protection Act 2018. Write to {mail} about anything on this page.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    body: (
      <>
        <Entries
          entries={[
            {
              name: 'Your account',
              value:
                'Name, email address, telephone number, saved addresses, and your password as a hash that cannot be turned back; if you log in with another provider such as Google, the identifier it gives you. To keep our contract with you.',
            },
            {
              name: 'Your orders',
              value:
                'The pieces, what you paid, what you asked us to write or engrave, where they went and what became of them. To deliver them, and because tax law demands it.',
            },
            {
              name: 'Payment',
              value:
                'The kind of card, its last four digits and the payment provider’s reference: enough to refund you, and no more. Of a card that you save for the next time, its expiry date too.',
            },
            {
              name: 'Cart and wishlist',
              value: 'What you put into them, so that they are the same on your phone and your computer.',
            },
            { name: 'Reviews', value: 'What you wrote about a piece you bought, shown beside it.' },
            {
              name: 'Messages',
              value: 'What you send from the contact page, with your name and address, to answer it.',
            },
            {
              name: 'Newsletter',
              value:
                'Your email address, with your consent, and only once you have opened the link we emailed. Each letter has a link to leave.',
            },
            {
              name: 'Security',
              value:
                'Counters of failed logins and the like, under codes from which neither address nor email can be read. Our legitimate interest in keeping accounts safe.',
            },
          ]}
        />
        <p>All of it is kept in the database of our shop, on a server that only we and its operator reach.</p>
        <p>
          We need no special categories of data, make no automated decisions about you, and build no profiles.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: (
      <p>
        The shop keeps some things in your browser’s own storage, so that you stay logged in and pages open
        without a network. None of it is a tracking cookie. What it is, and what you may switch off, is on the
        page <Link to="/cookies-settings">Cookie settings</Link>. Signing out removes everything personal from
        that browser but the address that you asked us to remember.
      </p>
    ),
  },
  {
    id: 'shared',
    title: 'Who else sees it',
    body: (
      <>
        <p>Only those who do something for you, and only what they need for it:</p>
        <ul>
          <li>the carrier: your name, address and telephone number;</li>
          <li>the payment provider: the payment details you type, and the amount;</li>
          <li>the companies that run our servers and deliver our email, on our instructions;</li>
          <li>an identity provider such as Google, if you choose to log in with one;</li>
          <li>
            OpenStreetMap, when you press ‘Show map’ on the contact page: your network address, as with any
            web page;
          </li>
          <li>an authority, where the law obliges us.</li>
        </ul>
        <p>Where one of them works outside the UK, it is under safeguards that UK law recognises.</p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'For how long',
    body: (
      <Entries
        entries={[
          {
            name: 'Account',
            value:
              'Until you delete it. We remove an account after half a year if its email address was never confirmed, nothing was ordered with it and nobody is logged in.',
          },
          { name: 'Being logged in', value: 'Fourteen days after your last visit, sixty at most.' },
          {
            name: 'Orders',
            value: 'Six years after the end of the tax year in which they were placed, or cancelled.',
          },
          { name: 'Payments that came to no order', value: 'Thirty days.' },
          { name: 'Messages', value: 'Two years.' },
          { name: 'Emails we sent', value: 'Thirty days.' },
          {
            name: 'Newsletter',
            value:
              'Until you leave; your address is then deleted at once. If you never confirm it, thirty days.',
          },
          {
            name: 'Links we email, and a former email address that one of them gives back',
            value: 'Thirty days after they have run out.',
          },
          {
            name: 'Security counters, and what keeps an order from being placed twice',
            value: 'A day.',
          },
          {
            name: 'In your browser',
            value: (
              <>
                See <Link to="/cookies-settings">Cookie settings</Link>.
              </>
            ),
          },
        ]}
      />
    ),
  },
  {
    id: 'rights',
    title: 'A copy, or deletion',
    body: (
      <>
        <p>
          In <Link to="/account">your account</Link> you can download everything we hold about you, in a form
          that other programs can read, and delete your account. Both happen at once. Of your orders we then
          keep what tax law demands, without your name and address; of one that is still on its way those go
          once it has arrived, at the latest ninety days after we sent it, and of one that was cancelled once
          it is paid back. Orders placed before you proved that your account’s email address is yours, or
          while another address had taken its place, may show you no name and address, because somebody else
          may have typed them: ask us for those. Without an account, write to {mail}: it takes us a month at
          most and costs you nothing.
        </p>
        <p>
          You may also have mistakes corrected, object to a use of your data or have it restricted, and
          withdraw a consent. None of this costs you anything or is held against you.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we keep it safe',
    body: (
      <p>
        All traffic is encrypted. Passwords are hashed with a method made to be slow. Access is given to those
        who need it for their work. Our logs hold no search terms, passwords or payment details. If something
        ever goes wrong that puts you at risk, you hear of it from us, promptly.
      </p>
    ),
  },
  {
    id: 'complaints',
    title: 'Questions and complaints',
    body: (
      <p>
        Ask us first: <ShopContact />. If our answer does not satisfy you, you may complain to the Information
        Commissioner’s Office, <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change what we do, we change this page and the date at the top of it; and we write to you
        first if it is a change you might mind.
      </p>
    ),
  },
]

/** What happens to a visitor's and a customer's data; true to what the shop does. */
export function PrivacyGuide() {
  return (
    <Guide
      place="Legal"
      title="Privacy policy"
      intro="What we know about you, why, for how long, and how to make us forget it."
      updated="2026-11-30"
      sections={sections}
    />
  )
}
