// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { storageKeys } from '#contract/storageKeys.ts'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { placed } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const isTicked = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked

/** As the server has rendered it for everybody, until it hydrates for a customer who is remembered. */
function wake(meanwhile: () => void) {
  const page = placed(<LoginForm isBusy={false} onSignedIn={() => undefined} />)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  localStorage.setItem(storageKeys.rememberMe, 'ada@example.com')
  const field = email()
  meanwhile()
  render(page, { container, hydrate: true })
  expect(email()).toBe(field)
  expect(isTicked()).toBe(true)
  return field
}

it('the address that is remembered fills an untouched field', () => {
  expect(wake(() => undefined).value).toBe('ada@example.com')
})

it.each(['bo@exa', ''])(
  'who is at the field before the page has woken up stays there, with “%s”',
  (typed) => {
    const field = wake(() => {
      email().value = typed
      email().focus()
    })
    expect(field.value).toBe(typed)
    expect(document.activeElement).toBe(field)
  },
)
