// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Promises } from '#src/features/catalogue/Promises.tsx'
import { DeliveryChoice } from '#src/features/checkout/DeliveryChoice.tsx'
import { ReviewStep } from '#src/features/checkout/ReviewStep.tsx'
import { adasAddress, profile } from '#tests/support/ada.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothing = () => undefined
const monday = new Date('2026-11-23T23:59:30Z')
const tuesday = new Date('2026-11-24T08:00:00Z')

const steps = {
  'where it is chosen': <DeliveryChoice method="standard" />,
  'where it is read once more': (
    <ReviewStep
      contact={{ ...profile, phone: profile.contact_no ?? '' }}
      address={adasAddress('1', true)}
      draft={{ customer: '1', at: 0, shippingMethod: 'standard', confirmed: 2 }}
      billing={undefined}
      paidWith="PayPal"
      total={10_000}
      trouble={null}
      isReady
      isPending={false}
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
    { place, step, when: 'a day ends', pass: () => vi.advanceTimersByTime(60_000) },
  ]),
)('when a parcel arrives is reckoned anew $place when $when', ({ step, pass }) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: monday })
  show(step)
  expect(screen.getByText(/[Aa]rrives 30 November to 2 December/)).toBeDefined()
  act(() => void pass())
  expect(screen.getByText(/[Aa]rrives 1 December to 3 December/)).toBeDefined()
})

it('and so it is on the page of a piece, which may stay open for days', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: monday })
  show(<Promises product={piece(1)} />)
  expect(screen.getByText(/Arrives 30 November to 2 December/)).toBeDefined()
  act(comingBack)
  expect(screen.getByText(/Arrives 1 December to 3 December/)).toBeDefined()
})

it('no line ends between a day and its month', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  show(<DeliveryChoice method="standard" />)
  expect(document.body.textContent).toContain('arrives 30\u00A0November to 2\u00A0December')
})
