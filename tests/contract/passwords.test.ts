import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Credentials, Registration } from '#contract/auth.ts'
import { PasswordChange, PasswordReset } from '#contract/passwords.ts'
import { meetsCriterion, passwordCriteria, passwordStrength } from '#contract/passwordTexts.ts'
import { fieldErrors } from '#contract/problem.ts'

test.each([
  ['', 'Weak'],
  ['plum', 'Weak'],
  ['plumstone', 'Weak'],
  ['PLUMSTONE', 'Weak'],
  ['12345678', 'Weak'],
  ['plumstone7', 'Good'],
  ['Plumstone', 'Good'],
  ['Pl7', 'Good'],
  ['Plumstone7', 'Good'],
  ['plum stone', 'Good'],
  ['Plum-7', 'Good'],
  ['Plum-stone7', 'Strong'],
  ['Prune à 7', 'Strong'],
  ['ÉLYSÉE-été', 'Good'],
  ['ÉLYSÉE-été7', 'Strong'],
] as const)('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

test('each criterion is met by what it names, and by nothing else', () => {
  const meeting = (password: string) =>
    passwordCriteria.filter((criterion) => meetsCriterion(password, criterion))
  expect(meeting('')).toEqual([])
  expect(meeting('A')).toEqual(['uppercase'])
  expect(meeting('a')).toEqual(['lowercase'])
  expect(meeting('1')).toEqual(['digit'])
  expect(meeting('£')).toEqual(['special'])
  expect(meeting('字'.repeat(8))).toEqual(['length'])
  // A combining accent is no special sign, just as its letter typed in one is none.
  expect(meeting('e\u0301')).toEqual(['lowercase'])
})

const reset = (given: object) => {
  const checked = v.safeParse(PasswordReset, given)
  return checked.success ? checked.output : fieldErrors(checked.issues)
}
const both = (password: string) => ({ new_password: password, confirm_password: password, token: 't' })

test.each([
  [{ ...both('Plum-stone7'), new_password: '' }, 'new_password', 'Password is required'],
  [{ ...both('Plum-stone7'), confirm_password: '' }, 'confirm_password', 'Please confirm your password'],
  [{ token: 't' }, 'new_password', 'Password is required'],
  [{ token: 't' }, 'confirm_password', 'Please confirm your password'],
  [both('Plum-7!'), 'new_password', 'Password must be at least 8 characters'],
  [both('plumplum'), 'new_password', 'Password must meet at least 3 of the requirements'],
  [both('12345678'), 'new_password', 'Password must meet at least 3 of the requirements'],
  [both('Aa1' + 'x'.repeat(254)), 'new_password', 'Please use at most 256 characters'],
  [{ ...both('Plum-stone7'), confirm_password: 'Plum-stone8' }, 'confirm_password', 'Passwords do not match'],
  [
    { ...both('Plum-stone7'), confirm_password: 'Plum-stone7 ' },
    'confirm_password',
    'Passwords do not match',
  ],
])('%j is refused at %s: %s', (given, field, message) => {
  expect(reset(given)).toHaveProperty([field, 0], message)
})

test.each(['Plumston', 'plumst7!', ' Plumstone ', 'A' + 'a'.repeat(255)])(
  '%j may be a password, as it was typed',
  (password) => {
    expect(reset(both(password))).toEqual(both(password))
  },
)

test.each([undefined, null, 7, {}, ['t']])('a token of %j is one that nobody has', (token) => {
  expect(reset({ ...both('Plum-stone7'), token })).toHaveProperty('token', '')
})

test('a password is one, and as long, however a keyboard writes its accents', () => {
  const [short, long] = ['\u00e9\u00e0\u00fc\u00f67', 'Pr\u00fcn\u00e9-7']
  const apart = (text: string) => text.normalize('NFD')
  const signUp = (password: string, confirm_password: string) =>
    v.is(Registration, {
      first_name: 'Ada',
      last_name: 'Quince',
      email: 'ada@example.com',
      contact_no: '02079460123',
      agreed: true,
      password,
      confirm_password,
    })
  const login = (password: string) => v.is(Credentials, { email: 'ada@example.com', password })
  // Else whoever signed up with it on one keyboard would be refused at the login on another.
  expect([signUp(apart(short), apart(short)), login(apart(short)), login(short)]).toEqual([
    false,
    false,
    false,
  ])
  expect([signUp(apart(long), long), login(apart(long)), login(long)]).toEqual([true, true, true])
  expect(reset({ ...both(long), new_password: apart(long) })).toHaveProperty('new_password', [
    'Password must be at least 8 characters',
  ])
  expect(v.is(PasswordChange, { ...both(`${long}-7`), old_password: apart(long) })).toBe(true)
})
