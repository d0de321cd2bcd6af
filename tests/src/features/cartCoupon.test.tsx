// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { couponTexts } from '#contract/coupons.ts'
import { texts } from '#contract/texts.ts'
import { applyCoupon } from '#src/features/cart/coupon.ts'
import { CartCoupon } from '#src/features/cart/CartCoupon.tsx'
import { setTransport } from '#src/lib/client.ts'
import { local, perTab } from '#src/lib/storage.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

it('a code that is typed in place of a removed one is kept like any other', async () => {
  vi.spyOn(notify, 'success').mockReturnValue('')
  perTab.set('coupon', 'SAVE10 10')
  show(<CartCoupon />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove coupon SAVE10' }))
  fireEvent.input(screen.getByLabelText('Coupon code'), { target: { value: 'SAVE' } })
  await eventually(() =>
    expect(JSON.parse(local.get('drafts') ?? '{}')).toMatchObject({
      coupon: { fields: { coupon: { is: 'SAVE' } } },
    }),
  )
})

it.each([
  ['WELCOME5', couponTexts.expired],
  ['NOBODY-KNOWS', texts.networkError],
])('without a network, of %s is told what is known', async (code, said) => {
  setTransport(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await applyCoupon(code)).toBe(said)
})
