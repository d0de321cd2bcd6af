// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { TrackedOrder } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { TrackedOrderCard } from '#src/features/orders/TrackedOrderCard.tsx'
import { TrackOrderPage } from '#src/features/orders/TrackOrderPage.tsx'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('white space is no order’s number, and the shopper is told that one is missing', () => {
  const tracked: string[] = []
  show(
    <TrackOrderPage
      orderNumber={undefined}
      onTrack={(number) => tracked.push(number)}
      onBack={() => undefined}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Order number' })
  let told = 0
  field.addEventListener('invalid', () => (told += 1))
  const send = (number: string) => {
    fireEvent.change(field, { target: { value: number } })
    fireEvent.click(screen.getByRole('button', { name: 'Track Order' }))
  }
  send('  ')
  expect([told, field.value]).toEqual([1, ''])
  send(' DMS-1 ')
  expect([told, tracked]).toEqual([1, ['DMS-1']])
})

it('a number that was typed does not come back once it is tracked', async () => {
  show(<TrackOrderPage orderNumber={undefined} onTrack={() => undefined} onBack={() => undefined} />)
  fireEvent.input(screen.getByRole('textbox', { name: 'Order number' }), { target: { value: 'DMS-1' } })
  await eventually(() => expect(localStorage.getItem('drafts')).toContain('DMS-1'))
  fireEvent.click(screen.getByRole('button', { name: 'Track Order' }))
  await eventually(() => expect(localStorage.getItem('drafts')).toBeNull())
})

it('another number is tracked while the one before is still being looked up, which is not asked for twice', async () => {
  let asked = 0
  setTransport(() => {
    asked += 1
    return new Promise(() => {})
  })
  const tracked: string[] = []
  show(
    <TrackOrderPage
      orderNumber="DMS-1"
      onTrack={(number) => tracked.push(number)}
      onBack={() => undefined}
    />,
  )
  const send = (number: string) => {
    fireEvent.input(screen.getByRole('textbox', { name: 'Order number' }), { target: { value: number } })
    fireEvent.click(screen.getByRole('button', { name: /Track Order|Checking/ }))
  }
  await eventually(() => expect(asked).toBe(1))
  send('DMS-1')
  expect(tracked).toEqual([])
  send('DMS-2')
  expect(tracked).toEqual(['DMS-2'])
  await vi.dynamicImportSettled()
  expect(asked).toBe(1)
})

it('the same number is looked up anew each time that it is asked for', async () => {
  const calls: PromiseWithResolvers<Response>[] = []
  setTransport(() => {
    const call = Promise.withResolvers<Response>()
    calls.push(call)
    return call.promise
  })
  show(<TrackOrderPage orderNumber="DMS-1" onTrack={() => undefined} onBack={() => undefined} />)
  for (const times of [1, 2]) {
    await eventually(() => expect(calls).toHaveLength(times))
    await screen.findByRole('button', { name: /Checking/ })
    calls.at(-1)?.resolve(Response.json({ message: orderTexts.notFound, code: 'not_found' }, { status: 404 }))
    fireEvent.click(await screen.findByRole('button', { name: 'Track Order' }))
  }
  await eventually(() => expect(calls).toHaveLength(3))
})

it('that there is no such order is spoken once', async () => {
  setTransport(async () =>
    Response.json({ message: orderTexts.notFound, code: 'not_found' }, { status: 404 }),
  )
  show(<TrackOrderPage orderNumber="DMS-1" onTrack={() => undefined} onBack={() => undefined} />)
  const said = await screen.findByText(orderTexts.notFound)
  const regions: string[] = []
  for (
    let part = said.closest('[role], [aria-live]');
    part;
    part = part.parentElement?.closest('[role], [aria-live]') ?? null
  )
    regions.push(part.getAttribute('aria-live') ?? part.role ?? '')
  expect(regions).toEqual(['polite'])
})

it.each([
  [{ created_at: '2026-11-23T12:00:00.000Z' }, /^23 Nov 2026, 12:00$/],
  [{ created_at: null }, /^--$/],
  [{}, /^--$/],
])('an order that is tracked says when it was placed, or that nobody knows: %o', (when, said) => {
  const answer = { order_number: 'DMS-1', status: 'shipped', total: '1.00' }
  const order = v.parse(TrackedOrder, { ...answer, tracking_number: null, tracking_url: null, ...when })
  show(<TrackedOrderCard order={order} />)
  expect(screen.getByText('Placed On').nextElementSibling?.textContent).toMatch(said)
})
