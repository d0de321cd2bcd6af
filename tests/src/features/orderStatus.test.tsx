// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { orders, tracking } from '#src/features/orders/api.ts'
import { StatusBadge } from '#src/features/orders/StatusBadge.tsx'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { tone } from '#src/ui/Badge.css.ts'

const at = '2026-11-20T10:00:00.000Z'
const parcel = {
  order_number: 'DMS-ABCDEFGH',
  status: 'refunded',
  created_at: at,
  total: '107.00',
  tracking_number: null,
  tracking_url: null,
}
const order = {
  ...parcel,
  id: '1',
  subtotal: '100.00',
  discount: '0.00',
  shipping_cost: '0.00',
  tax: '7.00',
  coupon_code: null,
  shipping_method: 'standard',
  payment_method: 'PayPal',
  items: [],
  shipping_address: null,
  billing_address: null,
  cart_id: null,
  events: [{ status: 'refunded', at }],
}

const client = () => createQueryClient({ say: () => undefined })
const answering = (body: unknown) => setTransport(async () => Response.json(body))
const refunded = expect.objectContaining({ status: 'refunded' })

afterEach(cleanup)

it('an order of a server that knows none of the shop’s additions is read all the same', async () => {
  const { discount: _d, coupon_code: _c, shipping_method: _s, events: _e, ...plain } = order
  answering({ data: { orders: [plain] } })
  expect(await client().fetchQuery(orders.history())).toEqual([{ ...order, events: [] }])
})

it('an order of a status that the shop does not know is read like any other', async () => {
  answering({ data: { orders: [order, { ...order, id: '2', status: 'pending' }] } })
  expect(await client().fetchQuery(orders.history())).toEqual([refunded, expect.anything()])
  answering({ status: 'success', data: order, message: 'Order found', cart_id: null })
  expect(await client().fetchQuery(orders.detail('DMS-ABCDEFGH'))).toEqual(refunded)
  answering({ success: true, message: 'Order found', data: parcel })
  expect(await client().fetchQuery(tracking('DMS-ABCDEFGH'))).toEqual(refunded)
})

it.each([
  ['pending', 'Pending', tone.neutral],
  ['processing', 'Processing', tone.warning],
  ['on hold', 'on hold', tone.neutral],
  ['constructor', 'constructor', tone.neutral],
])('%s is shown as %s', (status, name, look) => {
  render(<StatusBadge status={status} />)
  expect(screen.getByText(name).className).toBe(look)
})
