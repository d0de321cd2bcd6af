import type { Address } from '#contract/address.ts'
import type { LoginAnswer, Profile } from '#contract/auth.ts'

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
