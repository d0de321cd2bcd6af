// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { deliveryDates } from '#contract/deliveryDates.ts'
import { learnServerTime } from '#contract/serverTime.ts'
import { type ShippingMethod, dispatchText, homeCountry } from '#contract/shipping.ts'
import { Promises } from '#src/features/catalogue/Promises.tsx'
import { DeliveryChoice } from '#src/features/checkout/DeliveryChoice.tsx'
import { OrderConfirmed } from '#src/features/checkout/OrderConfirmed.tsx'
import { ReviewStep } from '#src/features/checkout/ReviewStep.tsx'
import { adasAddress, adasOrder, profile } from '#tests/support/ada.ts'
import { piece } from '#tests/support/pieces.ts'
import { show, showWith } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  learnServerTime(null)
})

const nothing = () => undefined
/** Half a minute before the hour after which an order leaves the next day. */
const monday = new Date('2026-11-23T13:59:30Z')
const tuesday = new Date('2026-11-24T08:00:00Z')

const steps = {
  'where it is chosen': (country: string) => <DeliveryChoice method="standard" address={{ country }} />,
  'where it is read once more': (country: string, note?: string) => (
    <ReviewStep
      contact={{ ...profile, phone: profile.contact_no ?? '' }}
      address={{ ...adasAddress('1', true), country }}
      draft={{ customer: '1', at: 0, shippingMethod: 'standard', confirmed: 2, note }}
      billing={undefined}
      paidWith="PayPal"
      total={10_000}
      trouble={null}
      isReady
      isPending={false}
      isUnderWay={false}
      sentAlready={null}
      failure={null}
      onEdit={nothing}
      onBack={nothing}
      onPlace={nothing}
    >
      {null}
    </ReviewStep>
  ),
}
const comingBack = () => {
  vi.setSystemTime(tuesday)
  document.dispatchEvent(new Event('visibilitychange'))
}

it.each(
  Object.entries(steps).flatMap(([place, step]) => [
    { place, step, when: 'a shopper comes back the next day', pass: comingBack },
    {
      place,
      step,
      when: 'the last hour of the day’s orders ends',
      pass: () => vi.advanceTimersByTime(60_000),
    },
  ]),
)('when a parcel arrives is reckoned anew $place when $when', ({ step, pass }) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: monday })
  show(step(homeCountry))
  expect(screen.getByText(/[Aa]rrives 30 November to 2 December/)).toBeDefined()
  act(() => void pass())
  expect(screen.getByText(/[Aa]rrives 1 to 3 December/)).toBeDefined()
})

it('and so it is on the page of a piece, which may stay open for days', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: monday })
  await showWith({}, <Promises product={piece(1)} />)
  expect(screen.getByText(/Arrives 30 November to 2 December/)).toBeDefined()
  act(comingBack)
  expect(screen.getByText(/Arrives 1 to 3 December/)).toBeDefined()
})

it('goes by the shop’s clock, as at the checkout, on a phone that is days behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T09:00:00Z') })
  learnServerTime(monday.toUTCString())
  await showWith({}, <Promises product={piece(1)} />)
  expect(screen.getByText(/Arrives 30 November to 2 December/)).toBeDefined()
})

it.each(Object.entries(steps))('no British days are promised for another country %s', (_place, step) => {
  show(step('Ireland'))
  expect(document.body.textContent).not.toMatch(/arrives|business day/i)
  expect(document.body.textContent).toContain(`We deliver within the ${homeCountry}.`)
  expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact')
})

const wished = 'Inside the ring: always'

it('where it is read once more, it is said that what is to be engraved may come later', () => {
  const later = /^.*Arrives .+, later if a piece is engraved first$/m
  show(steps['where it is read once more'](homeCountry))
  expect(document.body.textContent).not.toMatch(/later if/)
  cleanup()
  show(steps['where it is read once more'](homeCountry, wished))
  expect(screen.getByText(later)).toBeDefined()
})

it.each([
  ['', homeCountry, undefined, 'Expected 30\u00A0November to 2\u00A0December.'],
  [
    ' later',
    homeCountry,
    wished,
    'Expected 30\u00A0November to 2\u00A0December, later if a piece is engraved first.',
  ],
  [' not', 'Ireland', undefined, null],
])('and where it is thanked for, days are%s promised for %s', (_not, country, note, days) => {
  const shipping_address = { ...adasAddress('1', true), country }
  show(
    <OrderConfirmed
      order={{ ...adasOrder, shipping_address, ...(note && { note }) }}
      confirmationTo="ada@example.com"
      email="ada@example.com"
      lostNote={null}
    />,
  )
  const stage = screen.getByText('Ada Quince').parentElement?.textContent
  expect(stage).toMatch(/^To Ada Quince, 14 Orchard Row, /)
  expect(/Expected .+/.exec(stage ?? '')?.[0] ?? null).toBe(days)
})

it('where it is chosen it is said until which hour an order leaves the same day', () => {
  show(<DeliveryChoice method="standard" address={null} />)
  expect(screen.getByRole('status').textContent).toBe(dispatchText)
})

it('no line ends between a day and its month', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  show(<DeliveryChoice method="standard" address={null} />)
  expect(document.body.textContent).toContain('arrives 30\u00A0November to 2\u00A0December')
})

it.each<[ShippingMethod, string]>([
  ['overnight', '24 November'],
  ['express', '25 to 26 November'],
  ['standard', '30 November to 2 December'],
])('no day or month is said twice of when a parcel arrives: %s', (method, words) => {
  expect(deliveryDates(method, monday).replaceAll('\u00A0', ' ')).toBe(words)
})
