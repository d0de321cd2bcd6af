// @vitest-environment jsdom
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { goodMoment } from '#src/offline/goodMoment.ts'
import { install } from '#src/offline/install.ts'

// As in Chromium where the page has not been touched a moment ago, or its prompt has been asked before.
const prompt = () => Promise.reject(new DOMException('The prompt() method must be called', 'NotAllowedError'))

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  window.installQuestion = Object.assign(new Event('beforeinstallprompt'), { prompt })
  install.attend()
})
afterAll(() => vi.unstubAllGlobals())

it('where the browser refuses to ask, the offer is closed as after any answer, and nothing fails', async () => {
  goodMoment.isNow('order')
  expect(install.offer()).toEqual({ way: 'prompt', moment: 'order' })
  await install.accept()
  expect(install.offer()).toBeNull()
})

it.each([
  ['declines', 'dismissed', 'true'],
  ['accepts', 'accepted', null],
])(
  'only a no is remembered: of a shopper who %s in the browser’s own prompt',
  async (_how, outcome, remembered) => {
    localStorage.clear()
    const answered = { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome }) }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), answered))
    await install.accept()
    expect(localStorage.getItem('install-declined')).toBe(remembered)
  },
)

it('the browser is asked once more not to clear what the shop keeps, when the shop has been installed', () => {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.reject(new TypeError('Not allowed here')))
  vi.stubGlobal('navigator', { storage: { persist } })
  expect(persist).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('appinstalled'))
  expect(persist).toHaveBeenCalledOnce()
})
