// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { share } from '#src/features/catalogue/share.ts'
import { firstToast } from '#src/ui/notify.ts'
import { piece } from '#tests/support/pieces.ts'

it('who thinks better of sharing is told nothing', async () => {
  const asked = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException('', 'AbortError')))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: asked }))
  await share(piece(1))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(firstToast.isWanted()).toBe(false)
})
