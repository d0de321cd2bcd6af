// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { FieldErrors } from '#contract/problem.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'

afterEach(cleanup)

function Form({ found, general = [] }: { found: FieldErrors; general?: string[] }) {
  const fields = useFieldErrors(...general)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    fields.show(event.currentTarget, found)
  }
  return (
    <form noValidate onSubmit={submit} onInput={fields.clearEdited}>
      {fields.general && <p role="alert">{fields.general}</p>}
      {['name', 'email', 'phone'].map((name) => (
        <p key={name}>
          <input name={name} aria-label={name} aria-describedby={`${name}-error`} />
          <span id={`${name}-error`}>{fields.of(name)}</span>
        </p>
      ))}
      <button type="submit">Send</button>
    </form>
  )
}

const send = () => act(() => screen.getByRole('button', { name: 'Send' }).click())
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const said = (name: string) => document.getElementById(`${name}-error`)?.textContent

it('each fault stands beside its field, and the cursor is in the first of them', () => {
  render(<Form found={{ phone: ['Phone is required'], email: ['Invalid email address', 'Too long'] }} />)
  send()
  expect([said('name'), said('email'), said('phone')]).toEqual([
    '',
    'Invalid email address',
    'Phone is required',
  ])
  expect(document.activeElement).toBe(field('email'))
})

it('a fault is gone once its field is edited, and the others stay', () => {
  render(<Form found={{ email: ['Invalid email address'], phone: ['Phone is required'] }} />)
  send()
  fireEvent.input(field('email'), { target: { value: 'ada@example.com' } })
  expect([said('email'), said('phone')]).toEqual(['', 'Phone is required'])
})

it('one sentence for everything that is missing is said once, and each field says its own part', () => {
  const missing = 'Please fill all required fields'
  const found = { name: [missing], email: ['Please enter a valid email address'], phone: [missing] }
  render(<Form found={found} general={[missing]} />)
  send()
  expect(screen.getByRole('alert').textContent).toBe(missing)
  expect([said('name'), said('email'), said('phone')]).toEqual([
    'Please fill in this field',
    'Please enter a valid email address',
    'Please fill in this field',
  ])
})
