// @vitest-environment jsdom
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AddressesTab } from '#src/features/account/AddressesTab.tsx'
import { PaymentMethodsTab } from '#src/features/account/PaymentMethodsTab.tsx'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { ada, addressOf, adasAddress, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

const addresses = [1, 2, 3].map((nth) => ({
  ...adasAddress(`${nth}1111111-1111-4111-8111-111111111111`, nth === 1),
  full_name: `Ada ${nth}`,
}))
const cards = [1, 2, 3].map((nth) => ({
  id: `card-${nth}`,
  brand: 'Visa',
  last_four: `000${nth}`,
  expiry: '12/40',
  is_default: nth === 1,
}))

type Kept = { id: string; is_default: boolean }

it.each<[string, () => ReactNode, Kept[], (nth: number) => string]>([
  ['address', () => <AddressesTab fields={AddressFields} />, addresses, (nth) => addressOf(`Ada ${nth}`)],
  ['card', () => <PaymentMethodsTab fields={CardFields} />, cards, (nth) => `Visa ending 000${nth}`],
])(
  'the %s that was preferred last is the default, however late the wish before it arrives',
  async (_what, tab, kept, nameOf) => {
    vi.spyOn(notify, 'success').mockReturnValue('')
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    const sent: string[] = []
    setTransport(async (url, { method }) => {
      if (method !== 'GET') {
        sent.push(url)
        if (sent.length === 1) await isThere
        for (const one of kept) one.is_default = url.includes(one.id)
      }
      return Response.json({ data: kept })
    })
    session.start(ada)
    const clients: QueryClient[] = []
    const Tab = () => {
      clients.push(useQueryClient())
      return tab()
    }
    show(<Tab />)
    const press = async (nth: number) =>
      fireEvent.click(await screen.findByRole('button', { name: `Set as default: ${nameOf(nth)}` }))
    await press(2)
    await eventually(() => expect(sent).toHaveLength(1))
    await press(3)
    const isWaiting = () =>
      clients[0]
        ?.getMutationCache()
        .getAll()
        .some(({ state }) => state.isPaused)
    await eventually(() => expect(sent.length === 2 || isWaiting()).toBe(true))
    arrive()
    await eventually(() => expect(clients[0]?.isMutating()).toBe(0))
    expect(sent).toHaveLength(2)
    expect(kept.map(({ is_default }) => is_default)).toEqual([false, false, true])
  },
)

it.each<[string, () => ReactNode, edit: string, save: string]>([
  ['their details', () => <PersonalInformation profile={profile} />, 'Edit', 'Save Changes'],
  ['an address', () => <AddressesTab fields={AddressFields} />, `Edit ${addressOf('Ada 1')}`, 'Save Address'],
])(
  'who closes %s while they are being saved can change them again once that is done, and not before',
  async (_what, shown, edit, save) => {
    vi.spyOn(notify, 'success').mockReturnValue('')
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    let calls = 0
    setTransport(async (_url, { method }) => {
      if (method === 'GET') return Response.json({ data: addresses.slice(0, 1) })
      calls += 1
      await isThere
      return Response.json({ message: 'Not now' }, { status: 400 })
    })
    session.start(ada)
    show(shown())
    fireEvent.click(await screen.findByRole('button', { name: edit }))
    fireEvent.click(screen.getByRole('button', { name: save }))
    await eventually(() => expect(calls).toBe(1))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: edit }))
    expect(screen.queryByRole('button', { name: save })).toBeNull()
    arrive()
    await eventually(() => {
      fireEvent.click(screen.getByRole('button', { name: edit }))
      expect(screen.queryByRole('button', { name: save })).not.toBeNull()
    })
  },
)
