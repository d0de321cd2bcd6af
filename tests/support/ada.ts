import type { LoginAnswer } from '#contract/auth.ts'

/** What the server answers to a customer who signs in. */
export const ada: LoginAnswer = {
  access: 'access',
  refresh: 'refresh',
  user_id: '1',
  first_name: 'Ada',
  last_name: 'Quince',
  email: 'ada@example.com',
}
