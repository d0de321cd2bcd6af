// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldErrors } from '#contract/problem.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { RatingField } from '#src/features/reviews/RatingField.tsx'
import { TextField } from '#src/ui/Field.tsx'

afterEach(cleanup)

type Props = { found: FieldErrors; general?: string[]; names?: string[] }

function Form({ found, general = [], names = ['name', 'email', 'phone'] }: Props) {
  const fields = useFieldErrors(...general)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    fields.show(event.currentTarget, found)
  }
  return (
    <form noValidate onSubmit={submit} onInput={fields.clearEdited}>
      {fields.general && <p role="alert">{fields.general}</p>}
      {names.map((name) => (
        <TextField key={name} id={name} name={name} label={name} error={fields.of(name)} />
      ))}
      <RatingField error={fields.of('rating')} />
      <button type="submit">Send</button>
    </form>
  )
}

const send = () => act(() => screen.getByRole('button', { name: 'Send' }).click())
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const said = (name: string) => document.getElementById(`${name}-error`)?.textContent ?? ''
const announced = () => screen.queryAllByRole('alert')

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

describe('what is judged by two fields together', () => {
  it.each([
    ['password', 'confirm_password', 'Passwords do not match'],
    ['new_password', 'confirm_password', 'New passwords do not match'],
    ['card_number', 'cvv', 'Please check the security code'],
  ])('is not held against the second once the first is edited: %s', (first, second, reason) => {
    render(<Form found={{ [second]: [reason] }} names={[first, second]} />)
    fireEvent.input(field(second), { target: { value: 'plum-stone-8' } })
    send()
    expect(said(second)).toBe(reason)
    fireEvent.input(field(first), { target: { value: 'plum-stone-8' } })
    expect(said(second)).toBe('')
  })

  it('but it stays said of a field that has nothing in it', () => {
    const reason = 'Please confirm your password'
    render(<Form found={{ confirm_password: [reason] }} names={['password', 'confirm_password']} />)
    send()
    fireEvent.input(field('password'), { target: { value: 'plum-stone-8' } })
    expect(said('confirm_password')).toBe(reason)
  })
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

describe('where the first fault is in the field that has the cursor already, so that no focus tells of it', () => {
  const wrong = { email: ['Invalid email address'], phone: ['Phone is required'] }

  it('its reason is announced, and once more at each Enter', () => {
    render(<Form found={wrong} />)
    field('email').focus()
    send()
    const first = announced()
    expect(first.map(({ textContent }) => textContent)).toEqual(['Invalid email address'])
    send()
    const second = announced()
    expect(second.map(({ textContent }) => textContent)).toEqual(['Invalid email address'])
    // The same element with the same words would be news to no screen reader.
    expect(second[0]).not.toBe(first[0])
    fireEvent.input(field('email'), { target: { value: 'ada@example.com' } })
    expect(announced()).toEqual([])
  })

  it.each(['1 star', '5 stars'])(
    'its reason is announced, also where that is the radio button %j',
    (star) => {
      render(<Form found={{ rating: ['Please choose a rating'] }} />)
      screen.getByRole('radio', { name: star }).focus()
      send()
      expect(announced().map(({ textContent }) => textContent)).toEqual(['Please choose a rating'])
    },
  )

  it('elsewhere the field says it as the cursor comes to it, and nothing else does', () => {
    render(<Form found={wrong} />)
    field('phone').focus()
    send()
    expect(document.activeElement).toBe(field('email'))
    expect(announced()).toEqual([])
  })
})
