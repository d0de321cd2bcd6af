// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { paths } from '#contract/paths.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { AddressesTab } from '#src/features/account/AddressesTab.tsx'
import { DeleteDialog } from '#src/features/account/DeleteDialog.tsx'
import { PasswordSection } from '#src/features/account/PasswordSection.tsx'
import { PaymentMethodsTab } from '#src/features/account/PaymentMethodsTab.tsx'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { VerifyEmail } from '#src/features/auth/VerifyEmail.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { NewsletterPage } from '#src/features/newsletter/NewsletterPage.tsx'
import { CancelOrder } from '#src/features/orders/CancelOrder.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { BuyAgain } from '#src/routes/-BuyAgain.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada, addressOf, adasAddress, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined

afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

/** A page that can be left and come back to. */
function Left({ children }: { children: ReactNode }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        {isHere ? 'Leave' : 'Come back'}
      </button>
      {isHere && children}
    </>
  )
}

const kept = adasAddress('11111111-1111-4111-8111-111111111111', true)
const card = { id: 'visa', brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true }
const bought = {
  id: '1',
  product_id: 1,
  variant_id: null,
  variant_name: null,
  quantity: 1,
  price: '120.00',
  total: '120.00',
  product: piece(1),
}

type Press = {
  what: string
  shown: () => ReactNode
  /** What opens the question first. */
  asking?: string
  button: string
  /** What the server answers to reads, after the end of their address, and to the change. */
  reads?: [string, object][]
  taken: object
  /** What is said of it, in a message or on the page. */
  said: string
}

const presses: Press[] = [
  {
    what: 'the code that deletes an account',
    shown: () => (
      <DeleteDialog hasPassword={false} unproved={null} onDeleted={async () => undefined} onClose={nothing} />
    ),
    button: 'Email Me a Code',
    taken: { message: 'Sent' },
    said: `${accountTexts.codeMailed}.`,
  },
  {
    what: 'the link to a first password',
    shown: () => <PasswordSection profile={{ ...profile, has_password: false }} />,
    button: 'Email Me a Link',
    taken: { message: 'Sent' },
    said: 'We have sent a link to',
  },
  {
    what: 'another link to verify an address',
    shown: () => <PersonalInformation profile={{ ...profile, email_verified_at: null }} />,
    button: 'Send the link again',
    taken: { message: accountTexts.linkMailed },
    said: accountTexts.linkMailed,
  },
  {
    what: 'that the old address is kept',
    shown: () => <PersonalInformation profile={{ ...profile, pending_email: 'new@example.com' }} />,
    button: 'Keep the old one',
    taken: profile,
    said: accountTexts.updated,
  },
  {
    what: 'that an address is deleted',
    shown: () => <AddressesTab fields={AddressFields} />,
    asking: `Delete ${addressOf(kept.full_name)}`,
    button: 'Yes, Delete',
    reads: [[paths.addresses, { data: [kept] }]],
    taken: { message: 'Deleted' },
    said: addressTexts.deleted,
  },
  {
    what: 'that a card is removed',
    shown: () => <PaymentMethodsTab fields={CardFields} />,
    asking: 'Remove Visa ending 4242',
    button: 'Yes, Remove',
    reads: [[paths.paymentMethods, { data: [card] }]],
    taken: { message: 'Removed' },
    said: savedCardTexts.removed,
  },
  {
    what: 'that an order is cancelled',
    shown: () => <CancelOrder order={{ order_number: 'DMS-1', status: 'pending' }} label="Cancel Order" />,
    asking: 'Cancel Order: DMS-1',
    button: orderTexts.doCancel,
    taken: { success: true, message: 'Cancelled' },
    said: orderTexts.cancelled,
  },
  {
    what: 'the proof of an address',
    shown: () => <VerifyEmail token="a-token" onUsed={nothing} />,
    button: 'Confirm my email address',
    taken: { message: 'Verified' },
    said: authTexts.emailVerified,
  },
  {
    what: 'a subscription',
    shown: () => <NewsletterPage link={{ purpose: 'confirm', token: 'a-token' }} />,
    button: 'Confirm my subscription',
    taken: { message: 'Welcome' },
    said: 'Welcome',
  },
]

it.each(presses)('$what is asked for once, however quickly it is pressed twice', async (one) => {
  const said: string[] = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => (said.push(message), ''))
  let calls = 0
  setTransport(async (url, { method }) => {
    if (method === 'GET') return Response.json(one.reads?.find(([path]) => url.endsWith(path))?.[1] ?? {})
    return ++calls === 1 ? Response.json(one.taken) : Response.json({ message: 'Once' }, { status: 400 })
  })
  session.start(ada)
  show(one.shown())
  if (one.asking !== undefined) fireEvent.click(await screen.findByRole('button', { name: one.asking }))
  const button = screen.getByRole('button', { name: one.button })
  // Both are handled before anything is rendered.
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  const heard = () => [...said, document.body.textContent].join('\n')
  await eventually(() => expect(heard()).toContain(one.said))
  expect(calls).toBe(1)
  expect(heard()).not.toContain('Once')
})

it('what is under way since the page was left shows so where it is asked for again, and is not sent twice', async () => {
  vi.spyOn(notify, 'success').mockReturnValue('')
  const held = Promise.withResolvers<void>()
  let calls = 0
  setTransport(async (_url, { method }) => {
    if (method === 'GET') return Response.json({ data: [kept] })
    calls += 1
    await held.promise
    return Response.json({ message: 'Not now' }, { status: 400 })
  })
  session.start(ada)
  show(
    <Left>
      <AddressesTab fields={AddressFields} />
    </Left>,
  )
  const remove = async () => {
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${addressOf(kept.full_name)}` }))
    fireEvent.click(screen.getByRole('button', { name: 'Yes, Delete' }))
  }
  await remove()
  await eventually(() => expect(calls).toBe(1))
  fireEvent.click(screen.getByText('Leave'))
  fireEvent.click(screen.getByText('Come back'))
  await remove()
  const isBusy = () => screen.getByRole('alertdialog').querySelector('[aria-busy=true]') !== null
  await eventually(() => expect(isBusy()).toBe(true))
  held.resolve()
  await eventually(() => expect(isBusy()).toBe(false))
  expect(calls).toBe(1)
})

it('what is bought again is put into the cart once, however quickly its button is pressed twice', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  const held = Promise.withResolvers<void>()
  setTransport(async () => {
    await held.promise
    return Response.json({ data: piece(1, { stock_quantity: 5 }) })
  })
  session.start(ada)
  show(<BuyAgain order={{ order_number: 'D-1', items: [bought] }} />)
  const button = screen.getByRole('button', { name: 'Buy again: D-1' })
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  held.resolve()
  await eventually(() => expect(said.mock.calls.map(([message]) => message)).toContain(cartTexts.added))
  expect(said).toHaveBeenCalledTimes(1)
})
