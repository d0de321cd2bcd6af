// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AccountNav } from '#src/features/account/AccountNav.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

it('the parts of the account close at a press elsewhere, also where a press moves no focus', () => {
  show(
    <main>
      <AccountNav tab="profile" />
      <p>Recent Orders</p>
    </main>,
  )
  const opener = screen.getByRole('button', { hidden: true })
  const isOpen = () => opener.getAttribute('aria-expanded')
  fireEvent.click(opener)
  fireEvent.pointerDown(screen.getByRole('link', { name: 'Addresses' }))
  // Safari gives the focus to nothing then.
  fireEvent.blur(opener, { relatedTarget: null })
  expect(isOpen()).toBe('true')
  fireEvent.pointerDown(screen.getByText('Recent Orders'))
  expect(isOpen()).toBe('false')
})
