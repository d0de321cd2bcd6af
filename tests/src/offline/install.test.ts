// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { goodMoment } from '#src/offline/goodMoment.ts'
import { install } from '#src/offline/install.ts'

it('where the browser refuses to ask, the offer is closed as after any answer, and nothing fails', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  // As in Chromium where the page has not been touched a moment ago, or its prompt has been asked before.
  const prompt = () =>
    Promise.reject(new DOMException('The prompt() method must be called', 'NotAllowedError'))
  window.installQuestion = Object.assign(new Event('beforeinstallprompt'), { prompt })
  install.attend()
  goodMoment.isNow('order')
  expect(install.offer()).toEqual({ way: 'prompt', moment: 'order' })
  await install.accept()
  expect(install.offer()).toBeNull()
})
