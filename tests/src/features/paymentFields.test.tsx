// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaymentFields } from '#src/features/checkout/PaymentFields.tsx'

afterEach(cleanup)

// Browsers fill in what they keep for the shop wherever a password is asked for, also where that is 'off'.
it('the password for the shop that a browser keeps is not filled in as one for PayPal', () => {
  render(<PaymentFields method="paypal" errorOf={() => undefined} />)
  expect(screen.getByLabelText('PayPal password').getAttribute('autocomplete')).toBe('new-password')
})

// A maximum would cut what is pasted before the shop reads the number in it.
it.each([
  ['Card number', 'My card number is: 4242 4242 4242 4242', '4242 4242 4242 4242'],
  ['Card number', '4242424242424242424242424242', '4242 4242 4242 4242 424'],
  ['Expiry', 'Valid thru: 11 / 2028', '11 / 28'],
  ['Expiry', '11/2028, 123', '11 / 28'],
])('as the %s, pasted with more around it, of %j is left %j', (label, pasted, left) => {
  render(<PaymentFields method="card" errorOf={() => undefined} />)
  const field = screen.getByLabelText<HTMLInputElement>(label)
  const most = field.maxLength < 0 ? undefined : field.maxLength
  fireEvent.input(field, { target: { value: pasted.slice(0, most) } })
  expect(field.value).toBe(left)
})

// A keyboard that is still putting a text together loses it, or writes it twice, where it changes meanwhile.
it.each([
  ['Card number', '\uff14\uff12\uff14\uff12\uff14', '4242 4'],
  ['Expiry', '\uff11\uff11\uff12\uff18', '11 / 28'],
])(
  'as the %s, nothing is changed while a keyboard is putting it together, and then it is',
  (label, typed, shown) => {
    render(<PaymentFields method="card" errorOf={() => undefined} />)
    const field = screen.getByLabelText<HTMLInputElement>(label)
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: typed }, isComposing: true })
    expect(field.value).toBe(typed)
    fireEvent.compositionEnd(field)
    expect(field.value).toBe(shown)
  },
)
