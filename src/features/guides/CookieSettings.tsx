import { Link } from '@tanstack/react-router'
import { Entries } from './Entries.tsx'
import { CookieForm } from './CookieForm.tsx'
import { ForgetMe } from './ForgetMe.tsx'
import { Guide, type Section } from './Guide.tsx'

const sections: readonly Section[] = [
  {
    id: 'choice',
    title: 'Your choice',
    body: (
      <>
        <p>
          Nothing beyond the essential is used until you say yes here, and you may take a yes back at any
          time. Your choice is kept in this browser only; on another one you are asked again.
        </p>
        <CookieForm />
      </>
    ),
  },
  {
    id: 'kept',
    title: 'What this browser keeps',
    body: (
      <>
        <p>
          We set one cookie only, for at most ten minutes, while you log in with another provider such as
          Google. What else the shop must remember it keeps in your browser’s own storage, which, unlike a
          cookie, is not sent along with every request.
        </p>
        <Entries
          entries={[
            {
              name: 'Being logged in',
              value:
                'Two tokens, your name and your email address, in local storage (auth_token, refresh_token, user_data, is_first_login). Until you sign out; unused, they are worth nothing after fourteen days.',
            },
            {
              name: 'Logging in with another provider',
              value:
                'A sealed note of your attempt, in a cookie (its name contains damson_sign_in), so that nobody else can finish it. Until you are logged in, or for ten minutes.',
            },
            {
              name: 'Remember me',
              value:
                'Your email address for the next login, if you ticked the box, in local storage (remember_me). Never your password. Until you log in with the box unticked, or delete your account.',
            },
            {
              name: 'This choice',
              value:
                'What you allow on this page, in local storage (cookie_preferences). Until you clear it.',
            },
            {
              name: 'The shop itself',
              value:
                'Its pages, scripts and fonts, pictures and pieces you have looked at, in the browser’s cache and database, so that they open at once and without a network. Pieces and lists for a day, texts for thirty days; the oldest make room for the newest.',
            },
            {
              name: 'What you looked at last',
              value:
                'The addresses of the last twelve pieces, in local storage (recently-viewed). Until you clear the list or sign out.',
            },
            {
              name: 'Cart and wishlist',
              value:
                'What is in them, and changes you made while offline until they reach us, in the browser’s database. Until you sign out. If your login expires first, the changes wait thirty days for you to log in again, and your customer number beside them (expected-back, in local storage).',
            },
            {
              name: 'What you are typing',
              value:
                'Forms half filled in, and what you gave and chose in your checkout, in local storage (drafts, checkout-draft). For a day, and no longer than until you send them or sign out. If your login expires first, they wait that day for you to log in again, and nobody else sees them (left-drafts). Never passwords or card details.',
            },
            {
              name: 'What you are about to do',
              value:
                'What you wanted before you logged in, the place to return to after a reload, how your connection was, what you were told last, and the code of a link to choose a new password, also once you have sent one with it, in the tab’s own storage (place, reconnection, reset_sent, reset_token, told, wanted, wanted-wish). Until you close the tab or sign out.',
            },
            {
              name: 'Your coupon',
              value:
                'Its code and your customer number, in the tab’s own storage (coupon). Until you close the tab or sign out. If your login expires first, it waits for you to log in again, and nobody else sees it.',
            },
            {
              name: 'Reloads',
              value:
                'That this page was loaded again for a part of it that was missing, and how often, so that it does not go on, and how far down you were on the pages before, in the tab’s own storage (reloaded-for, woken-for, tanstack_router_reload, tsr-scroll-restoration). Until you close the tab.',
            },
            {
              name: 'Room and installing',
              value:
                'That your browser was asked to keep all this when it runs short of room, and that you do not want the shop installed, in local storage (asked-to-stay, install-declined). Until you clear them.',
            },
            {
              name: 'Ring sizer',
              value: 'How large your screen is, once you have matched a card, in local storage (ring_sizer).',
            },
          ]}
        />
      </>
    ),
  },
  {
    id: 'clear',
    title: 'Clearing it',
    body: (
      <>
        <p>
          Signing out removes everything personal but the address that you asked us to remember. The button
          below removes that as well, your choice above, and whatever else is listed here. What goes by itself
          with the tab, or within ten minutes, is left to do so, and the shop itself stays: its pages and
          pieces open without a network. To remove those too, clear the data of this site in your browser’s
          settings. More about what we keep, and why, is in our{' '}
          <Link to="/privacy-policy">privacy policy</Link>.
        </p>
        <ForgetMe />
      </>
    ),
  },
]

/** What may be kept and measured, decided here. */
export function CookieSettings() {
  return (
    <Guide
      place="Legal"
      title="Cookie settings"
      intro="What this shop may keep in your browser is yours to decide."
      updated="2026-11-30"
      sections={sections}
    />
  )
}
