// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
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

it('nothing is said of a choice that was forgotten, nor is one kept that was not saved', () => {
  render(<CookieForm />)
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Performance' })
  const forget = () => {
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage')))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Accept All' }))
  expect(screen.getByText('Everything is allowed now.')).toBeDefined()
  forget()
  expect(screen.queryByText('Everything is allowed now.')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reject All' }))
  fireEvent.click(box())
  forget()
  expect(box().checked).toBe(false)
})
