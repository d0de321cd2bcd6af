// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CookieForm } from '#src/features/guides/CookieForm.tsx'
import { isHeld } from '#src/offline/holds.ts'

afterEach(cleanup)

it('a choice that is not saved yet holds back the reload on reconnection, which would undo it', () => {
  render(<CookieForm />)
  expect(isHeld()).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Performance' }))
  expect(isHeld()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(isHeld()).toBe(false)
})
