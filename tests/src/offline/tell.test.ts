// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { longToast } from '#contract/constants.ts'
import { startTelling } from '#src/offline/tell.ts'
import { notify } from '#src/ui/notify.ts'

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
