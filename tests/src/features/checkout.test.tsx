// @vitest-environment jsdom
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Address } from '#contract/address.ts'
import { addressTexts } from '#contract/address.ts'
import type { CartItem } from '#contract/cart.ts'
import { checkoutTexts } from '#contract/checkout.ts'
import { couponTexts } from '#contract/coupons.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problem.ts'
import { type SavedCard, savedCardTexts } from '#contract/savedCards.ts'
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx'
import { keepDraft } from '#src/features/checkout/draft.ts'
import { PaymentForm } from '#src/features/checkout/PaymentForm.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { ada, profile } from '#tests/support/ada.ts'
import { ToastHost } from '#src/ui/ToastHost.tsx'
import { show } from '#tests/support/show.tsx'

// On a busy machine the first page of a file may take longer than the second that is waited otherwise.
configure({ asyncUtilTimeout: 60_000 })

const home = '11111111-1111-4111-8111-111111111111'
const office = '22222222-2222-4222-8222-222222222222'
const address = (id: string, is_default: boolean): Address => ({
  id,
  is_default,
  full_name: 'Ada Quince',
  phone: '02079460123',
  address_line_1: '14 Orchard Row',
  address_line_2: '',
  city: 'London',
  state: 'Greater London',
  postal_code: 'EC1R 4QL',
  country: 'United Kingdom',
})
const visa: SavedCard = { id: 'visa', brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true }
const line: CartItem = {
  id: '1',
  product_id: 7,
  product: {
    id: 7,
    slug: 'pearl-stud-earrings',
    name: 'Pearl Stud Earrings',
    price: '100.00',
    compare_at_price: null,
    stock_quantity: 10,
    low_stock_threshold: 2,
    short_description: '',
    image: null,
    category: null,
    sku: 'PSE',
  },
  variant: null,
  variant_id: null,
  quantity: 1,
  total: '100.00',
}
const nothing = () => undefined

/** What the server has, and what it answers to an order. */
type Kept = {
  addresses: Address[]
  cards: SavedCard[]
  refusal: Problem & { status: number }
  /** What was sent to be ordered. */
  ordered?: unknown
}

/** As the route has it: what is read of the customer is read anew after each change. */
function Checkout({ code }: { code: string | undefined }) {
  const queryClient = useQueryClient()
  const { data: addresses } = useQuery(mine.addresses())
  const { data: cards } = useQuery(mine.savedCards())
  const [step, setStep] = useState(3)
  const [coupon, setCoupon] = useState(() => (code === undefined ? null : { code, percent: 10 }))
  if (!addresses || !cards) return null
  return (
    <>
      <CheckoutPage
        customer="1"
        profile={profile}
        addresses={addresses}
        cards={cards}
        lines={[line]}
        isSettled
        trouble={null}
        coupon={coupon}
        onDropCoupon={() => setCoupon(null)}
        onCheckCoupon={async () => undefined}
        wantedStep={step}
        onStep={setStep}
        onPlaced={nothing}
      />
      <ToastHost />
      <button type="button" onClick={() => void queryClient.invalidateQueries(mine.addresses())}>
        Come back
      </button>
    </>
  )
}

/** A checkout at its last step; what the server has changes with `kept`. */
async function atReview(kept: Kept, { billingId, code }: { billingId?: string; code?: string } = {}) {
  keepDraft({
    customer: '1',
    at: 0,
    contact: { first_name: 'Ada', last_name: 'Quince', email: 'ada@example.com', phone: '02079460123' },
    addressId: home,
    billingId,
    shippingMethod: 'standard',
    confirmed: 2,
  })
  session.start(ada)
  setTransport(async (url, { body: sent }) => {
    if (url.endsWith(paths.addresses)) return Response.json({ data: kept.addresses })
    if (url.endsWith(paths.paymentMethods)) return Response.json({ data: kept.cards })
    kept.ordered = JSON.parse(String(sent))
    const { status, ...body } = kept.refusal
    return Response.json(body, { status })
  })
  show(<Checkout code={code} />)
  press(await screen.findByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
}
const press = (button: HTMLElement) => fireEvent.click(button)
const placeOrder = () => press(screen.getByRole('button', { name: /^Place order/ }))
const said = async (text: string) => (await screen.findByText(text, { exact: false })).closest('[role=alert]')
const heading = () =>
  screen.getByRole('heading', { level: 2, name: /^(Information|Shipping|Payment|Review)$/ })

const all = (): Kept => ({
  addresses: [address(home, true), address(office, false)],
  cards: [visa],
  refusal: { status: 409, message: 'Not yet', code: 'conflict' },
})

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const goneAddress = /address that you had chosen is not there any more/

it.each([
  ['delivery', 'shipping_address_id', undefined],
  ['billing', 'billing_address_id', office],
])(
  'why an order to a %s address that is gone was refused is said where another is chosen',
  async (_what, field, billingId) => {
    const kept = all()
    await atReview(kept, billingId === undefined ? {} : { billingId })
    kept.addresses = kept.addresses.filter(({ id }) => id !== (billingId ?? home))
    const message = addressTexts.notFound
    kept.refusal = { status: 404, message, code: 'not_found', errors: { [field]: [message] } }
    placeOrder()
    expect((await said(message))?.textContent).toContain(checkoutTexts.failed)
    expect(heading().textContent).toBe('Shipping')
    expect(screen.getByText(goneAddress)).toBeDefined()
  },
)

it('and so is why one with a card that is gone was', async () => {
  const kept = all()
  await atReview(kept)
  kept.cards = []
  const message = savedCardTexts.notFound
  kept.refusal = {
    status: 404,
    message,
    code: 'not_found',
    errors: { 'payment_data.saved_card_id': [message] },
  }
  placeOrder()
  expect((await said(message))?.textContent).toContain(checkoutTexts.failed)
  expect(heading().textContent).toBe('Payment')
  expect(screen.getByText(/card that you had chosen is not there any more/)).toBeDefined()
})

it.each([
  [addressTexts.notFound, 'shipping_address_id', 'Choose another address', 'Shipping'],
  [savedCardTexts.notFound, 'payment_data.saved_card_id', 'Change payment details', 'Payment'],
  [savedCardTexts.expired, 'payment_data.saved_card_id', 'Change payment details', 'Payment'],
])(
  'where it is still shown, the way on from “%s” leads to what is chosen anew',
  async (message, field, way, title) => {
    const kept = all()
    await atReview(kept)
    kept.refusal = { status: 404, message, code: 'not_found', errors: { [field]: [message] } }
    placeOrder()
    await said(message)
    press(screen.getByRole('button', { name: way }))
    expect(heading().textContent).toBe(title)
    expect(screen.queryByText(message)).toBeNull()
  },
)

it.each([
  [503, 'unavailable', 'The shop is very busy. Please try again in a moment.', null],
  [500, 'internal', 'Something Went Wrong!', checkoutTexts.processingFailed],
  [502, 'internal', 'upstream connect error', checkoutTexts.processingFailed],
] as const)('of a %i %s the shopper reads what is meant for them', async (status, code, message, instead) => {
  const kept = all()
  await atReview(kept)
  kept.refusal = { status, message, code }
  placeOrder()
  expect((await screen.findByRole('alert')).textContent).toBe(instead ?? message)
})

it('who comes back and finds themselves at the addresses is told why', async () => {
  const kept = all()
  await atReview(kept)
  expect(heading().textContent).toBe('Review')
  kept.addresses = [address(office, true)]
  press(screen.getByRole('button', { name: 'Come back' }))
  await screen.findByRole('group', { name: 'Deliver to' })
  expect(screen.getByRole('alert').textContent).toMatch(goneAddress)
  press(screen.getByRole('button', { name: 'Continue' }))
  press(screen.getByRole('button', { name: /^Shipping/ }))
  expect(screen.queryByText(goneAddress)).toBeNull()
})

it('orders what is shown, and says what that was', async () => {
  const kept = all()
  await atReview(kept)
  placeOrder()
  await screen.findByRole('alert')
  expect(kept.ordered).toMatchObject({
    expected_total: '107.00',
    expected_items: [{ product_id: 7, variant_id: null, quantity: 1 }],
  })
})

it('goes back from the last step, with what is paid with', async () => {
  await atReview(all())
  press(screen.getByRole('button', { name: 'Back' }))
  expect(heading().textContent).toBe('Payment')
  expect(screen.getByText('Visa ending 4242')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
})

it('lets go of a coupon that is refused, says so, and goes on with the order', async () => {
  const kept = all()
  await atReview(kept, { code: 'SAVE10' })
  kept.refusal = { status: 400, message: couponTexts.expired, code: 'coupon_expired' }
  placeOrder()
  const way = await screen.findByRole('button', { name: 'Go on without the coupon' })
  way.focus()
  press(way)
  expect(screen.queryByText(couponTexts.expired)).toBeNull()
  expect(screen.getByRole('button', { name: 'Place order · £107.00' })).toBe(document.activeElement)
  expect(await screen.findByText(couponTexts.removed)).toBeDefined()
})

it('asks of one way to pay nothing that belongs to another', async () => {
  show(
    <PaymentForm
      cards={[visa]}
      isGone={false}
      isAsked={false}
      takesFocus={false}
      onSave={nothing}
      onBack={nothing}
    />,
  )
  const missing = () => screen.queryAllByText('Please fill in this field').length
  for (const [way, fields] of [
    ['Another card', 4],
    ['PayPal', 2],
    ['Bank transfer', 2],
  ] as const) {
    press(screen.getByRole('radio', { name: way }))
    expect([missing(), screen.queryByRole('alert')]).toEqual([0, null])
    press(screen.getByRole('button', { name: 'Save payment details' }))
    expect([missing(), screen.queryByRole('alert') === null]).toEqual([fields, false])
  }
  press(screen.getByRole('radio', { name: /^Visa ending 4242/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  press(screen.getByRole('radio', { name: 'Another card' }))
  expect(missing()).toBe(0)
})
