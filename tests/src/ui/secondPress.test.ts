// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'

const opener = document.createElement('button')
const dialog = document.createElement('div')
const field = document.createElement('input')
const answer = document.createElement('button')
const answered = vi.fn<() => void>()
dialog.append(field, answer)
answer.addEventListener('click', answered)

let end: (() => void) | undefined
beforeEach(() => {
  document.body.append(opener, dialog)
  end = keepFromSecondPress(dialog)
})
afterEach(() => {
  end?.()
  point('touch')
  answered.mockClear()
  // As if a long time had passed: no press is the double of one before this.
  field.dispatchEvent(new Event('input', { bubbles: true }))
})

/** `detail` is 0 of a press by key. */
const press = (control: Element, x = 100, detail = 1) =>
  control.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 200, detail }),
  )

const point = (pointerType: string) =>
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))

it.each([
  ['finger', 'touch', 1],
  ['mouse', 'mouse', 2],
])(
  'the second of two presses of a %s at one place answers nothing that the first has brought there',
  (_whose, pointerType, detail) => {
    point(pointerType)
    press(opener)
    expect(press(answer, 100, detail)).toBe(false)
    expect(answered).not.toHaveBeenCalled()
  },
)

it('a mouse’s press of its own answers it, however soon', () => {
  point('mouse')
  press(opener)
  press(answer)
  expect(answered).toHaveBeenCalledOnce()
})

it.each<[string, () => void]>([
  ['elsewhere', () => press(answer, 140)],
  ['by key', () => press(answer, 0, 0)],
  [
    'after something was typed',
    () => {
      field.dispatchEvent(new Event('input', { bubbles: true }))
      press(answer)
    },
  ],
])('a press %s does', (_which, pressAnew) => {
  press(opener)
  pressAnew()
  expect(answered).toHaveBeenCalledOnce()
})

it('nor is a press kept from what was pressed itself', () => {
  press(answer)
  press(answer)
  expect(answered).toHaveBeenCalledTimes(2)
})
