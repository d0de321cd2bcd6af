// @vitest-environment jsdom
import type { Address } from '#contract/address.ts'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { addressTexts } from '#contract/addressTexts.ts'
import type { CartItem } from '#contract/cart.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { longestNote } from '#contract/constants.ts'
import { couponTexts } from '#contract/coupons.ts'
import type { Order } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problem.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { homeCountry } from '#contract/shipping.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx'
import { type CheckoutDraft, keepCheckoutDraft } from '#src/features/checkout/checkoutDraft.ts'
import { type Confirmed, OrderConfirmed } from '#src/features/checkout/OrderConfirmed.tsx'
import { PaymentForm } from '#src/features/checkout/PaymentForm.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { isHeld } from '#src/offline/holds.ts'
import { network } from '#src/offline/network.ts'
import { ada, profile, adasAddress } from '#tests/support/ada.ts'
import { notify } from '#src/ui/notify.ts'
import { ToastHost } from '#src/ui/ToastHost.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const home = '11111111-1111-4111-8111-111111111111'
const office = '22222222-2222-4222-8222-222222222222'
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
    variant_label: null,
  },
  variant: null,
  variant_id: null,
  quantity: 1,
  total: '100.00',
}
const contact = { first_name: 'Ada', last_name: 'Quince', email: ada.email, phone: '02079460123' }
const nothing = () => undefined
const sold = 'Pearl Stud Earrings: Product is out of stock'

/** The server's data, and its answer to an order. */
type Kept = {
  addresses: Address[]
  cards: SavedCard[]
  refusal: Problem & { status: number }
  /** Answered instead: the order is placed. */
  placed?: object
  /** Which of the orders that were sent this is answered to, the first being 0; none: all of them. */
  placedAs?: number
  /** The order as it was sent. */
  ordered?: unknown
  /** The keys of the orders that were sent. */
  keys?: string[]
  /** What each address that is sent waits for, before it is saved or refused; none: it is saved at once. */
  held?: (sent: Address) => Promise<void>
  /** Whether a change to the cart is still waiting to be sent. */
  isChanging?: boolean
  /**
   * What an order that is sent waits for, before it is refused, or its answer is lost; none: it is refused at once.
   */
  decided?: Promise<void>
  /** What reading the saved cards waits for; none: they are read at once. */
  slow?: () => Promise<unknown>
}

/** As in the route: the customer's data are refetched after each change. */
function Checkout({ code, isSettled }: { code: string | undefined; isSettled: boolean }) {
  const queryClient = useQueryClient()
  const isSaving = useIsMutating() > 0
  const addressBook = useQuery(mine.addresses())
  const { data: cards } = useQuery(mine.savedCards())
  const [step, setStep] = useState<number | null>(3)
  const [placed, setPlaced] = useState<Confirmed | null>(null)
  const [customer, setCustomer] = useState(1)
  const [opened, setOpened] = useState(1)
  const [isSold, setSold] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const [coupon, setCoupon] = useState(() => (code === undefined ? null : { code, percent: 10 }))
  if (!addressBook.data || !cards) return null
  if (placed) return <OrderConfirmed {...placed} />
  if (step === null) return isSaving ? null : <p>Elsewhere</p>
  return (
    <>
      <CheckoutPage
        key={opened}
        customer={String(customer)}
        profile={profile}
        addressBook={addressBook}
        cards={cards}
        onReadCards={null}
        lines={isEmpty ? [] : [line]}
        isSettled={isSettled}
        trouble={isSold ? sold : null}
        coupon={coupon}
        onDropCoupon={() => setCoupon(null)}
        onCheckCoupon={async () => undefined}
        wantedStep={step}
        onStep={setStep}
        onPlaced={setPlaced}
      />
      <ToastHost />
      <button type="button" onClick={() => void queryClient.invalidateQueries(mine.addresses())}>
        Come back
      </button>
      <button type="button" onClick={() => setSold(!isSold)}>
        {isSold ? 'Restock' : 'Sell them all'}
      </button>
      <button type="button" onClick={() => setEmpty(true)}>
        Read the cart, which is empty
      </button>
      <button type="button" onClick={() => setStep(null)}>
        Leave
      </button>
      <button type="button" onClick={() => setOpened(opened + 1)}>
        Open anew
      </button>
      <button type="button" onClick={() => setCustomer(2)}>
        Change customers
      </button>
      <button type="button" onClick={() => setStep(1)}>
        To the beginning
      </button>
      <button type="button" onClick={() => setStep(2)}>
        To where they were before
      </button>
    </>
  )
}

/** A checkout with such a draft; the server's data change with `kept`. */
function checkOut(kept: Kept, { code, ...draft }: Partial<CheckoutDraft> & { code?: string } = {}) {
  keepCheckoutDraft({
    customer: '1',
    at: 0,
    contact,
    addressId: home,
    shippingMethod: 'standard',
    confirmed: 2,
    ...draft,
  })
  session.start(ada)
  setTransport(async (url, { method, headers, body: sent }) => {
    if (url.endsWith(paths.addresses)) {
      if (method !== 'POST') return Response.json({ data: kept.addresses })
      const data: Address = { ...JSON.parse(String(sent)), id: crypto.randomUUID(), is_default: false }
      try {
        await kept.held?.(data)
      } catch {
        return Response.json({ message: 'Not now', code: 'internal' }, { status: 400 })
      }
      kept.addresses = [...kept.addresses, data]
      return Response.json({ data }, { status: 201 })
    }
    if (url.endsWith(paths.paymentMethods)) {
      await kept.slow?.()
      return Response.json({ data: kept.cards })
    }
    kept.ordered = JSON.parse(String(sent))
    const key = new Headers(headers).get('idempotency-key') ?? 'none'
    kept.keys?.push(key)
    await kept.decided
    const isPlaced = kept.placedAs === undefined || kept.keys?.indexOf(key) === kept.placedAs
    if (kept.placed && isPlaced) return Response.json(kept.placed, { status: 201 })
    const { status, ...body } = kept.refusal
    return Response.json(body, { status })
  })
  show(<Checkout code={code} isSettled={!kept.isChanging} />)
}

type AtReview = { billingId?: string; code?: string; email?: string; note?: string }

/** The same at its last step. */
async function atReview(kept: Kept, { email = ada.email, ...given }: AtReview = {}) {
  checkOut(kept, { contact: { ...contact, email }, ...given })
  press(await screen.findByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
}

/** The server's answer to an order that it has placed, which says this of its confirmation; with this in the order. */
function answerTo(said: { confirmation_to?: string | null }, kept: Partial<Order> = {}) {
  const order_number = 'DMS-7K3M9QXT'
  const amounts = { subtotal: '100.00', shipping_cost: '0.00', tax: '7.00', total: '107.00' }
  const none = { tracking_number: null, tracking_url: null, cart_id: null }
  const data = {
    ...amounts,
    ...none,
    id: '1',
    order_number,
    status: 'pending',
    created_at: '2026-11-20T10:00:00.000Z',
    payment_method: 'Visa ending 4242',
    items: [],
    shipping_address: null,
    billing_address: null,
    ...kept,
  }
  return { status: 'success', data, order_number, message: checkoutTexts.placed, ...said }
}

/** Places an order for this contact; the server's answer says this of its confirmation. */
async function place(
  said: { confirmation_to?: string | null },
  email: string,
  { sent, kept }: { sent?: string; kept?: string } = {},
) {
  const placed = answerTo(said, kept === undefined ? {} : { note: kept })
  await atReview({ ...all(), placed }, { email, ...(sent !== undefined && { note: sent }) })
  placeOrder()
  await screen.findByRole('heading', { name: 'Thank you for your order' })
}

/** Types a new address and sends it; the server does not respond before `answer`. */
async function saveSlowly(kept: Kept) {
  const answer = Promise.withResolvers<void>()
  const sent: Address[] = []
  kept.held = (address) => {
    sent.push(address)
    return answer.promise
  }
  typeAddress('Orchard Cottage')
  press(screen.getByRole('button', { name: 'Continue' }))
  await eventually(() => expect(sent).toHaveLength(1))
  return { answer, sent }
}

/** A checkout at its second step, where a new address has just been sent. */
async function whileSaving(kept: Kept, addressId?: string) {
  checkOut(kept, { addressId, confirmed: 1 })
  await screen.findByRole('region', { name: 'New address' })
  return saveSlowly(kept)
}
const press = (button: HTMLElement) => fireEvent.click(button)
const placeOrder = () => press(screen.getByRole('button', { name: /^Place order/ }))
const said = async (text: string) => (await screen.findByText(text, { exact: false })).closest('[role=alert]')
const type = (label: string, value: string) => {
  for (const field of screen.getAllByRole('textbox', { name: label }).slice(-1))
    fireEvent.input(field, { target: { value } })
}
function typeAddress(street: string) {
  for (const [label, value] of Object.entries({
    'Full name': 'Ada Quince',
    Phone: '02079460123',
    'Address line 1': street,
    'Town or city': 'London',
    'County or state': 'Greater London',
    Postcode: 'EC1R 4QL',
  }))
    type(label, value)
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const keptDraft = () => JSON.parse(localStorage.getItem('checkout-draft') ?? 'null')
const heading = () =>
  screen.getByRole('heading', { level: 2, name: /^(Information|Shipping|Payment|Review)$/ })

const all = (): Kept => ({
  addresses: [adasAddress(home, true), adasAddress(office, false)],
  cards: [visa],
  refusal: { status: 409, message: 'Not yet', code: 'conflict' },
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  network.set('online')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
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

const failedOnce = `${checkoutTexts.processingFailed} It will not be placed twice.`

it.each([
  [503, 'unavailable', 'The shop is very busy. Please try again in a moment.', null],
  [500, 'internal', 'Something Went Wrong!', failedOnce],
  [502, 'internal', 'upstream connect error', failedOnce],
] as const)('of a %i %s the shopper reads what is meant for them', async (status, code, message, instead) => {
  const kept = all()
  await atReview(kept)
  kept.refusal = { status, message, code }
  placeOrder()
  expect((await screen.findByRole('alert')).textContent).toBe(instead ?? message)
})

it.each([
  ['the page is left', 'Leave'],
  ['another step is gone back to', 'Back'],
])('an order that is declined after %s is told of all the same, once', async (_when, way) => {
  const errors = vi.spyOn(notify, 'error').mockReturnValue('')
  const answer = Promise.withResolvers<void>()
  const message = checkoutTexts.paymentFailed
  const kept: Kept = { ...all(), refusal: { status: 402, message, code: 'payment_declined' } }
  kept.decided = answer.promise
  await atReview(kept)
  placeOrder()
  await eventually(() => expect(kept.ordered).toBeDefined())
  press(screen.getByRole('button', { name: way }))
  answer.resolve()
  await eventually(() => expect(errors.mock.calls).toEqual([[`${checkoutTexts.failed}: ${message}`]]))
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Chooses another way of delivery and comes back to the last step. */
function chooseExpress() {
  press(screen.getByRole('button', { name: /^Shipping/ }))
  choose(/^Express/)
  press(screen.getByRole('button', { name: 'Continue' }))
  press(screen.getByRole('button', { name: 'Continue' }))
}
const placeButton = () => screen.getByRole('button', { name: /^Place order/ })
const canPlace = () => placeButton().getAttribute('aria-disabled') === null

it('what is changed while an order is being placed is sent only once that has been decided, as an order of its own', async () => {
  const errors = vi.spyOn(notify, 'error').mockReturnValue('')
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const message = checkoutTexts.paymentFailed
  const kept: Kept = { ...all(), refusal: { status: 402, message, code: 'payment_declined' } }
  const keys: string[] = (kept.keys = [])
  kept.decided = first.promise
  await atReview(kept)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))

  press(screen.getByRole('button', { name: /^Shipping/ }))
  expect(await screen.findByText(checkoutTexts.beingPlaced)).toBeDefined()
  chooseExpress()
  const reason = screen.getByText(checkoutTexts.beingPlaced)
  expect(canPlace()).toBe(false)
  expect(placeButton().getAttribute('aria-describedby')).toBe(reason.id)
  expect(reason.compareDocumentPosition(placeButton())).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  placeOrder()

  first.resolve()
  await eventually(() => expect(canPlace()).toBe(true))
  expect(keys).toHaveLength(1)
  expect(errors.mock.calls).toEqual([[`${checkoutTexts.failed}: ${message}`]])
  expect(screen.queryByText(checkoutTexts.beingPlaced)).toBeNull()

  kept.decided = second.promise
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(2))
  expect(keys[1]).not.toBe(keys[0])
  expect(kept.ordered).toMatchObject({ shipping_method: 'express' })
  second.reject(new TypeError('Failed to fetch'))
  await said(checkoutTexts.unanswered)
  kept.decided = Promise.resolve()
  placeOrder()
  await eventually(() => expect(keys).toEqual([keys[0], keys[1], keys[1]]))
})

const emptyCart: Kept['refusal'] = { status: 400, message: checkoutTexts.emptyCart, code: 'empty_cart' }
const readEmptyCart = () => press(screen.getByRole('button', { name: 'Read the cart, which is empty' }))
const earlier = `${checkoutTexts.earlierPlaced} ${checkoutTexts.placedAgain}`
/** What the review says there. */
const reviewed = (part: string) =>
  screen.getByRole('heading', { level: 3, name: part }).parentElement?.querySelector('p')?.textContent

/** An order whose answer is lost. Returns the keys that are sent. */
async function lostAnswer(kept: Kept, given?: AtReview) {
  const keys: string[] = (kept.keys = [])
  const answer = Promise.withResolvers<void>()
  kept.decided = answer.promise
  await atReview(kept, given)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))
  answer.reject(new TypeError('Failed to fetch'))
  await said(checkoutTexts.unanswered)
  return keys
}

it('no reload loses an order that had no answer, also while its payment is being changed, until it is decided', async () => {
  const kept = all()
  await lostAnswer(kept)
  press(screen.getByRole('button', { name: 'Back' }))
  press(screen.getByRole('button', { name: 'Change payment details' }))
  expect(isHeld()).toBe(true)
  press(screen.getByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  const message = checkoutTexts.paymentFailed
  kept.decided = Promise.resolve()
  kept.refusal = { status: 402, message, code: 'payment_declined' }
  placeOrder()
  await said(message)
  press(screen.getByRole('button', { name: 'Change payment details' }))
  expect(isHeld()).toBe(false)
})

/** The same, and then another order, for an express delivery, to which this happens. */
async function afterLostAnswer(kept: Kept, second: () => void) {
  const keys = await lostAnswer(kept)
  chooseExpress()
  second()
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(2))
  expect(keys[1]).not.toBe(keys[0])
  expect(kept.ordered).toMatchObject({ shipping_method: 'express' })
  return keys
}

it.each([
  ['once the cart is read', true],
  ['also where the cart cannot be read', false],
])(
  'who changes an order that was placed, but not answered, hears that it was when the cart is found empty, and is shown it, %s',
  async (_when, isRead) => {
    const kept = all()
    const keys = await afterLostAnswer(kept, () => {
      kept.decided = Promise.resolve()
      kept.refusal = emptyCart
    })
    if (isRead) readEmptyCart()
    expect((await screen.findByRole('alert')).textContent).toBe(earlier)
    expect(placeButton().textContent).toBe('Place order · £107.00')
    expect(reviewed('Delivery')).toMatch(/^Standard/)
    const again = Promise.withResolvers<void>()
    kept.decided = again.promise
    placeOrder()
    await eventually(() => expect(keys).toEqual([keys[0], keys[1], keys[0]]))
    expect(screen.getByRole('complementary', { name: 'Order Summary' }).textContent).toContain('£107.00')
    expect(reviewed('Delivery')).toMatch(/^Standard/)
    again.reject(new TypeError('Failed to fetch'))
    await said(checkoutTexts.unanswered)
    expect(placeButton().textContent).toBe('Place order · £107.00')
    kept.decided = Promise.resolve()
    kept.placed = answerTo({})
    placeOrder()
    await screen.findByRole('heading', { name: 'Thank you for your order' })
    expect(keys).toEqual([keys[0], keys[1], keys[0], keys[0]])
    expect(kept.ordered).toMatchObject({ shipping_method: 'standard' })
  },
)

it('where it goes, how, and what it is paid with are then shown as they were sent, also of an address that is gone', async () => {
  const kept = all()
  const [first, second] = [adasAddress(home, true), adasAddress(office, false)]
  kept.addresses = [first, { ...second, address_line_1: '7 Plum Lane' }]
  kept.cards = [
    visa,
    { ...visa, id: 'amex', brand: 'American Express', last_four: '0005', is_default: false },
  ]
  const keys: string[] = (kept.keys = [])
  const answer = Promise.withResolvers<void>()
  kept.decided = answer.promise
  await atReview(kept, { note: 'With love', billingId: office })
  const parts = ['Delivery address', 'Delivery', orderTexts.note, 'Payment', 'Billing address']
  const sent = parts.map(reviewed)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))
  answer.reject(new TypeError('Failed to fetch'))
  await said(checkoutTexts.unanswered)

  press(screen.getByRole('button', { name: /^Shipping/ }))
  press(screen.getByRole('checkbox', { name: 'Use a different billing address' }))
  choose(/7 Plum Lane/)
  kept.addresses = kept.addresses.slice(1)
  press(screen.getByRole('button', { name: 'Come back' }))
  await eventually(() => expect(screen.queryByRole('radio', { name: /14 Orchard Row/ })).toBeNull())
  choose(/^Express/)
  fireEvent.input(noteField(), { target: { value: 'For Grace' } })
  press(screen.getByRole('button', { name: 'Continue' }))
  press(screen.getByRole('button', { name: 'Change payment details' }))
  choose(/0005/)
  press(screen.getByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  const changed = parts.map(reviewed)
  for (const [index, part] of sent.entries()) expect(changed[index]).not.toBe(part)

  Object.assign(kept, { decided: Promise.resolve(), refusal: emptyCart })
  placeOrder()
  expect((await screen.findByRole('alert')).textContent).toBe(earlier)
  expect(parts.map(reviewed)).toEqual(sent)
})

it('but at an address that was put right before it was sent again, it is shown with that', async () => {
  const kept = all()
  const keys = await lostAnswer(kept)
  kept.addresses = kept.addresses.map((one) => ({ ...one, address_line_1: '41 Orchard Row' }))
  press(screen.getByRole('button', { name: 'Come back' }))
  await eventually(() => expect(reviewed('Delivery address')).toContain('41 Orchard Row'))
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(2))
  await said(checkoutTexts.unanswered)
  readEmptyCart()
  expect(keys[1]).toBe(keys[0])
  expect(reviewed('Delivery address')).toContain('41 Orchard Row')
})

it.each([
  ['the first', 0],
  ['the second', 1],
])(
  'where the answers to two orders are lost, the first is probably the one that was placed; asked for again, %s is shown if it was that one',
  async (_which, placedAs) => {
    const kept = all()
    const keys = await afterLostAnswer(kept, nothing)
    await said(checkoutTexts.unanswered)
    readEmptyCart()
    expect(placeButton().textContent).toBe('Place order · £107.00')
    Object.assign(kept, { placed: answerTo({}), placedAs, refusal: emptyCart, decided: Promise.resolve() })
    placeOrder()
    await screen.findByRole('heading', { name: 'Thank you for your order' })
    expect(keys.slice(2)).toEqual(keys.slice(0, placedAs + 1))
  },
)

it('where neither was, the cart is empty, and that is all that is said', async () => {
  const kept = all()
  await afterLostAnswer(kept, nothing)
  await said(checkoutTexts.unanswered)
  readEmptyCart()
  Object.assign(kept, { refusal: emptyCart, decided: Promise.resolve() })
  placeOrder()
  expect(await screen.findByRole('heading', { name: checkoutTexts.emptyCart })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an order that is placed after another has had no answer is the one that is thanked for', async () => {
  const kept = all()
  await afterLostAnswer(kept, () => {
    kept.decided = Promise.resolve()
    kept.placed = answerTo({ confirmation_to: 'contact' })
  })
  await screen.findByRole('heading', { name: 'Thank you for your order' })
  expect(kept.keys).toHaveLength(2)
})

it('an order that had no answer keeps its key while another is declined', async () => {
  const kept: Kept = {
    ...all(),
    refusal: { status: 402, message: checkoutTexts.paymentFailed, code: 'payment_declined' },
  }
  const keys = await afterLostAnswer(kept, () => {
    kept.decided = Promise.resolve()
  })
  await said(checkoutTexts.paymentFailed)
  press(screen.getByRole('button', { name: /^Shipping/ }))
  choose(/^Standard/)
  press(screen.getByRole('button', { name: 'Continue' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  placeOrder()
  await eventually(() => expect(keys).toEqual([keys[0], keys[1], keys[0]]))
})

it('nor is it sent if that order is placed: the thanks say where it goes, and nothing says that it failed', async () => {
  const errors = vi.spyOn(notify, 'error').mockReturnValue('')
  const answer = Promise.withResolvers<void>()
  const kept: Kept = { ...all(), placed: answerTo({}, { shipping_address: adasAddress(home, true) }) }
  const keys: string[] = (kept.keys = [])
  kept.decided = answer.promise
  await atReview(kept)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))
  chooseExpress()
  placeOrder()
  answer.resolve()
  await screen.findByRole('heading', { name: 'Thank you for your order' })
  expect(screen.getByText('Ada Quince').parentElement?.textContent).toMatch(
    /^To Ada Quince, 14 Orchard Row, London/,
  )
  expect(keys).toHaveLength(1)
  expect(errors).not.toHaveBeenCalled()
})

it('nor from a checkout that was opened anew meanwhile', async () => {
  vi.spyOn(notify, 'error').mockReturnValue('')
  const answer = Promise.withResolvers<void>()
  const kept = all()
  const keys: string[] = (kept.keys = [])
  kept.decided = answer.promise
  await atReview(kept)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))
  press(screen.getByRole('button', { name: 'Open anew' }))
  press(screen.getByRole('button', { name: /^Payment/ }))
  press(await screen.findByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(canPlace()).toBe(false)
  placeOrder()
  answer.resolve()
  await eventually(() => expect(canPlace()).toBe(true))
  expect(keys).toHaveLength(1)
})

it('another customer’s waits for nobody’s but their own', async () => {
  const kept: Kept = { ...all(), decided: new Promise(nothing) }
  const keys: string[] = (kept.keys = [])
  await atReview(kept)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(1))
  press(screen.getByRole('button', { name: 'Change customers' }))
  press(screen.getByRole('button', { name: 'Back' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(canPlace()).toBe(true)
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(2))
})

it('one that is declined where it can be seen is told of there alone', async () => {
  const errors = vi.spyOn(notify, 'error').mockReturnValue('')
  const kept = all()
  await atReview(kept)
  placeOrder()
  await said(kept.refusal.message)
  expect(errors).not.toHaveBeenCalled()
})

it('who is told that their cart has changed is led to it, and a new version of the shop is looked for: the change may be in that alone', async () => {
  const update = vi.fn<() => Promise<void>>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      serviceWorker: { value: { getRegistration: async () => ({ update }) } },
    }),
  )
  const kept = all()
  await atReview(kept)
  placeOrder()
  await said(kept.refusal.message)
  const way = screen.getByRole('link', { name: 'Back to your cart' })
  expect(way.getAttribute('href')).toBe('/cart')
  expect(update).toHaveBeenCalledTimes(1)
})

it('why nothing can be ordered while the cart still changes is said, and moves the button nowhere', async () => {
  const kept = all()
  kept.isChanging = true
  await atReview(kept)
  const button = screen.getByRole('button', { name: /^Place order/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const reason = await screen.findByText(checkoutTexts.cartChanging)
  expect(button.getAttribute('aria-describedby')).toBe(reason.id)
  expect(reason.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  press(button)
  expect(kept.ordered).toBeUndefined()
})

it('what it comes to is faded while the cart changes, not for as long as a network is missing', async () => {
  const kept = all()
  kept.isChanging = true
  await atReview(kept)
  const totals = () => [...document.querySelectorAll('dl')].map((list) => list.getAttribute('aria-busy'))
  expect(totals()).toEqual(['true', 'true'])
  act(() => network.set('offline'))
  expect(totals()).toEqual(['false', 'false'])
  act(() => network.set('online'))
  expect(totals()).toEqual(['true', 'true'])
})

it('that the order is being placed is announced, once, until it is decided', async () => {
  const decided = Promise.withResolvers<void>()
  const kept: Kept = { ...all(), decided: decided.promise }
  await atReview(kept)
  const before = screen.getAllByRole('status')
  const announced = () => before.filter(({ textContent }) => textContent === 'Placing your order…')
  expect(announced()).toEqual([])
  placeOrder()
  await eventually(() => expect(announced()).toHaveLength(1))
  decided.resolve()
  await said(kept.refusal.message)
  expect(announced()).toEqual([])
})

it('the second of two presses on Continue chooses nothing in the step that the first has brought', async () => {
  checkOut(all())
  press(await screen.findByRole('button', { name: 'To the beginning' }))
  const twice = { clientX: 100, clientY: 200, detail: 1 }
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }), twice)
  const [chosen, other] = await screen.findAllByRole<HTMLInputElement>('radio')
  expect([chosen?.checked, other?.checked]).toEqual([true, false])
  if (other) fireEvent.click(other, twice)
  expect([other?.checked, keptDraft().addressId]).toEqual([false, home])
  if (other) fireEvent.click(other, { ...twice, clientY: 300 })
  expect([other?.checked, keptDraft().addressId]).toEqual([true, office])
})

it('that a piece of the order can no longer be had is announced as it happens, at any step', async () => {
  checkOut(all())
  const news = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await screen.findByRole('button', { name: 'Use this card' })
  const before = screen.getAllByRole('status')
  press(screen.getByRole('button', { name: 'Sell them all' }))
  expect(before.map(({ textContent }) => textContent).join()).toContain(sold)
  press(screen.getByRole('button', { name: 'Restock' }))
  expect(news().join()).not.toContain(sold)

  press(screen.getByRole('button', { name: 'Use this card' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  const atReviewed = screen.getAllByRole('status')
  press(screen.getByRole('button', { name: 'Sell them all' }))
  expect(atReviewed.map(({ textContent }) => textContent).join()).toContain(sold)
})

it('who comes back and finds themselves at the addresses is told why', async () => {
  const kept = all()
  await atReview(kept)
  expect(heading().textContent).toBe('Review')
  kept.addresses = [adasAddress(office, true)]
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

it.each([
  ['the address typed', 'contact', 'bo@example.com', /writing to bo@example.com now, and will write again/],
  [
    'the account’s own',
    'account',
    'bo@example.com',
    /writing to ada@example.com now, and will write to bo@example.com/,
  ],
  [
    'the account’s own, which was typed',
    'account',
    'ada@example.com',
    /writing to ada@example.com now, and will write again/,
  ],
])('whom a confirmation goes to is said: %s', async (_whom, confirmation_to, email, said) => {
  await place({ confirmation_to }, email)
  expect(screen.getByText('A confirmation is on its way')).toBeDefined()
  expect(screen.getByText(said)).toBeDefined()
})

it('the address named is the one that was sent with the order, whatever is typed while it is being placed', async () => {
  const answer = Promise.withResolvers<void>()
  const kept: Kept = { ...all(), placed: answerTo({ confirmation_to: 'contact' }) }
  kept.decided = answer.promise
  await atReview(kept, { email: 'bo@example.com' })
  placeOrder()
  await eventually(() => expect(kept.ordered).toMatchObject({ contact: { email: 'bo@example.com' } }))
  press(screen.getByRole('button', { name: 'To the beginning' }))
  type('Email', 'cy@example.com')
  answer.resolve()
  expect(await screen.findByText(/writing to bo@example.com now, and will write again/)).toBeDefined()
})

it.each([
  ['the server writes to nobody', { confirmation_to: null }],
  ['the server does not say', {}],
])('no confirmation is promised where %s', async (_which, said) => {
  await place(said, 'bo@example.com')
  expect(screen.queryByText(/confirmation|writing to/i)).toBeNull()
  expect(screen.getByText('It is in your account')).toBeDefined()
})

it('goes back from the last step, with what is paid with', async () => {
  await atReview(all())
  press(screen.getByRole('button', { name: 'Back' }))
  expect(heading().textContent).toBe('Payment')
  expect(screen.getByText('Visa ending 4242')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
})

it.each([
  ['contact', 'Information'],
  ['delivery address', 'Shipping'],
  ['billing address', 'Shipping'],
])('who changes the %s at the last step is back there with one press', async (part, step) => {
  await atReview(all())
  press(screen.getByRole('button', { name: `Edit ${part}` }))
  expect(heading().textContent).toBe(step)
  press(screen.getByRole('button', { name: 'Continue' }))
  await eventually(() => expect(heading().textContent).toBe('Review'))
})

it('who has gone on from there by themselves is led from step to step again', async () => {
  await atReview(all())
  press(screen.getByRole('button', { name: 'Edit delivery address' }))
  press(screen.getByRole('button', { name: 'Back' }))
  for (const step of ['Shipping', 'Payment']) {
    press(screen.getByRole('button', { name: 'Continue' }))
    await eventually(() => expect(heading().textContent).toBe(step))
  }
})

it.each([
  ['that is refused', { status: 400, message: couponTexts.expired, code: 'coupon_expired' }],
  ['after too many tries', { status: 429, message: 'Too many coupon codes', code: 'too_many_requests' }],
] as const)('lets go of a coupon %s, says so, and goes on with the order', async (_what, refusal) => {
  const kept = all()
  await atReview(kept, { code: 'SAVE10' })
  const { message } = refusal
  kept.refusal = { ...refusal, errors: { coupon_code: [message] } }
  placeOrder()
  const way = await screen.findByRole('button', { name: 'Go on without the coupon' })
  way.focus()
  press(way)
  expect(screen.queryByText(message)).toBeNull()
  expect(screen.getByRole('button', { name: 'Place order · £107.00' })).toBe(document.activeElement)
  expect(await screen.findByText(couponTexts.removed)).toBeDefined()
})

it('asks of one way to pay nothing that belongs to another', async () => {
  show(
    <PaymentForm
      cards={[visa]}
      onReadCards={null}
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

it('an address that is saved while the shopper is at another step moves nobody and undoes nothing', async () => {
  const kept: Kept = { ...all(), addresses: [] }
  const { answer } = await whileSaving(kept)
  press(screen.getByRole('button', { name: 'Back' }))
  type('Phone', '02079460999')
  answer.resolve()
  await eventually(() => expect(keptDraft()).toMatchObject({ addressId: kept.addresses[0]?.id }))
  expect(heading().textContent).toBe('Information')
  expect(keptDraft()).toMatchObject({ contact: { phone: '02079460999' }, confirmed: 1 })
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('radio', { name: /Orchard Cottage/ })).toHaveProperty('checked', true)
})

it('nor does it bring back who has left, or write down anything of theirs', async () => {
  const { answer } = await whileSaving({ ...all(), addresses: [] })
  press(screen.getByRole('button', { name: 'Leave' }))
  localStorage.removeItem('checkout-draft')
  answer.resolve()
  expect(await screen.findByText('Elsewhere')).toBeDefined()
  expect(keptDraft()).toBeNull()
})

it.each<[string, RegExp, object]>([
  ['way of delivery', /^Express/, { shippingMethod: 'express' }],
  ['address', /14 Orchard Row/, { addressId: home }],
])('another %s that is chosen while an address is saved stays chosen', async (_what, choice, chosen) => {
  const { answer } = await whileSaving({ ...all(), addresses: [adasAddress(home, true)] }, 'new')
  choose(choice)
  answer.resolve()
  await eventually(() => expect(heading().textContent).toBe('Payment'))
  expect(keptDraft()).toMatchObject(chosen)
})

it('an address under way is saved once, and the step that is asked for meanwhile is gone to', async () => {
  const kept = all()
  await atReview(kept)
  press(screen.getByRole('button', { name: /^Shipping/ }))
  choose(/^A new address/)
  const { answer, sent } = await saveSlowly(kept)
  press(screen.getByRole('button', { name: /^Review/ }))
  answer.resolve()
  await eventually(() => expect(heading().textContent).toBe('Review'))
  expect(sent).toHaveLength(1)
})

it.each([
  ['that the bar of steps asked for', true, 'Review'],
  ['that comes next, whatever was asked for before what was missing', false, 'Payment'],
])('an address that is saved on the way leads to the step %s', async (_which, isWhole, step) => {
  await atReview(all())
  press(screen.getByRole('button', { name: /^Shipping/ }))
  choose(/^A new address/)
  if (isWhole) typeAddress('Orchard Cottage')
  press(screen.getByRole('button', { name: /^Review/ }))
  if (!isWhole) {
    typeAddress('Orchard Cottage')
    press(screen.getByRole('button', { name: 'Continue' }))
  }
  await eventually(() => expect(heading().textContent).toBe(step))
})

it('who has no address and gives none is asked for one, above what each field misses', async () => {
  checkOut({ ...all(), addresses: [] }, { addressId: undefined, confirmed: 1 })
  await screen.findByRole('region', { name: 'New address' })
  const asked = () => screen.queryByRole('alert')?.textContent ?? null
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(asked()).toBe(checkoutTexts.chooseAddress)
  expect(screen.getByRole('textbox', { name: 'Postcode' }).getAttribute('aria-invalid')).toBe('true')
  // From here on it is plain that they mean to give one.
  type('Address line 1', 'Orchard Cottage')
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(asked()).toBeNull()
  expect(heading().textContent).toBe('Shipping')
})

it('where only the second of two addresses is refused, the first is kept and shown as chosen', async () => {
  const kept: Kept = { ...all(), addresses: [] }
  kept.held = async ({ address_line_1 }) => {
    if (address_line_1 === 'Bakery') throw new Error('refused')
  }
  checkOut(kept, { addressId: undefined, confirmed: 1 })
  await screen.findByRole('region', { name: 'New address' })
  typeAddress('Orchard Cottage')
  press(screen.getByRole('checkbox', { name: 'Use a different billing address' }))
  typeAddress('Bakery')
  // Of what is refetched after the first was saved, the addresses arrive before the rest.
  kept.slow = () => eventually(() => screen.getAllByRole('radio', { name: /Orchard Cottage/ }))
  press(screen.getByRole('button', { name: 'Continue' }))
  await said('Not now')
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .flatMap(({ name, checked, value }) => (checked ? [[name, value]] : []))
  const first = ['shipping_address_id', kept.addresses[0]?.id]
  expect(chosen()).toEqual([first, ['billing_address_id', 'new'], ['shipping_method', 'standard']])
  choose(/^Express/)
  expect(chosen()).toEqual([first, ['billing_address_id', 'new'], ['shipping_method', 'express']])
  expect(keptDraft()).toMatchObject({ addressId: first[1] })
  typeAddress('Brewery')
  press(screen.getByRole('button', { name: 'Continue' }))
  await eventually(() => expect(heading().textContent).toBe('Payment'))
  expect(kept.addresses.map(({ address_line_1 }) => address_line_1)).toEqual(['Orchard Cottage', 'Brewery'])
})

it('that an address could not be added is said no longer than until the next press, whatever that one lacks', async () => {
  const kept = { ...all(), addresses: [], held: () => Promise.reject(new Error('refused')) }
  checkOut(kept, { addressId: undefined, confirmed: 1 })
  await screen.findByRole('region', { name: 'New address' })
  typeAddress('Orchard Cottage')
  press(screen.getByRole('button', { name: 'Continue' }))
  await said(addressTexts.addFailed)
  type('Postcode', '')
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Postcode' }))
  await eventually(() => expect(screen.queryByText(addressTexts.addFailed, { exact: false })).toBeNull())
})

it('a step has the focus when it is another, also where the browser leads back to it, and not at first', async () => {
  checkOut(all())
  const first = await screen.findByRole('heading', { level: 2, name: 'Payment' })
  expect(document.activeElement).not.toBe(first)
  press(screen.getByRole('button', { name: 'To where they were before' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Shipping' }))
})

/** Where what an order says to the jeweller is typed; it may be folded away. */
const noteField = () => screen.getByLabelText(/^Gift message or engraving/)

it('what is typed for the jeweller is kept as it is typed, shown in the review, and sent with the order', async () => {
  const kept = all()
  await atReview(kept)
  expect(screen.queryByText('Gift message or engraving')).toBeNull()
  press(screen.getByRole('button', { name: /^Shipping/ }))
  expect(noteField().closest('details')?.open).toBe(false)
  fireEvent.input(noteField(), { target: { value: ' To Ada,\nwith love ' } })
  expect(keptDraft().note).toBe(' To Ada,\nwith love ')
  press(screen.getByRole('button', { name: 'Continue' }))
  press(screen.getByRole('button', { name: 'Continue' }))
  const part = screen.getByRole('heading', { name: 'Gift message or engraving' }).parentElement
  expect(part?.textContent).toContain('To Ada,\nwith love')
  placeOrder()
  await eventually(() => expect(kept.ordered).toMatchObject({ note: 'To Ada,\nwith love' }))

  press(await screen.findByRole('button', { name: 'Edit gift message or engraving' }))
  expect(noteField().closest('details')?.open).toBe(true)
  expect(noteField()).toHaveProperty('value', ' To Ada,\nwith love ')
})

it('a note that is too long, which not every browser prevents, is said so beside it before an order is refused', async () => {
  await atReview(all())
  press(screen.getByRole('button', { name: /^Shipping/ }))
  fireEvent.input(noteField(), { target: { value: 'a'.repeat(longestNote + 1) } })
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('heading', { level: 2, name: 'Shipping' })).toBeDefined()
  expect(noteField().closest('details')?.open).toBe(true)
  expect(document.activeElement).toBe(noteField())
  const described = noteField().getAttribute('aria-describedby')?.split(' ') ?? []
  const said = described.map((id) => document.getElementById(id)?.textContent)
  expect(said).toContain('Please use at most 300 characters')
  expect(screen.getByText('1 character too many')).toBeDefined()
  fireEvent.input(noteField(), { target: { value: ` ${'a'.repeat(longestNote)} ` } })
  expect(noteField().closest('details')?.open).toBe(true)
  press(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('heading', { level: 2, name: 'Payment' })).toBeDefined()
})

it('and nobody who comes back with one is led past it', async () => {
  checkOut(all(), { note: 'a'.repeat(longestNote + 1) })
  expect(await screen.findByRole('heading', { level: 2, name: 'Shipping' })).toBeDefined()
})

it('a note that is not with the order, because the server knows none, is asked for again, with its words', async () => {
  await place({}, ada.email, { sent: 'To Ada,\nwith love' })
  expect(screen.getByText('Your message may not have reached us')).toBeDefined()
  expect(document.body.textContent).toContain('To Ada,\nwith love')
  const subject = 'Gift message or engraving: order DMS-7K3M9QXT'
  const link = screen.getByRole('link', { name: 'send it to us again' })
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'https://damson.test')
  expect([pathname, searchParams.get('subject')]).toEqual(['/contact', subject])
})

it.each([
  ['that is with the order', { sent: 'To Ada', kept: 'To Ada' }],
  ['that was none', {}],
])('nothing is said of a note %s', async (_which, note) => {
  await place({}, ada.email, note)
  expect(screen.queryByText(/message/i)).toBeNull()
})

it('with another note it is another order, under a key of its own', async () => {
  const kept: Kept = { ...all(), refusal: { status: 503, message: 'Not now', code: 'internal' } }
  const keys: string[] = (kept.keys = [])
  await atReview(kept, { note: 'To Ada' })
  placeOrder()
  await screen.findByRole('alert')
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(2))
  expect(keys[1]).toBe(keys[0])
  press(await screen.findByRole('button', { name: 'Edit gift message or engraving' }))
  fireEvent.input(noteField(), { target: { value: 'To Bo' } })
  press(screen.getByRole('button', { name: 'Continue' }))
  placeOrder()
  await eventually(() => expect(keys).toHaveLength(3))
  expect(keys[2]).not.toBe(keys[0])
})

it.each([undefined, '', ' \n '])('a note of %j is none: neither shown nor sent', async (note) => {
  const kept = all()
  await atReview(kept, note === undefined ? {} : { note })
  expect(screen.queryByText('Gift message or engraving')).toBeNull()
  placeOrder()
  await eventually(() => expect(kept.ordered).toBeDefined())
  expect(Object.keys(Object(kept.ordered))).not.toContain('note')
})

it('how many characters are left is said near the limit only, and aloud not at every key', async () => {
  checkOut(all(), { confirmed: 1 })
  await screen.findByRole('heading', { name: 'Shipping' })
  const said = () => screen.getByText(/characters left$/, { selector: '[role=status]' }).textContent
  const write = (count: number) => fireEvent.input(noteField(), { target: { value: 'p'.repeat(count) } })
  write(249)
  expect(screen.queryByText(/characters? left$/)).toBeNull()
  write(250)
  expect(said()).toBe('At most 50 characters left')
  write(263)
  expect(screen.getByText('37 characters left')).toBeDefined()
  expect(said()).toBe('At most 50 characters left')
  write(299)
  expect(screen.getByText('1 character left')).toBeDefined()
  expect(said()).toBe('At most 10 characters left')
  write(300)
  expect(said()).toBe('No characters left')
  // Not every browser keeps to the most that it is told.
  write(301)
  expect(screen.getByText('1 character too many')).toBeDefined()
  expect(screen.queryByText('Too many characters', { selector: '[role=status]' })).not.toBeNull()
  fireEvent.input(noteField(), { target: { value: ` ${'p'.repeat(300)} ` } })
  expect(said()).toBe('No characters left')
})

const homeOnly = `We deliver within the ${homeCountry}.`

it('while an address is typed, British days are promised for no other country, nor after a reload', async () => {
  checkOut({ ...all(), addresses: [] }, { addressId: undefined, confirmed: 1 })
  await screen.findByRole('region', { name: 'New address' })
  const text = () => document.body.textContent
  expect(text()).toMatch(/arrives/)
  type('Country', 'Ireland')
  expect(text()).not.toMatch(/arrives/)
  expect(text()).toContain(homeOnly)
  await eventually(() => expect(localStorage.getItem('drafts')).toContain('Ireland'))
  cleanup()
  checkOut({ ...all(), addresses: [] }, { addressId: undefined, confirmed: 1 })
  await screen.findByText(homeOnly, { exact: false })
  expect(text()).not.toMatch(/arrives/)
  type('Country', 'Wales')
  expect(text()).toMatch(/arrives/)
  expect(text()).not.toContain(homeOnly)
})

it('nor for an address that was saved', async () => {
  const abroad = { ...adasAddress(office, false), country: 'Ireland' }
  await atReview({ ...all(), addresses: [adasAddress(home, true), abroad] })
  press(screen.getByRole('button', { name: /^Shipping/ }))
  const text = () => document.body.textContent
  expect(text()).toMatch(/arrives/)
  fireEvent.click(screen.getAllByRole('radio', { name: /Ireland/ })[0] ?? document.body)
  expect(text()).not.toMatch(/arrives/)
  expect(text()).toContain(homeOnly)
})
