// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { couponTexts } from '#contract/coupons.ts'
import { texts } from '#contract/texts.ts'
import { applyCoupon, dropCoupon } from '#src/features/cart/coupon.ts'
import { CartCoupon } from '#src/features/cart/CartCoupon.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { local, perTab } from '#src/lib/storage.ts'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

it('a code that is typed in place of a removed one is kept like any other', async () => {
  vi.spyOn(notify, 'success').mockReturnValue('')
  perTab.set('coupon', 'SAVE10 10 guest')
  show(<CartCoupon />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove coupon SAVE10' }))
  fireEvent.input(screen.getByLabelText('Coupon code'), { target: { value: 'SAVE' } })
  await eventually(() =>
    expect(JSON.parse(local.get('drafts') ?? '{}')).toMatchObject({
      coupon: { fields: { coupon: { is: 'SAVE' } } },
    }),
  )
})

it('what was typed as a code does not come back once it is in use', async () => {
  vi.spyOn(notify, 'success').mockReturnValue('')
  setTransport(async () => Response.json({ code: 'SAVE10', percent: 10 }))
  perTab.remove('coupon')
  show(<CartCoupon />)
  fireEvent.input(screen.getByLabelText('Coupon code'), { target: { value: 'SAVE10' } })
  await eventually(() => expect(local.get('drafts')).toContain('SAVE10'))
  fireEvent.submit(screen.getByLabelText('Coupon code'))
  await eventually(() => expect(perTab.get('coupon')).toBe('SAVE10 10 guest'))
  await eventually(() => expect(local.get('drafts')).toBeNull())
})

it.each([
  ['WELCOME5', couponTexts.expired],
  ['NOBODY-KNOWS', texts.networkError],
])('without a network, of %s is told what is known', async (code, said) => {
  setTransport(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await applyCoupon(code)).toBe(said)
})

/** Answers to codes, each when it is told to. */
function answersInTurn() {
  const answers = new Map<string, () => void>()
  setTransport(async (_url, { body }) => {
    const { code } = JSON.parse(String(body))
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.set(code, resolve)
    await promise
    return Response.json({ code, percent: 10 })
  })
  const isAsked = (code: string) => eventually(() => expect(answers.has(code)).toBe(true))
  return { isAsked, answer: (code: string) => answers.get(code)?.() }
}

it('the code that was asked for last is the one in use, however late the answer to the one before', async () => {
  perTab.remove('coupon')
  const { isAsked, answer } = answersInTurn()
  const before = applyCoupon('SAVE10')
  const last = applyCoupon('SAVE20')
  await isAsked('SAVE10')
  await isAsked('SAVE20')
  answer('SAVE20')
  expect(await last).toBeNull()
  answer('SAVE10')
  const said = await before
  expect(perTab.get('coupon')).toBe('SAVE20 10 guest')
  expect(said).toBeUndefined()
})

it('a code that was removed while it was being checked again stays removed', async () => {
  perTab.set('coupon', 'SAVE10 10 guest')
  const { isAsked, answer } = answersInTurn()
  const again = applyCoupon('SAVE10')
  await isAsked('SAVE10')
  dropCoupon()
  answer('SAVE10')
  const said = await again
  expect(perTab.get('coupon')).toBeNull()
  expect(said).toBeUndefined()
})

it('a coupon is in the cart of nobody but its customer, who finds it where their session had expired', () => {
  session.start(ada)
  perTab.set('coupon', `SAVE10 10 ${ada.user_id}`)
  show(<CartCoupon />)
  const coupon = () => screen.queryByRole('button', { name: 'Remove coupon SAVE10' })
  expect(coupon()).not.toBeNull()
  act(() => session.end())
  expect(coupon()).toBeNull()
  act(() => session.start({ ...ada, user_id: '2' }))
  expect(coupon()).toBeNull()
  act(() => session.start(ada))
  expect(coupon()).not.toBeNull()
  session.end()
})

it('nor is one that was accepted when they had left', async () => {
  session.start(ada)
  perTab.remove('coupon')
  const { isAsked, answer } = answersInTurn()
  const applied = applyCoupon('SAVE10')
  await isAsked('SAVE10')
  session.end()
  answer('SAVE10')
  const said = await applied
  expect(perTab.get('coupon')).toBeNull()
  expect(said).toBeUndefined()
})

it('one that an earlier build kept, without a customer, is that of whoever is here', async () => {
  session.start(ada)
  perTab.set('coupon', 'SAVE10 10')
  vi.resetModules()
  await import('#src/features/cart/coupon.ts')
  expect(perTab.get('coupon')).toBe(`SAVE10 10 ${ada.user_id}`)
  session.end()
})
