// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { networkTexts } from '#contract/networkTexts.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { texts } from '#contract/texts.ts'
import { OrdersFailed } from '#src/features/orders/OrdersFailed.tsx'
import { AppError } from '#src/lib/AppError.ts'
import { network } from '#src/offline/network.ts'
import { ErrorPage } from '#src/shell/ErrorPage.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  network.set('online')
})

const silent = new AppError('server_unreachable', texts.networkError, 500)
const garbled = new AppError('invalid_response', texts.invalidResponse, 200)
const page = (error: Error) => <ErrorPage error={error} reset={() => undefined} />
const list = (error: Error) => (
  <OrdersFailed title="Order History" error={error} fallback={orderTexts.fetchListFailed} />
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
  ['a customer’s page', page(silent), '/cart'],
  ['the list of orders', list(silent), '/orders'],
])('%s that the network keeps away is, as soon as that is known', async (_what, failed, at) => {
  show(failed, at)
  act(() => network.set('offline'))
  expect(await title()).toMatch(/cannot be shown without a network/)
  expect(screen.getByRole('button', { name: networkTexts.tryAgain })).toBeDefined()
})

it('a sentence of the server’s ends before the next begins', () => {
  show(page(garbled), '/products')
  expect(screen.getByText(`${texts.invalidResponse}. Please try again.`)).toBeDefined()
})
