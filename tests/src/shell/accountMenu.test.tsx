// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AccountNav } from '#src/features/account/AccountNav.tsx'
import { AccountMenu } from '#src/shell/AccountMenu.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

it.each([
  ['account menu', () => <AccountMenu />],
  ['parts of the account', () => <AccountNav tab="addresses" />],
])('Escape closes the %s wherever the focus is: Safari gives none to what a mouse presses', (_what, part) => {
  show(part())
  const [button] = screen.getAllByRole('button', { hidden: true })
  if (button === undefined) throw new Error('The button that opens it')
  const isOpen = () => button.getAttribute('aria-expanded')
  fireEvent.click(button)
  expect([isOpen(), document.activeElement]).toEqual(['true', document.body])
  act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(isOpen()).toBe('false')
})

it('and gives the focus back to its button where it was inside', () => {
  show(<AccountMenu />)
  const button = screen.getByRole('button', { name: 'Account' })
  button.focus()
  fireEvent.click(button)
  act(() => void fireEvent.keyDown(button, { key: 'Escape' }))
  expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', button])
})
