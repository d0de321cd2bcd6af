// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { share } from '#src/features/catalogue/share.ts'
import { firstToast } from '#src/ui/notify.ts'
import { toastDetails } from '#src/ui/toasting.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'

/** A browser with these abilities, besides those of the one that tests run in. */
const has = (abilities: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(Navigator.prototype), abilities))

beforeEach(() => vi.unstubAllGlobals())

it('who thinks better of sharing is told nothing', async () => {
  const asked = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('', 'AbortError')))
  has({ share: asked })
  await share(piece(1))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(firstToast.isWanted()).toBe(false)
})

it('a press that was so long ago that the browser does not count it any more is no failure: one more press shares', async () => {
  const userActivation = { isActive: false }
  const asked = vi.fn<() => Promise<void>>(async () => {
    if (!userActivation.isActive) throw new DOMException('', 'NotAllowedError')
  })
  const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  has({ userActivation, share: asked, clipboard: { writeText } })
  await share(piece(1))
  await eventually(() =>
    expect(toastDetails('share')).toMatchObject({ tone: 'success', action: { label: 'Share' } }),
  )
  userActivation.isActive = true
  toastDetails('share').action?.run()
  expect(asked).toHaveBeenCalledTimes(2)
  await asked.mock.results[1]?.value
})
