// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFromSecondPress, keepPageFromSecondPress } from '#src/ui/secondPress.ts'

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
const press = (control: Element, x = 100, detail = 1, after = 0) => {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 200, detail })
  Object.defineProperty(click, 'timeStamp', { value: 1000 + after })
  return control.dispatchEvent(click)
}

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

it('a press that missed everything brings nothing there: the next one is meant', () => {
  const margin = document.createElement('div')
  document.body.append(margin)
  press(margin)
  press(answer)
  expect(answered).toHaveBeenCalledOnce()
  margin.remove()
})

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

describe('what a dialog covered, once a press has closed it,', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    end?.()
    press(answer)
    answered.mockClear()
    opener.addEventListener('click', answered)
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    opener.removeEventListener('click', answered)
  })
  const close = () => {
    dialog.remove()
    keepPageFromSecondPress()
  }

  it('does not hear the second of two presses', () => {
    close()
    expect(press(opener, 100, 1, 300)).toBe(false)
    expect(answered).not.toHaveBeenCalled()
  })

  it.each<[string, () => void]>([
    ['by key', () => press(opener, 0, 0, 300)],
    ['elsewhere', () => press(opener, 140, 1, 300)],
    ['half a second later', () => press(opener, 100, 1, 500)],
  ])('hears a press %s', (_which, pressAnew) => {
    close()
    pressAnew()
    expect(answered).toHaveBeenCalledOnce()
  })

  it('hears every press half a second later, whatever has gone from the page meanwhile', () => {
    close()
    vi.advanceTimersByTime(500)
    press(opener, 100, 1, 300)
    expect(answered).toHaveBeenCalledOnce()
  })

  it('hears a press that follows one on the page itself, which closed nothing', () => {
    press(opener, 100, 1, 600)
    close()
    press(opener, 100, 1, 700)
    expect(answered).toHaveBeenCalledTimes(2)
  })
})
