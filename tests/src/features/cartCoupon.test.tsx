// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CartCoupon } from '#src/features/cart/CartCoupon.tsx'
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
