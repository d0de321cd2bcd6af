// @vitest-environment jsdom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { redirectAfterPasswordReset } from '#contract/constants.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { paths } from '#contract/paths.ts'
import { resetTexts } from '#contract/resetTexts.ts'
import { ForgotPasswordPage } from '#src/features/auth/ForgotPasswordPage.tsx'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import type { Transport } from '#src/lib/http.ts'
import { Route as resetRoute } from '#src/routes/reset-password.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { held } from '#tests/support/held.ts'
import { show, showRouted } from '#tests/support/show.tsx'

const nothing = () => undefined

function open(answer: Transport) {
  setTransport(answer)
  show(
    <main>
      <ResetPasswordPage given="a-token" onRead={nothing} onLeave={nothing} />
    </main>,
  )
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

it.each([
  ['naming the token', { message: 'No', errors: { token: [authTexts.invalidToken] } }],
  ['and no more', { message: 'No' }],
  ['without a word', {}],
])('a link that is answered with 400 %s is dead', async (_how, body) => {
  open(async () => Response.json(body, { status: 400 }))
  expect(await screen.findByRole('heading', { level: 1, name: authTexts.invalidToken })).toBeDefined()
})

describe('a link found dead only after the form has come', () => {
  async function whileChecked() {
    const { promise, resolve } = Promise.withResolvers<Response>()
    open(() => promise)
    const field = await screen.findByLabelText('New password')
    return { field, refuse: () => resolve(Response.json({ message: 'No' }, { status: 400 })) }
  }
  const dead = () => screen.findByRole('heading', { level: 1, name: authTexts.invalidToken })

  it('leads whoever was typing to what the page says now', async () => {
    const { field, refuse } = await whileChecked()
    field.focus()
    refuse()
    const heading = await dead()
    await eventually(() => expect(document.activeElement).toBe(heading))
  })

  it('takes the focus from nothing that stays', async () => {
    const { refuse } = await whileChecked()
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    refuse()
    await dead()
    await act(async () => undefined)
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})

it('a link that cannot be checked may still be tried', async () => {
  open(async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByRole('button', { name: 'Reset Password' })).toBeDefined()
})

it('who remembers their password, or wants another link, finds the way', async () => {
  open(async () => Response.json({ message: 'Good' }))
  const ways = await screen.findAllByRole('link')
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/login', '/forgot-password']),
  )
})

async function fill() {
  for (const label of ['New password', 'Confirm password'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Plum-stone-7' } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function send() {
  await fill()
  press('Reset Password')
}

it('a password that is sent by two presses is changed once, and the shopper reads that it was', async () => {
  let sent = 0
  open(async (url) => {
    if (!url.endsWith(paths.resetPassword)) return Response.json({ valid: true })
    sent += 1
    return sent === 1
      ? Response.json({ message: 'Done' })
      : Response.json({ message: 'No', errors: { token: [authTexts.invalidToken] } }, { status: 400 })
  })
  await fill()
  const button = screen.getByRole('button', { name: 'Reset Password' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByRole('heading', { level: 1, name: 'You have a new password' })).toBeDefined()
  expect(sent).toBe(1)
})

describe('somebody else is logged in on this browser', () => {
  const ben = { ...ada, user_id: '2', first_name: 'Ben', email: 'ben@example.com' }
  const loggedInAsBen = `This browser is logged in as ${ben.email}`
  /** What becomes of the first calls that set the password. */
  let answers: (() => Response)[] = []
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const dead = () =>
    Response.json({ message: 'No', errors: { token: [authTexts.invalidToken] } }, { status: 400 })

  beforeEach(() => {
    vi.spyOn(notify, 'success').mockReturnValue('')
    session.start(ben)
    setTransport(async (url) => {
      if (url.endsWith(paths.resetPassword)) return answers.shift()?.() ?? Response.json({ message: 'Done' })
      return Response.json({ valid: true, message: 'Good' })
    })
  })
  afterEach(() => {
    answers = []
    session.end()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  async function openPage(address = '/reset-password?token=a-token') {
    const { component, validateSearch } = resetRoute.options
    const routeTree = createRootRoute()
    const at = (path: string) => ({ getParentRoute: () => routeTree, path })
    const reset = createRoute({ ...at('/reset-password'), validateSearch, ...(component && { component }) })
    const login = createRoute({ ...at('/login'), component: () => <h1>Welcome back</h1> })
    return showRouted(routeTree.addChildren([reset, login]), address)
  }
  /** After the seconds in which they would have been led on. */
  const later = () => act(async () => void (await vi.advanceTimersByTimeAsync(redirectAfterPasswordReset)))

  it('the way past that customer is fetched once the page is open, which says that somebody is logged in until it is there', async () => {
    const asked = vi.fn<() => void>()
    const arrive = held('#src/routes/-LoginAsAnother.tsx', asked)
    await openPage()
    await fill()
    await eventually(() => expect(asked).toHaveBeenCalledTimes(1))
    press('Reset Password')
    await eventually(() => expect(screen.getByText(passwordTexts.reset)).toBeDefined())
    expect(screen.getByText('This browser is logged in.')).toBeDefined()
    arrive()
    expect(await screen.findByText(loggedInAsBen)).toBeDefined()
    expect(screen.queryByText('This browser is logged in.')).toBeNull()
  })

  it('whoever has set their password reads so and stays there', async () => {
    const router = await openPage()
    await fill()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    press('Reset Password')
    await eventually(() => expect(screen.getByText(passwordTexts.reset)).toBeDefined())
    await eventually(() => expect(screen.getByText(loggedInAsBen)).toBeDefined())
    await later()
    expect(router.history.location.pathname).toBe('/reset-password')
    expect(screen.queryByText(/In a moment/)).toBeNull()
  })

  it('whoever has set their password logs that customer out, and is led to the login', async () => {
    const router = await openPage()
    await send()
    const button = await screen.findByRole('button', { name: 'Sign Out and Log In' })
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    button.focus()
    fireEvent.click(button)
    await eventually(() => expect(session.state().isAuthenticated).toBe(false))
    // Until the login is there, nothing that has the focus goes, and nobody is led on twice.
    expect(document.activeElement).toBe(button)
    expect(await screen.findByText('Welcome back')).toBeDefined()
    expect(router.history.location.pathname).toBe('/login')
  })

  it('whoever may have set one is offered the same instead of a login that leads nowhere', async () => {
    answers = [lost, dead]
    await openPage()
    await send()
    await screen.findByText(resetTexts.unheard)
    press('Reset Password')
    expect(await screen.findByText(resetTexts.mayBeSet)).toBeDefined()
    expect(await screen.findByText(loggedInAsBen)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    press('Sign Out and Log In')
    expect(await screen.findByText('Welcome back')).toBeDefined()
  })

  it.each([
    ['is dead', '/reset-password?token=a-token', passwordTexts.invalidToken],
    ['is missing', '/reset-password', passwordTexts.noLink],
  ])('whoever has a link that %s is offered the same', async (_how, address, said) => {
    setTransport(async () => dead())
    await openPage(address)
    await screen.findByRole('heading', { level: 1, name: said })
    expect(await screen.findByText(loggedInAsBen)).toBeDefined()
    expect(screen.queryByRole('link', { name: passwordTexts.returnToLogin })).toBeNull()
    press('Sign Out and Log In')
    expect(await screen.findByText('Welcome back')).toBeDefined()
  })

  it('whoever has yet to choose their password is offered no login that would lead to that customer', async () => {
    await openPage()
    await screen.findByRole('link', { name: 'Ask for a new link' })
    expect(screen.queryByRole('link', { name: passwordTexts.returnToLogin })).toBeNull()
    act(() => session.end())
    expect(screen.getByRole('link', { name: passwordTexts.returnToLogin })).toBeDefined()
  })

  it('whoever asks for a link is offered the shop instead of a login that would lead to that customer', async () => {
    show(
      <main>
        <ForgotPasswordPage />
      </main>,
    )
    const wayOn = () => screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')
    expect(wayOn()).toBe('/')
    expect(screen.queryByText(/Remembered it/)).toBeNull()
    expect(screen.queryByRole('link', { name: passwordTexts.returnToLogin })).toBeNull()
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: ada.email } })
    press('Send Reset Link')
    await screen.findByRole('heading', { level: 1, name: passwordTexts.checkYourEmail })
    expect(wayOn()).toBe('/')
    expect(screen.queryByRole('link', { name: passwordTexts.returnToLogin })).toBeNull()
    act(() => session.end())
    const login = screen.getByRole('link', { name: passwordTexts.returnToLogin })
    expect(login.getAttribute('href')).toBe('/login')
  })

  it('once that customer has left in another tab, the login is offered as ever', async () => {
    const router = await openPage()
    await send()
    await screen.findByText(loggedInAsBen)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    act(() => session.end())
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined()
    await later()
    expect(router.history.location.pathname).toBe('/login')
  })
})
