// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { storageKeys } from '#contract/storageKeys.ts'
import { AppError } from '#src/lib/AppError.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { forgetOwn, keep } from '#src/offline/copies.ts'
import { savedFirst } from '#src/offline/savedFirst.ts'
import { eventually } from '#tests/support/eventually.ts'

const offline = new AppError('offline', 'Network error. Please try again.', 500)
const cart = { id: 'cart', items: [], total: '0.00' }
const visit = () => createQueryClient({ say: () => undefined, persister: savedFirst })

function signIn() {
  localStorage.setItem(storageKeys.refresh, 'refresh')
  localStorage.setItem(storageKeys.user, JSON.stringify({ id: 'ada' }))
}

// jsdom has no IndexedDB, like a browser that refuses it.
it('without IndexedDB cart and wishlist are kept in localStorage until they sign out, and nothing else is', async () => {
  signIn()
  const client = visit()
  keep(client)
  client.setQueryData(['my', 'cart', 'ada'], cart)
  client.setQueryData(['my', 'wishlist', 'ada'], [])
  client.setQueryData(['my', 'cart', 'grace'], cart)
  client.setQueryData(['content', 'offer-line'], [{ text: 'Ten per cent off' }])
  const kept = () => localStorage.getItem('damson-own') ?? ''
  await eventually(() => expect(kept()).toContain('wishlist'))
  expect(kept()).not.toMatch(/grace|offer-line/)

  const readOffline = () =>
    visit().fetchQuery({ queryKey: ['my', 'cart', 'ada'], queryFn: () => Promise.reject(offline) })
  expect(await readOffline()).toEqual(cart)
  const written = JSON.parse(kept())
  localStorage.setItem('damson-own', JSON.stringify({ ...written, buster: 'of another version' }))
  await expect(readOffline()).rejects.toBe(offline)

  localStorage.clear()
  await forgetOwn().catch(() => undefined)
  client.setQueryData(['my', 'cart', 'ada'], { ...cart, total: '1.00' })
  await expect(readOffline()).rejects.toBe(offline)
  expect(kept()).toBe('')
})

it('nor are they for whoever signs out in the moment in which they are being kept', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  signIn()
  const opening = vi.fn<() => void>()
  const open = () => {
    opening()
    throw new DOMException('Not in this browser', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = visit()
  keep(client)
  // What a start clears away would hide it.
  await vi.advanceTimersByTimeAsync(5_000)
  opening.mockReset().mockImplementation(() => localStorage.clear())
  client.setQueryData(['my', 'cart', 'ada'], cart)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(opening).toHaveBeenCalled()
  expect(localStorage.getItem('damson-own')).toBeNull()
})
