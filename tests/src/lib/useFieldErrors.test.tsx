// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { FieldErrors } from '#contract/problem.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { TextField } from '#src/ui/Field.tsx'

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
      <TextField label="Name" name="name" error={fields.of('name')} />
      <TextField label="Email" name="email" error={fields.of('email')} />
      <TextField label="Phone" name="phone" error={fields.of('phone')} />
      <button type="submit">Send</button>
    </form>
  )
}

const send = () => act(() => screen.getByRole('button', { name: 'Send' }).click())
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const said = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent ?? null

it('each fault stands beside its field, and the cursor is in the first of them', () => {
  render(<Form found={{ phone: ['Phone is required'], email: ['Invalid email address', 'Too long'] }} />)
  send()
  expect([said('Name'), said('Email'), said('Phone')]).toEqual([
    null,
    'Invalid email address',
    'Phone is required',
  ])
  expect(document.activeElement).toBe(field('Email'))
  expect(field('Name').getAttribute('aria-invalid')).toBeNull()
})

it('a fault is gone once its field is edited, and the others stay', () => {
  render(<Form found={{ email: ['Invalid email address'], phone: ['Phone is required'] }} />)
  send()
  fireEvent.input(field('Email'), { target: { value: 'ada@example.com' } })
  expect([said('Email'), said('Phone')]).toEqual([null, 'Phone is required'])
})

it('one sentence for everything that is missing is said once, and each field says its own part', () => {
  const missing = 'Please fill all required fields'
  const found = { name: [missing], email: ['Please enter a valid email address'], phone: [missing] }
  render(<Form found={found} general={[missing]} />)
  send()
  expect(screen.getByRole('alert').textContent).toBe(missing)
  expect([said('Name'), said('Email'), said('Phone')]).toEqual([
    'Please fill in this field',
    'Please enter a valid email address',
    'Please fill in this field',
  ])
})
