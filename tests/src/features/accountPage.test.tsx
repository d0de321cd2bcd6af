// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AccountPage } from '#src/features/account/AccountPage.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

it.each([
  ['Ada', 'Quince', 'AQ'],
  [' émile', '', 'É'],
  // As after a first proof of the address, which takes away what somebody else may have written.
  ['', '', 'A'],
])('a customer called “%s %s” is marked by %s', async (first_name, last_name, mark) => {
  const user = { first_name, last_name, email: 'ada@example.com' }
  show(
    <AccountPage user={user} tab="profile" title="Profile Information">
      Here
    </AccountPage>,
  )
  const { firstElementChild: identity } = await screen.findByRole('complementary', { name: 'Your account' })
  expect(identity?.firstElementChild?.textContent).toBe(mark)
})
