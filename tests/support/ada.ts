import type { Address } from '#contract/address.ts'
import type { LoginAnswer, Profile } from '#contract/auth.ts'
import type { Order } from '#contract/order.ts'
import type { Review } from '#contract/reviews.ts'

/** The server's answer to a customer who signs in. */
export const ada: LoginAnswer = {
  access: 'access',
  refresh: 'refresh',
  user_id: '1',
  first_name: 'Ada',
  last_name: 'Quince',
  email: 'ada@example.com',
}

/** The server's answer about them. */
export const profile: Profile = {
  first_name: 'Ada',
  last_name: 'Quince',
  email: 'ada@example.com',
  pending_email: null,
  contact_no: '02079460123',
  last_password_change: null,
  has_password: true,
}

/** What the page calls it, after its name. */
export const addressOf = (full_name: string): string =>
  `the address of ${full_name}, 14 Orchard Row, EC1R 4QL`

/** An address in their book. */
export const adasAddress = (id: string, is_default: boolean): Address => ({
  id,
  is_default,
  full_name: 'Ada Quince',
  phone: '02079460123',
  address_line_1: '14 Orchard Row',
  address_line_2: '',
  city: 'London',
  state: 'Greater London',
  postal_code: 'EC1R 4QL',
  country: 'United Kingdom',
})

/** An order of theirs, of a Monday at noon; without its pieces. */
export const adasOrder: Order = {
  id: '1',
  order_number: 'DMS-ABCDEFGH',
  status: 'pending',
  created_at: '2026-11-23T12:00:00.000Z',
  subtotal: '100.00',
  discount: '0.00',
  shipping_cost: '0.00',
  tax: '7.00',
  total: '107.00',
  coupon_code: null,
  shipping_method: 'standard',
  payment_method: 'PayPal',
  items: [],
  shipping_address: adasAddress('1', true),
  billing_address: null,
  tracking_number: null,
  tracking_url: null,
  cart_id: null,
  events: [],
}

/** What they wrote about a piece, as they see it themselves. */
export const adasReview: Review = {
  id: '1',
  rating: 5,
  title: 'Light as air',
  text: 'I forget that I wear it.',
  author: 'Ada Q.',
  created_at: '2026-06-01T10:00:00Z',
  mine: true,
}
