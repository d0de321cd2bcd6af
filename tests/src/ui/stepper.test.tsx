// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Stepper } from '#src/ui/Stepper.tsx'

afterEach(cleanup)

const label = 'Quantity of Oval Locket'
const field = () => screen.getByRole('spinbutton', { name: label })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: `${name}: ${label}` }))
const type = (quantity: string) => {
  fireEvent.change(field(), { target: { value: quantity } })
  fireEvent.blur(field())
}

function chosen(value: number, max: number, choose: () => void): number[] {
  const quantities: number[] = []
  render(<Stepper value={value} max={max} label={label} onChange={(next) => quantities.push(next)} />)
  choose()
  return quantities
}

it.each([
  ['by the button', () => press('Increase')],
  ['by the arrow', () => fireEvent.keyDown(field(), { key: 'ArrowUp' })],
  ['by typing', () => type('6')],
  ['or nothing at all', () => type('')],
])('who has more than there is left and asks for more, %s, is not given less', (_how, choose) => {
  expect(chosen(5, 3, choose)).toEqual([])
})

it.each([
  ['one less', 5, () => press('Decrease'), 3],
  ['all there is', 5, () => fireEvent.keyDown(field(), { key: 'End' }), 3],
  ['one more', 2, () => press('Increase'), 3],
  ['more than there is', 2, () => type('9'), 3],
  ['none', 2, () => type('0'), 1],
])('who asks for %s has what can be had', (_what, value, choose, quantity) => {
  expect(chosen(value, 3, choose)).toEqual([quantity])
})
