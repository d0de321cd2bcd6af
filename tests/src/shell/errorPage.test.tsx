// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { networkTexts } from '#contract/networkTexts.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { texts } from '#contract/texts.ts'
import { unreadCart } from '#contract/unreadCart.ts'
import { cartView } from '#src/features/cart/state.ts'
import { OrdersFailed } from '#src/features/orders/OrdersFailed.tsx'
import { AppError } from '#src/lib/AppError.ts'
import { network } from '#src/offline/network.ts'
import { ErrorPage } from '#src/shell/ErrorPage.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  cartView.clear()
  network.set('online')
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const silent = new AppError('server_unreachable', texts.networkError, 500)
const garbled = new AppError('invalid_response', texts.invalidResponse, 200)
const page = (error: Error) => <ErrorPage error={error} reset={() => undefined} />
const list = (error: Error) => (
  <OrdersFailed
    title="Order History"
    what="Your orders"
    error={error}
    fallback={orderTexts.fetchListFailed}
  />
)
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

it.each([
  ['a customer’s page', page(silent), '/cart', 'The shop does not answer'],
  ['a customer’s page', page(garbled), '/account', 'This page could not be opened'],
  ['the list of orders', list(silent), '/orders', 'Order History'],
  ['the list of orders', list(garbled), '/orders', 'Order History'],
] as [string, ReactElement, string, string][])(
  '%s that the shop itself fails is not put down to the network',
  async (_what, failed, at, said) => {
    show(failed, at)
    expect(await title()).toBe(said)
    expect(screen.queryByText(/without a network/)).toBeNull()
    expect(screen.getByRole('button', { name: /Try Again|Retry/ })).toBeDefined()
  },
)

it.each([
  ['a customer’s page', page(silent), '/account', 'This page'],
  ['the list of orders', list(silent), '/orders', 'Your orders'],
])('%s that the network keeps away is, as soon as that is known', async (_what, failed, at, named) => {
  show(failed, at)
  act(() => network.set('offline'))
  expect(await title()).toBe(`${named} cannot be shown without a network`)
  expect(screen.getByRole('button', { name: networkTexts.tryAgain })).toBeDefined()
})

it.each([
  ['waits for the network', false],
  ['is not there', true],
])(
  'a cart that was not read today is told from what is never kept, and whatever of it %s',
  async (_what, isSettled) => {
    cartView.show({ cart: undefined, lines: [], isSettled, error: silent })
    network.set('offline')
    show(page(silent), '/cart')
    expect(await title()).toBe('Your cart cannot be shown without a network')
    const said = screen.getByRole('alert').textContent
    expect(said).toContain(unreadCart.kept)
    expect(said).not.toContain('never kept')
    expect(said?.includes(unreadCart.waits)).toBe(!isSettled)
  },
)

it('a sentence of the server’s ends before the next begins', () => {
  show(page(garbled), '/products')
  expect(screen.getByText(`${texts.invalidResponse}. Please try again.`)).toBeDefined()
})

describe('a page whose code could not be loaded', () => {
  const lost = [
    'Failed to fetch dynamically imported module: https://damson.example/assets/part.js',
    'error loading dynamically imported module: https://damson.example/assets/part.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/part.css',
  ]
  /** As the browser is that cannot load it; `answer` is what the server says when it is asked whether it is there. */
  function unable(answer: () => Promise<Response>) {
    const reload = vi.fn<() => void>()
    const asked = vi.fn<() => Promise<Response>>(answer)
    vi.stubGlobal('location', { href: location.href, reload })
    vi.stubGlobal('fetch', asked)
    return { reload, asked }
  }
  const there = async () => Response.json({ status: 'ok' })
  const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: networkTexts.tryAgain }))

  it.each(lost)('is loaded anew by itself, once: %s', async (message) => {
    const { reload, asked } = unable(there)
    show(page(new TypeError(message)), '/products')
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
    cleanup()
    asked.mockClear()
    show(page(new TypeError(message)), '/products')
    await eventually(() => expect(asked).toHaveBeenCalled())
    await vi.dynamicImportSettled()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is loaded anew when the shopper wants to try again: browsers keep such a failure as long as a page is open', async () => {
    const { reload } = unable(there)
    show(page(new TypeError(lost[2])), '/products')
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
    tryAgain()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(2))
  })

  it('is not loaded anew from a server that does not answer: it would be no page at all', async () => {
    const { reload, asked } = unable(async () => new Response('', { status: 502 }))
    show(page(new TypeError(lost[0])), '/products')
    tryAgain()
    await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(1))
    await vi.dynamicImportSettled()
    expect(reload).not.toHaveBeenCalled()
  })

  it('any other fault of a page is none of its code', async () => {
    const { reload } = unable(there)
    show(page(new TypeError('Cannot read properties of undefined')), '/products')
    tryAgain()
    await vi.dynamicImportSettled()
    expect(reload).not.toHaveBeenCalled()
  })
})
