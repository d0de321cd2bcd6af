import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { cartView } from '#src/features/cart/state.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { type ToastOptions, notify } from '#src/ui/notify.ts'
import { ada } from './ada.ts'

/** In each test of a file Ada is signed in, and has no network. Gives what the shop says, and offers with the last word. */
export function adaOffline() {
  const heard: { said: string[]; offered: ToastOptions['action'] } = { said: [], offered: undefined }
  beforeEach(() => {
    heard.said = []
    for (const tone of ['success', 'error'] as const)
      vi.spyOn(notify, tone).mockImplementation((message, options) => {
        heard.offered = options?.action
        return String(heard.said.push(message))
      })
    setTransport(() => Promise.reject(new TypeError('Failed to fetch')))
    session.start(ada)
  })
  afterEach(() => {
    cleanup()
    cartView.clear()
    vi.restoreAllMocks()
  })
  return heard
}
