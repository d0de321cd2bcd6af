// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { texts } from '#contract/texts.ts'
import { VerifyEmail } from '#src/features/auth/VerifyEmail.tsx'
import { NewsletterPage } from '#src/features/newsletter/NewsletterPage.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { ada } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

const pages = [
  {
    purpose: 'an address to be verified',
    page: (onUsed: () => void) => <VerifyEmail token="a-token" onUsed={onUsed} />,
    button: 'Confirm my email address',
    onward: 'Login',
    done: authTexts.emailVerified,
    dead: authTexts.invalidToken,
    leaves: 1,
  },
  {
    purpose: 'a letter to be sent',
    page: () => <NewsletterPage link={{ purpose: 'confirm', token: 'a-token' }} />,
    button: 'Confirm my subscription',
    onward: 'Continue Shopping',
    done: newsletterTexts.confirmed,
    dead: newsletterTexts.invalidLink,
    leaves: 0,
  },
]

it.each([
  [false, `${newsletterTexts.invalidLink} Please subscribe again at the foot of this page.`],
  [true, newsletterTexts.invalidLeave],
])('a link about the newsletter that was cut off says what to do: to leave is %s', (isToLeave, said) => {
  show(<NewsletterPage link={null} isToLeave={isToLeave} />)
  expect(screen.getByText(said)).toBeDefined()
})

afterEach(() => {
  cleanup()
  session.end()
})

describe.each(pages)('a mailed link for $purpose', ({ page, button, onward, done, dead, leaves }) => {
  let used = 0

  function press() {
    const pressed = screen.getByRole('button', { name: button })
    pressed.focus()
    fireEvent.click(pressed)
    return pressed
  }
  function open() {
    used = 0
    show(page(() => (used += 1)))
  }

  const html = '<title>Welcome to our network</title>'
  it.each<[string, Response | null, string]>([
    [
      'a closing server',
      Response.json({ message: 'Back soon', code: 'unavailable' }, { status: 503 }),
      'Back soon',
    ],
    [
      'a server that fails',
      Response.json({ message: 'Oh', code: 'internal' }, { status: 500 }),
      texts.somethingWentWrong,
    ],
    ['a busy server', Response.json({ message: 'Wait', code: 'too_many_requests' }, { status: 429 }), 'Wait'],
    ['a portal that says yes', new Response(html), texts.invalidResponse],
    ['a portal that says no', new Response(html, { status: 403 }), texts.somethingWentWrong],
    ['nobody', null, texts.networkError],
  ])('can be pressed again where %s answers, and keeps the focus', async (_who, answer, why) => {
    setTransport(() => (answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'))))
    open()
    const pressed = press()
    await screen.findByText(why)
    expect(document.activeElement).toBe(pressed)
    expect(used).toBe(0)

    setTransport(() => Promise.resolve(Response.json({ message: done })))
    press()
    await screen.findByText(done)
  })

  it.each([
    ['done', Response.json({ message: done }), done],
    ['refused by our server', Response.json({ message: dead, code: 'invalid_input' }, { status: 400 }), dead],
  ])('that is %s is over, and its answer has the focus of the button', async (_what, answer, says) => {
    const call = Promise.withResolvers<Response>()
    setTransport(() => call.promise)
    open()
    press()
    await waitFor(() => expect(screen.getByRole('button').textContent).toContain('…'))
    expect(used).toBe(0)
    call.resolve(answer)
    await screen.findByText(says)
    expect(used).toBe(leaves)
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.activeElement?.textContent).toBe(says)
    expect(screen.getByRole('link', { name: onward })).toBeDefined()
  })
})

it.each([
  ['is confirmed', Response.json({ message: authTexts.emailVerified }), authTexts.emailVerified],
  [
    'is not, by a link that is over',
    Response.json({ message: authTexts.invalidToken, code: 'invalid_input' }, { status: 400 }),
    authTexts.invalidToken,
  ],
])(
  'a customer who is logged in when an address %s is led on to their account, by its name: it may be another’s',
  async (_what, answer, says) => {
    setTransport(() => Promise.resolve(answer))
    session.start(ada)
    show(<VerifyEmail token="a-token" onUsed={() => undefined} />)
    fireEvent.click(screen.getByRole('button', { name: 'Confirm my email address' }))
    await screen.findByText(says)
    expect(screen.getByRole('link', { name: 'Account of Ada Quince' }).getAttribute('href')).toBe('/account')
    expect(screen.queryByText(/log ?in|your account/i)).toBeNull()
  },
)

it('whose account can send another link is said by its name where a link is over', () => {
  session.start(ada)
  show(<VerifyEmail token={undefined} onUsed={() => undefined} />)
  expect(
    screen.getByText(
      /This browser is logged in as Ada Quince\. If the link was for that account, it can send you another\./,
    ),
  ).toBeDefined()
})

it('an account without a name is called by its address', () => {
  session.start({ ...ada, first_name: '', last_name: '' })
  show(<VerifyEmail token={undefined} onUsed={() => undefined} />)
  expect(screen.getByRole('link', { name: `Account of ${ada.email}` })).toBeDefined()
})

it.each([
  ['now', newsletterTexts.unsubscribed, 'You are off the list'],
  ['long ago, and may be on the list again', newsletterTexts.unsubscribedBefore, 'Your subscription'],
])(
  'a reader whom a link has taken off the list %s is told so, and nothing else',
  async (_when, message, heading) => {
    setTransport(() => Promise.resolve(Response.json({ message })))
    show(<NewsletterPage link={{ purpose: 'unsubscribe', token: 'a-token' }} />)
    fireEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText(message)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
  },
)
