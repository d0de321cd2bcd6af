// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { SignUpForm } from '#src/features/auth/SignUpForm.tsx'
import { setTransport } from '#src/lib/client.ts'
import { ada } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('once there is an account, nothing says any more that it is being made', async () => {
  setTransport(() =>
    Promise.resolve(
      Response.json(
        {
          user: { id: '1', first_name: 'Ada', last_name: 'Quince', email: ada.email },
          message: authTexts.accountCreated,
        },
        { status: 201 },
      ),
    ),
  )
  show(<SignUpForm onRegistered={() => undefined} />)
  for (const [label, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Quince'],
    ['Email', ada.email],
    ['Contact number', '02079460123'],
    ['Password', 'plum-stone-7'],
    ['Confirm password', 'plum-stone-7'],
  ] as const)
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('checkbox', { name: /terms/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText(authTexts.registrationRedirecting)).toBeDefined()
  expect(screen.queryByText('Creating your account…')).toBeNull()
  expect(screen.getByRole('button', { name: 'Account created' }).getAttribute('aria-disabled')).toBe('true')
})

// Firefox keeps the nearest field before the password, also one for a telephone number.
it('a browser that keeps the password keeps the email address with it, which is what one logs in with', () => {
  show(<SignUpForm onRegistered={() => undefined} />)
  const fields = [...document.querySelectorAll('input')].map(({ name }) => name)
  expect(fields[fields.indexOf('password') - 1]).toBe('email')
})
