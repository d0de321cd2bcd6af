// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { isHeld } from '#src/offline/holds.ts'
import { Slider } from '#src/features/guides/Slider.tsx'
import { Stepper } from '#src/ui/Stepper.tsx'

afterEach(cleanup)

const label = 'Quantity of Oval Locket'
const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: label })
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

it('never says more than the most there can be, also to who has more than there is left', () => {
  chosen(5, 3, () => undefined)
  expect([field().getAttribute('aria-valuenow'), field().getAttribute('aria-valuemax')]).toEqual(['5', '5'])
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

it.each([
  ['an arrow', () => fireEvent.keyDown(field(), { key: 'ArrowUp' }), 6],
  ['a button, which takes no focus on an iPhone', () => press('Decrease'), 4],
])('what is typed counts for %s', (_what, step, expected) => {
  const choose = () => {
    fireEvent.change(field(), { target: { value: '5' } })
    expect(field().getAttribute('aria-valuenow')).toBe('5')
    step()
  }
  expect(chosen(1, 9, choose)).toEqual([expected])
})

it.each([
  ['one more', 'Increase', 6],
  ['one less', 'Decrease', 4],
])(
  'what is typed counts for a button that takes the focus: on an Android phone %s is asked for in the moment in which it is taken',
  (_what, button, expected) => {
    const choose = () => {
      type('5')
      press(button)
      expect(field().getAttribute('aria-valuenow')).toBe(String(expected))
    }
    expect(chosen(1, 9, choose)).toEqual([5, expected])
  },
)

it('a quantity that was asked for is shown until its change is on view, or has failed', async () => {
  const changes = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let made = 0
  const stepper = (value: number) => (
    <Stepper value={value} max={9} label={label} onChange={() => changes[made++]?.promise} />
  )
  const shown = () => [field().value, field().getAttribute('aria-valuenow')]
  const { rerender } = render(stepper(2))
  press('Increase')
  press('Increase')
  expect(shown()).toEqual(['4', '4'])
  await act(async () => changes[0]?.resolve())
  expect(shown()).toEqual(['4', '4'])
  rerender(stepper(4))
  await act(async () => changes[1]?.resolve())
  expect(shown()).toEqual(['4', '4'])
  // Refused later, or changed in another tab.
  rerender(stepper(2))
  expect(shown()).toEqual(['2', '2'])
  press('Increase')
  expect(shown()).toEqual(['3', '3'])
  await act(async () => changes[2]?.reject(new Error('No network')))
  expect(shown()).toEqual(['2', '2'])
})

it.each([
  ['taken', () => fireEvent.blur(field())],
  ['given up', () => fireEvent.keyDown(field(), { key: 'Escape' })],
])('no reload loses a quantity that is being typed, before it is %s', (_how, end) => {
  const choose = () => {
    expect(isHeld()).toBe(false)
    fireEvent.change(field(), { target: { value: '5' } })
    expect(isHeld()).toBe(true)
    end()
    expect(isHeld()).toBe(false)
  }
  chosen(1, 9, choose)
})

it('says what its buttons do, and not what the field itself says when it is typed or stepped in', () => {
  function Held() {
    const [value, setValue] = useState(2)
    return <Stepper value={value} max={9} label={label} onChange={setValue} />
  }
  render(<Held />)
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  press('Increase')
  expect(said()).toBe(`${label}: 3`)
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  expect([field().getAttribute('aria-valuenow'), said()]).toEqual(['4', ''])
  press('Decrease')
  expect(said()).toBe(`${label}: 3`)
  type('7')
  expect([field().getAttribute('aria-valuenow'), said()]).toEqual(['7', ''])
  // The focus has left the field by then.
  type('50')
  expect([field().getAttribute('aria-valuenow'), said()]).toEqual(['9', `${label}: 9`])
})

it('says a quantity only as long as it is what there is: a change may fail', () => {
  const stepper = (value: number) => (
    <Stepper value={value} max={9} label={label} onChange={() => undefined} />
  )
  const said = () => screen.getByRole('status').textContent
  const { rerender } = render(stepper(2))
  press('Increase')
  expect(said()).toBe('')
  rerender(stepper(3))
  expect(said()).toBe(`${label}: 3`)
  rerender(stepper(2))
  expect(said()).toBe('')
})

it('a slider says what its buttons do, and not what it says itself', () => {
  function Held() {
    const [value, setValue] = useState(20)
    const valueText = `${value} millimetres`
    return (
      <Slider
        label="Inner diameter"
        less="Smaller"
        more="Larger"
        {...{ min: 10, max: 30, step: 1, nudge: 1, value, valueText }}
        onChange={setValue}
      />
    )
  }
  render(<Held />)
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Larger' }))
  expect(said()).toBe('21 millimetres')
  fireEvent.change(screen.getByRole('slider'), { target: { value: '25' } })
  expect([screen.getByRole('slider').getAttribute('aria-valuetext'), said()]).toEqual(['25 millimetres', ''])
})
