// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import { ProfileTab } from '#src/features/account/ProfileTab.tsx'
import { YourData } from '#src/features/account/YourData.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { ada, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const then = '2026-11-26T12:00:00Z'
const copy: AccountExport = {
  exported_at: then,
  profile: { ...profile, created_at: then, agreed_at: then, email_verified_at: then, former_emails: [] },
  identities: [],
  addresses: [],
  payment_methods: [],
  cart: [],
  wishlist: [],
  orders: [],
  payments_without_order: [],
  reviews: [],
  contact_messages: [],
  emails: [],
  newsletter: null,
  sessions: [],
}

const saved: string[] = []
Object.assign(URL, {
  createObjectURL: (file: Blob) => {
    void file.text().then((text) => saved.push(JSON.parse(text).profile.first_name))
    return 'blob:copy'
  },
  revokeObjectURL: () => undefined,
})
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
afterEach(() => {
  cleanup()
  saved.splice(0)
})

/** Asks for a copy, and goes elsewhere in the account. Returns how to let it come. */
async function ask(first_name: string) {
  const answer = Promise.withResolvers<Response>()
  setTransport(() => answer.promise)
  show(<YourData hasPassword unproved={null} onDeleted={() => Promise.resolve()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download My Data' }))
  await eventually(() => screen.getByText('Collecting…'))
  cleanup()
  return () => answer.resolve(Response.json({ ...copy, profile: { ...copy.profile, first_name } }))
}

it('the copy of all that is held about a customer comes, wherever in their account they are by then', async () => {
  session.start(ada)
  const come = await ask('Ada')
  come()
  await eventually(() => expect(saved).toEqual(['Ada']))
})

it('but not to whoever uses the browser after them', async () => {
  session.start(ada)
  const come = await ask('Ada')
  session.start({ ...ada, user_id: '2', access: 'hers', refresh: 'hers' })
  come()
  const comeNext = await ask('Grace')
  comeNext()
  await eventually(() => expect(saved).toEqual(['Grace']))
})

it('nobody is asked to confirm that they leave before it is known how they can', async () => {
  let isThere = false
  setTransport(async () =>
    isThere
      ? Response.json({ ...profile, has_password: false })
      : Response.json({ message: 'Not now', code: 'internal' }, { status: 400 }),
  )
  session.start(ada)
  show(<ProfileTab recentOrders={null} onDeleted={() => Promise.resolve()} />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.getByRole('button', { name: 'Download My Data' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete My Account' })).toBeNull()
  isThere = true
  fireEvent.click(retry)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete My Account' }))
  expect(screen.getByRole('button', { name: 'Email Me a Code' })).toBeDefined()
})

it.each([
  [then, 'reviews, messages and newsletter subscription go at once', false],
  [null, 'wishlist and reviews go at once', true],
])(
  'who is about to delete their account hears what goes with it: %s',
  async (email_verified_at, what, stays) => {
    session.start(ada)
    setTransport(() => Promise.resolve(Response.json({ ...profile, email_verified_at })))
    show(<ProfileTab recentOrders={null} onDeleted={() => Promise.resolve()} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete My Account' }))
    expect(screen.getByText(what, { exact: false })).toBeDefined()
    for (const order of ['cancel them first if you do not want them', 'print your orders'])
      expect(screen.getByText(order, { exact: false })).toBeDefined()
    for (const said of [`under ${profile.email} stay`, 'count as yours once you have verified'])
      expect(screen.queryByText(said, { exact: false }) !== null).toBe(stays)
  },
)
