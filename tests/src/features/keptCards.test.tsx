// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Address } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { AddressesTab } from '#src/features/account/AddressesTab.tsx'
import { PaymentMethodsTab } from '#src/features/account/PaymentMethodsTab.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { ada, adasAddress } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  session.end()
})

const addresses = [
  { ...adasAddress('11111111-1111-4111-8111-111111111111', true), full_name: 'Ada Quince' },
  { ...adasAddress('22222222-2222-4222-8222-222222222222', false), full_name: 'Grace Medlar' },
]
const cards = [
  { id: 'visa', brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true },
  { id: 'amex', brand: 'Amex', last_four: '0005', expiry: '12/40', is_default: false },
]

it.each([
  [
    'an address',
    () => <AddressesTab fields={AddressFields} />,
    addresses,
    'Delete the address of Ada Quince, 14 Orchard Row, EC1R 4QL',
    'Yes, Delete',
    'Address of Grace Medlar, 14 Orchard Row, EC1R 4QL',
  ],
  [
    'a card',
    () => <PaymentMethodsTab fields={CardFields} />,
    cards,
    'Remove Visa ending 4242',
    'Yes, Remove',
    'Amex ending 0005',
  ],
])(
  '%s that was deleted is gone at once, and its dialog with it, however late all are read again',
  async (_what, tab, kept, ask, confirm, left) => {
    let reads = 0
    setTransport((_url, { method }) => {
      if (method === 'DELETE') return Promise.resolve(Response.json({ message: 'Deleted' }))
      return ++reads === 1 ? Promise.resolve(Response.json({ data: kept })) : new Promise(() => undefined)
    })
    session.start(ada)
    show(tab())
    fireEvent.click(await screen.findByRole('button', { name: ask }))
    fireEvent.click(screen.getByRole('button', { name: confirm }))
    await eventually(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
    await eventually(() => expect(names()).toEqual([left]))
  },
)

it.each([
  [
    'an address',
    () => <AddressesTab fields={AddressFields} />,
    addresses,
    'Address of Grace Medlar, 14 Orchard Row, EC1R 4QL',
  ],
  ['a card', () => <PaymentMethodsTab fields={CardFields} />, cards, 'Amex ending 0005'],
])(
  '%s that was made the default shows it at once, however late all are read again',
  async (_what, tab, kept, name) => {
    let reads = 0
    setTransport((_url, { method }) => {
      if (method === 'PUT') return Promise.resolve(Response.json({ data: kept[1] }))
      return ++reads === 1 ? Promise.resolve(Response.json({ data: kept })) : new Promise(() => undefined)
    })
    session.start(ada)
    show(tab())
    const chosen = await screen.findByRole('article', { name })
    fireEvent.click(within(chosen).getByRole('button', { name: /^Set as Default/i }))
    await eventually(() => expect(within(chosen).queryByText('Default')).not.toBeNull())
    expect(screen.getAllByText('Default')).toHaveLength(1)
  },
)

it('of several addresses of one person each has a name of its own, and the question whether to delete one says which', async () => {
  const own = (id: string, more: Partial<Address>) => ({ ...adasAddress(id, id === '1'), ...more })
  const book = [
    own('1', {}),
    own('2', { address_line_1: '12 Mill Lane', postal_code: 'BA1 1AA' }),
    own('3', { address_line_1: '12 Mill Lane', postal_code: 'BA1 1AA', address_line_2: 'Flat 2' }),
    own('4', { address_line_1: '12 Mill Lane', postal_code: 'YO1 7HH' }),
  ]
  setTransport(async () => Response.json({ data: book }))
  session.start(ada)
  show(<AddressesTab fields={AddressFields} />)
  const names = (role: string) => screen.getAllByRole(role).map((one) => one.getAttribute('aria-label'))
  await screen.findAllByRole('article')
  expect(new Set(names('article')).size).toBe(4)
  const ofCards = names('button').filter((name) => name !== null)
  expect([ofCards.length, new Set(ofCards).size]).toEqual([11, 11])
  fireEvent.click(
    screen.getByRole('button', { name: 'Delete the address of Ada Quince, 12 Mill Lane, Flat 2, BA1 1AA' }),
  )
  const question = screen.getByRole('alertdialog').textContent
  for (const said of [addressTexts.confirmDelete, 'Ada Quince', '12 Mill Lane', 'Flat 2', 'BA1 1AA'])
    expect(question).toContain(said)
})
