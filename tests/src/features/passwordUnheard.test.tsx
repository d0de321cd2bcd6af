import '#tests/support/page.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginAnswer } from '#contract/auth.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { paths } from '#contract/paths.ts'
import { resetTexts } from '#contract/resetTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { ProfileTab } from '#src/features/account/ProfileTab.tsx'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { useSession } from '#src/lib/useSession.ts'
import { notify } from '#src/ui/notify.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { eventually } from '#tests/support/eventually.ts'
import { inProcess } from '#tests/support/inProcess.ts'
import { type Customer, type Shop, openShop } from '#tests/support/shop.ts'
import { show } from '#tests/support/show.tsx'

const chosen = 'Damson-blossom7'
const nothing = () => undefined
const nobody = () => Promise.reject(new TypeError('Failed to fetch'))
/** A proxy’s own page, in place of the answer. */
const portal = async () => new Response('<html>Bad gateway</html>', { status: 200 })

let shop: Shop
let ada: Customer
/**
 * What becomes of the next calls that set a password. All but those that are `cut` reach the server, which does it;
 * after `down` nothing else comes through either, and an answer that is `awaited` never comes.
 */
let fates: ('lost' | 'garbled' | 'down' | 'awaited' | 'cut')[] = []
/** Whether nothing at all comes through any more. */
let isDown = false
/** The server's answers to the calls that set a password. */
let answered: number[] = []
const setting = [paths.resetPassword, paths.changePassword]

// As in `support/jsdom.ts`, for which the page is there too late.
Element.prototype.scrollIntoView = nothing

beforeAll(async () => {
  shop = await openShop()
  setTransport(async (url, call) => {
    if (isDown) return nobody()
    if (!setting.some((path) => url.endsWith(path))) return inProcess(shop)(url, call)
    const fate = fates.shift()
    if (fate === 'cut') return nobody()
    const answer = await inProcess(shop)(url, call)
    answered.push(answer.status)
    isDown = fate === 'down'
    if (fate === undefined) return answer
    if (fate === 'awaited') return new Promise<Response>(nothing)
    return fate === 'garbled' ? portal() : nobody()
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  ada = await shop.signUp()
})
afterEach(() => {
  cleanup()
  session.end()
  ;[fates, isDown, answered] = [[], false, []]
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const login = (password: string) => shop.call('POST', paths.login, { body: { email: ada.email, password } })
async function signIn() {
  const answer = await login(ada.password)
  session.start(v.parse(LoginAnswer, answer.body))
}
const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(await screen.findByLabelText(label), { target: { value } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = async () => (await screen.findByRole('alert')).textContent

describe('of a new password whose answer is lost', () => {
  async function link() {
    await shop.call('POST', paths.forgotPassword, { body: { email: ada.email } })
    const mails = (await deliver(shop)).filter((mail) => mail.headers.get('to') === ada.email)
    return /\/reset-password\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  /** Beside the page, as its header does, it reads what is the customer's, whose session it may find over. */
  function Beside() {
    useQuery({ ...mine.profile(), enabled: useSession().isAuthenticated })
    return null
  }
  /** The page with this link, which leaves its address as soon as it is read. */
  function Page({ link }: { link: string | undefined }) {
    const [given, setGiven] = useState(link)
    // As a page is shown anew where a session ends.
    useSession()
    return <ResetPasswordPage given={given} onRead={() => setGiven(undefined)} onLeave={nothing} />
  }
  const open = (given?: string) =>
    show(
      <>
        <Beside />
        <Page link={given} />
      </>,
    )
  async function send() {
    await fill({ 'New password': chosen, 'Confirm password': chosen })
    press('Reset Password')
  }
  /** What the page says and offers instead of its form. */
  async function way() {
    await screen.findByRole('heading', { level: 1, name: 'Try your new password' })
    return [await alert(), ...screen.getAllByRole('link').map((link) => link.getAttribute('href'))]
  }
  const toLogin = [resetTexts.mayBeSet, '/login', '/forgot-password']

  it.each(['lost', 'garbled'] as const)(
    'the page says that it may be set, and at the next try to try it: %s',
    async (fate) => {
      fates = [fate]
      open(await link())
      await send()
      expect(await alert()).toBe(resetTexts.unheard)
      press('Reset Password')
      expect(await way()).toEqual(toLogin)
      expect(answered).toEqual([200, 400])
      expect(await login(chosen)).toMatchObject({ status: 200 })
    },
  )

  it('whoever chose another for the second try is told that the first may be the one that counts', async () => {
    fates = ['lost']
    open(await link())
    await send()
    await screen.findByText(resetTexts.unheard)
    const other = `${chosen}-other`
    await fill({ 'New password': other, 'Confirm password': other })
    press('Reset Password')
    expect(await way()).toEqual(toLogin)
    expect(screen.getByText(/the first may be the one that counts/)).toBeDefined()
    expect([(await login(chosen)).status, (await login(other)).status]).toEqual([200, 401])
  })

  it('the same is said after a reload', async () => {
    fates = ['lost']
    const token = await link()
    open(token)
    await send()
    await screen.findByText(resetTexts.unheard)
    cleanup()
    open()
    expect(await way()).toEqual(toLogin)
    cleanup()
    // As by the mail, once more.
    open(token)
    expect(await way()).toEqual(toLogin)
  })

  it('and where the page is loaded again before the answer could come', async () => {
    fates = ['awaited']
    open(await link())
    await send()
    await eventually(() => expect(answered).toEqual([200]))
    cleanup()
    open()
    expect(await way()).toEqual(toLogin)
  })

  it('one that did not reach the server is set by the next try', async () => {
    fates = ['cut']
    open(await link())
    await send()
    expect(await alert()).toBe(resetTexts.unheard)
    press('Reset Password')
    expect(await screen.findByRole('heading', { level: 1, name: 'You have a new password' })).toBeDefined()
    expect(sessionStorage).toHaveLength(0)
    cleanup()
    open()
    expect(await screen.findByRole('heading', { level: 1, name: passwordTexts.noLink })).toBeDefined()
  })

  it('nothing is said of the next link, nor where the answer was heard', async () => {
    fates = ['lost']
    open(await link())
    await send()
    await screen.findByText(resetTexts.unheard)
    cleanup()
    const next = await link()
    await link()
    open(next)
    expect(await screen.findByRole('heading', { level: 1, name: passwordTexts.invalidToken })).toBeDefined()
    cleanup()
    open(await link())
    await fill({ 'New password': chosen, 'Confirm password': chosen })
    await link()
    press('Reset Password')
    expect(await screen.findByRole('heading', { level: 1, name: passwordTexts.invalidToken })).toBeDefined()
    cleanup()
    open()
    expect(await screen.findByRole('heading', { level: 1, name: passwordTexts.invalidToken })).toBeDefined()
  })

  it('the link is not lost with a former session that turns out to be over', async () => {
    await signIn()
    const given = await link()
    for (const key of [storageKeys.access, storageKeys.refresh]) localStorage.setItem(key, 'of-long-ago')
    show(<Page link={given} />)
    await screen.findByLabelText('New password')
    await act(() => session.check())
    expect(session.state().isAuthenticated).toBe(false)
    await send()
    expect(await screen.findByText(passwordTexts.reset)).toBeDefined()
    expect(await login(chosen)).toMatchObject({ status: 200 })
  })

  it('whoever is signed in here is not called expired: their session is over, and the login is next', async () => {
    await signIn()
    fates = ['lost']
    open(await link())
    await send()
    expect(await way()).toEqual(toLogin)
    expect(session.state().isAuthenticated).toBe(false)
    expect(session.takeRefusal()).toBeNull()
  })
})

describe('of a changed password whose answer is lost', () => {
  let readAgain: () => Promise<void> = async () => undefined
  function Account() {
    const client = useQueryClient()
    readAgain = () => client.invalidateQueries(mine.profile())
    return <ProfileTab recentOrders={null} onDeleted={async () => undefined} />
  }
  /** Opens the form, fills it in and sends it; returns what is said in messages. */
  async function change() {
    const said: string[] = []
    for (const tone of ['success', 'error'] as const)
      vi.spyOn(notify, tone).mockImplementation((message) => (said.push(message), ''))
    await signIn()
    show(<Account />)
    fireEvent.click(await screen.findByRole('button', { name: 'Change Password' }))
    await fill({
      'Current password': ada.password,
      'New password': chosen,
      'Confirm new password': chosen,
    })
    press('Change Password')
    return said
  }
  /** What is true once the form is closed again. */
  async function outcome() {
    const edit = await screen.findByRole('button', { name: 'Change Password' })
    await screen.findByText(/^Last changed on/)
    return {
      isForm: screen.queryByLabelText('Current password') !== null,
      isFocused: document.activeElement === edit,
      answered,
      login: (await login(chosen)).status,
      // Of this session nothing was ended, nor were its tokens replaced.
      refusal: await session.check(),
    }
  }
  const changed = { isForm: false, isFocused: true, answered: [200], login: 200, refusal: null }

  it.each(['lost', 'garbled'] as const)('the profile tells that it was changed: %s', async (fate) => {
    fates = [fate]
    const said = await change()
    await eventually(() => expect(said).toEqual([passwordChangeTexts.changed]))
    expect(await outcome()).toEqual(changed)
  })

  it.each(['sent again', 'left as it is'])(
    'as soon as it can be read again; the form is %s',
    async (what) => {
      fates = ['down']
      const said = await change()
      expect(await alert()).toContain(passwordChangeTexts.changeFailed)
      expect(said).toEqual([])
      isDown = false
      if (what === 'sent again') press('Change Password')
      else await readAgain()
      await eventually(() => expect(said).toEqual([passwordChangeTexts.changed]))
      expect(await outcome()).toEqual(changed)
    },
  )

  it('one that did not reach the server is not said to be changed, and is by the next try', async () => {
    fates = ['cut']
    const said = await change()
    expect(await alert()).toContain(passwordChangeTexts.changeFailed)
    expect(said).toEqual([])
    press('Change Password')
    await eventually(() => expect(said).toEqual([passwordChangeTexts.changed]))
    expect(await outcome()).toEqual(changed)
  })

  describe('and then another one is chosen', () => {
    const another = 'Sloe-blossom8'
    const choose = () => fill({ 'New password': another, 'Confirm new password': another })
    const passwords = async () => ({
      first: (await login(chosen)).status,
      another: (await login(another)).status,
    })

    it('that is the password once it is said to be changed, though the first was set', async () => {
      fates = ['down']
      const said = await change()
      expect(await alert()).toContain(passwordChangeTexts.changeFailed)
      isDown = false
      await choose()
      press('Change Password')
      await eventually(() => expect(said).toEqual([passwordChangeTexts.changed]))
      expect(await passwords()).toEqual({ first: 401, another: 200 })
    })

    it('nothing is said to be changed while no answer to it is heard, nor where it is refused', async () => {
      fates = ['down', 'cut']
      const said = await change()
      expect(await alert()).toContain(passwordChangeTexts.changeFailed)
      isDown = false
      await choose()
      press('Change Password')
      await eventually(() => expect(fates).toEqual([]))
      expect(await alert()).toContain(passwordChangeTexts.changeFailed)
      // Not the one that was current at the first try.
      await fill({ 'Current password': another })
      press('Change Password')
      expect(await screen.findByText(passwordChangeTexts.wrongCurrent)).toBeDefined()
      expect(said).toEqual([])
      expect(await passwords()).toEqual({ first: 200, another: 401 })
    })
  })
})
