// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { actionToast, longToast, standardToast } from '#contract/constants.ts'
import { Toasts } from '#src/ui/Toasts.tsx'
import { silence, speak } from '#src/ui/toasting.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <main id="main" tabIndex={-1}>
        <button type="button">Remove</button>
      </main>
      <Toasts />
    </>,
  )
  button('Remove').focus()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = (name: string) => screen.getByRole('button', { name })
const messages = () => screen.queryAllByText(/cart$/).map(({ textContent }) => textContent)
const say = (message: string, id: string, action?: { label: string; run: () => void }) =>
  act(() => speak('success', message, { id, action }))
/** Step by step: what React does after one step may wait for the next. */
async function wait(milliseconds: number) {
  const step = 500
  for (let past = 0; past < milliseconds; past += step) await act(() => vi.advanceTimersByTimeAsync(step))
}

it('time stands still while a message has the focus, and goes on once its button is pressed', async () => {
  let pressed = 0
  say('Removed from cart', 'one', { label: 'Undo', run: () => void (pressed += 1) })
  act(() => button('Undo').focus())
  await wait(2 * actionToast)
  expect(messages()).toEqual(['Removed from cart'])

  fireEvent.click(button('Undo'))
  expect(pressed).toBe(1)
  expect(document.activeElement).toBe(button('Remove'))
  say('Back in your cart', 'two')
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
})

it('nor does a mouse that passes over it make it go', async () => {
  say('Removed from cart', 'six', { label: 'Undo', run: () => undefined })
  act(() => button('Undo').focus())
  fireEvent.mouseEnter(screen.getByRole('list', { name: 'Messages' }))
  fireEvent.mouseLeave(screen.getByRole('list', { name: 'Messages' }))
  await wait(2 * actionToast)
  expect(messages()).toEqual(['Removed from cart'])
  act(() => button('Remove').focus())
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
})

it('what offers something to press stays long enough for it, also where it would have been shorter', async () => {
  act(() =>
    speak('success', 'Added to cart', {
      id: 'five',
      duration: longToast,
      action: { label: 'Look', run: () => undefined },
    }),
  )
  await wait(actionToast - 500)
  expect(messages()).toEqual(['Added to cart'])
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
})

/** Opens a dialog over the page. */
function cover() {
  const dialog = document.createElement('dialog')
  dialog.open = true
  document.body.append(dialog)
  return dialog
}

it.each<[string, (dialog: HTMLDialogElement) => void]>([
  ['closed', (dialog) => dialog.removeAttribute('open')],
  ['gone', (dialog) => dialog.remove()],
])(
  'what is said while a dialog is open waits until it is %s, and then stays for its time',
  async (_how, close) => {
    const dialog = cover()
    const shown = vi.fn<() => void>()
    act(() => speak('success', 'Removed from cart', { id: 'seven', onShown: shown }))
    await wait(2 * actionToast)
    expect([messages(), shown.mock.calls.length]).toEqual([[], 0])
    close(dialog)
    await wait(standardToast - 500)
    expect([messages(), shown.mock.calls.length]).toEqual([['Removed from cart'], 1])
    await wait(2 * actionToast)
    expect(messages()).toEqual([])
    dialog.remove()
  },
)

it('nor does what was said before go while a dialog is over it, but when it has had its time on view', async () => {
  say('Removed from cart', 'thirteen', { label: 'Undo', run: () => undefined })
  await wait(actionToast - 1_000)
  const dialog = cover()
  await wait(2 * actionToast)
  expect(messages()).toEqual(['Removed from cart'])
  dialog.remove()
  await wait(500)
  expect(messages()).toEqual(['Removed from cart'])
  await wait(actionToast)
  expect(messages()).toEqual([])
})

it('nor is it said under another dialog that takes the place of the first', async () => {
  const first = cover()
  say('Removed from cart', 'eight')
  first.remove()
  await act(() => vi.advanceTimersByTimeAsync(10))
  const second = cover()
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
  second.remove()
  await wait(500)
  expect(messages()).toEqual(['Removed from cart'])
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
})

it('of what waits, nothing is shown that was replaced or dismissed since', async () => {
  const dialog = cover()
  say('Removed from cart', 'nine')
  say('Back in your cart', 'nine')
  say('Not in your cart', 'ten')
  act(() => silence('ten'))
  dialog.remove()
  await wait(500)
  expect(messages()).toEqual(['Back in your cart'])
  await wait(2 * actionToast)

  const next = cover()
  say('Of another customer’s cart', 'eleven')
  act(() => speak('news', 'A better cart', { id: 'twelve' }))
  act(() => silence())
  next.remove()
  await wait(500)
  expect(messages()).toEqual(['A better cart'])
  await wait(2 * actionToast)
  expect(messages()).toEqual([])
})

it('a message that goes by itself gives back the focus, and lets time go on', async () => {
  say('Removed from cart', 'three', { label: 'Undo', run: () => undefined })
  act(() => button('Undo').focus())
  // Replaced by another, which cannot be undone.
  say('Back in your cart', 'three')
  expect(document.activeElement).toBe(button('Remove'))
  await wait(2 * actionToast)
  expect(messages()).toEqual([])

  say('Removed from cart', 'four')
  act(() => button('Close message').focus())
  act(() => silence('four'))
  await wait(2 * actionToast)
  expect(document.activeElement).toBe(button('Remove'))
})

it.each<[string, () => void, () => HTMLElement]>([
  ['to where it was before it came to them', () => undefined, () => button('Remove')],
  ['to the page itself where that is gone', () => button('Remove').remove(), () => screen.getByRole('main')],
])(
  'from one button of a message to another and out again, the focus goes back %s',
  async (_where, meanwhile, heir) => {
    say('Removed from cart', 'eighteen', { label: 'Undo', run: () => undefined })
    act(() => button('Undo').focus())
    act(() => button('Close message').focus())
    meanwhile()
    fireEvent.click(button('Close message'))
    const [focused, wanted] = [document.activeElement, heir()]
    await wait(2 * actionToast)
    expect(messages()).toEqual([])
    expect(focused).toBe(wanted)
  },
)

it('a message that is going is out of the keyboard’s way, and gives back the focus at once', () => {
  const isOut = (message: string) => screen.getByText(message).closest('[inert]') !== null
  say('Added to cart', 'fourteen')
  say('Removed from cart', 'fifteen', { label: 'Undo', run: () => undefined })
  act(() => silence('fourteen'))
  expect([isOut('Added to cart'), isOut('Removed from cart')]).toEqual([true, false])

  act(() => button('Undo').focus())
  act(() => silence('fifteen'))
  expect(isOut('Removed from cart')).toBe(true)
  expect(document.activeElement).toBe(button('Remove'))
})

/** How often these words were put where a screen reader hears of them. */
function countSayings(words: string) {
  let times = 0
  const count = (records: MutationRecord[]) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node.textContent?.includes(words)) times += 1
  }
  const observer = new MutationObserver(count)
  observer.observe(screen.getByRole('list', { name: 'Messages' }), { subtree: true, childList: true })
  return () => {
    count(observer.takeRecords())
    return times
  }
}

it('what is said once more while it is still on view is said aloud once more, and leaves the focus where it is', async () => {
  const sayings = countSayings('Removed from cart')
  const again = { label: 'Put it back', run: () => undefined }
  say('Removed from cart', 'sixteen', again)
  expect(sayings()).toBe(1)
  act(() => button('Put it back').focus())
  const place = button('Put it back').closest('li')

  await wait(1_500)
  say('Removed from cart', 'sixteen', again)
  expect(sayings()).toBe(2)
  expect(messages()).toEqual(['Removed from cart'])
  expect(document.activeElement).toBe(button('Put it back'))
  expect(button('Put it back').closest('li')).toBe(place)
})

it('what fails together for the same reason is said aloud once', async () => {
  const sayings = countSayings('Nothing known of your cart')
  for (let failed = 0; failed < 3; failed += 1) {
    say('Nothing known of your cart', 'seventeen')
    await act(() => vi.advanceTimersByTimeAsync(100))
  }
  expect(sayings()).toBe(1)
})
