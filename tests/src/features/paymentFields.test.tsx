// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PaymentFields } from '#src/features/checkout/PaymentFields.tsx'

afterEach(cleanup)

// Browsers fill in what they keep for the shop wherever a password is asked for, also where that is 'off'.
it('the password for the shop that a browser keeps is not filled in as one for PayPal', () => {
  render(<PaymentFields method="paypal" errorOf={() => undefined} />)
  expect(screen.getByLabelText('PayPal password').getAttribute('autocomplete')).toBe('new-password')
})
