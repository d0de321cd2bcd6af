// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { longToast } from '#contract/constants.ts'
import { startTelling, tell } from '#src/offline/tell.ts'
import { session } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['was said just now is repeated', longToast - 1_000, 1],
  ['is over is not', -1, 0],
  [
    'was said before the clock was set back is not: it would be, at every reload, until then',
    2 * 3_600_000,
    0,
  ],
])('after a reload, what %s', (_what, left, times) => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('id')
  const message = { id: 'id', tone: 'warning', message: 'The price is now £20.00.', until: Date.now() + left }
  sessionStorage.setItem('told', JSON.stringify([message]))
  startTelling()
  expect(said).toHaveBeenCalledTimes(times)
})

it('and what a dialog has covered until then is, however long it was open', async () => {
  const dialog = document.createElement('dialog')
  dialog.open = true
  document.body.append(dialog)
  tell('warning', 'The price is now £20.00.')
  vi.useFakeTimers({ now: Date.now() + 2 * longToast, toFake: ['Date'] })
  const said = vi.spyOn(notify, 'warning').mockReturnValue('id')
  startTelling()
  expect(said.mock.calls.map(([message]) => message)).toEqual(['The price is now £20.00.'])
  // Until it could be read.
  said.mock.calls[0]?.[1]?.onShown?.()
  startTelling()
  expect(said).toHaveBeenCalledTimes(2)
  vi.setSystemTime(Date.now() + 2 * longToast)
  startTelling()
  expect(said).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

function look(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('and what nobody has seen yet, because they looked elsewhere, is shown when they come back', () => {
  sessionStorage.clear()
  const said = vi.spyOn(notify, 'error').mockReturnValue('id')
  look(true)
  tell('error', 'Out of stock')
  // What is in the page's own memory does not survive a reload.
  const kept: unknown = JSON.parse(sessionStorage.getItem('told') ?? '[]')
  expect(kept).toEqual([expect.objectContaining({ message: 'Out of stock', until: 0 })])
  startTelling()
  expect(said).not.toHaveBeenCalled()
  look(false)
  expect(said.mock.calls[0]?.[0]).toBe('Out of stock')
  sessionStorage.clear()
})

it('but nothing of what was said to a customer who has left meanwhile', () => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('id')
  tell('warning', 'The price is now £20.00.')
  sessionStorage.removeItem('told')
  said.mock.calls[0]?.[1]?.onShown?.()
  startTelling()
  expect(said).toHaveBeenCalledTimes(1)
})

it.each([
  ['in a tab that they had not looked at', () => session.end()],
  ['in a tab that was loaded again', () => startTelling()],
])('nor what they have not seen, %s', (_where, comeAgain) => {
  const said = vi.spyOn(notify, 'error').mockReturnValue('id')
  look(true)
  session.start(ada)
  startTelling()
  tell('error', 'Oval Signet Ring: Product is out of stock')
  const unread = sessionStorage.getItem('told') ?? ''
  session.start({ ...ada, user_id: '2' })
  sessionStorage.setItem('told', unread)
  comeAgain()
  look(false)
  expect(said).not.toHaveBeenCalled()
  session.end()
})

it('nor one that another tab sends on, in a tab that they have left', async () => {
  const said = vi.spyOn(notify, 'error').mockReturnValue('id')
  session.start({ ...ada, user_id: '2' })
  startTelling()
  look(false)
  const other = new BroadcastChannel('damson-told')
  const message = { tone: 'error', until: 0 }
  other.postMessage({ ...message, id: '1', message: 'Out of stock', customer: ada.user_id })
  other.postMessage({ ...message, id: '2', message: 'The price is now £20.00.', customer: '2' })
  await eventually(() => expect(said.mock.calls.map(([text]) => text)).toContain('The price is now £20.00.'))
  expect(said.mock.calls.map(([text]) => text)).not.toContain('Out of stock')
  other.close()
  session.end()
})
