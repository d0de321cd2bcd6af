// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { storageKeys } from '#contract/storageKeys.ts'
import { AppError } from '#src/lib/AppError.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { forgetOwn, keep } from '#src/offline/copies.ts'
import { savedFirst } from '#src/offline/savedFirst.ts'
import { eventually } from '#tests/support/eventually.ts'

const offline = new AppError('offline', 'Network error. Please try again.', 500)
const cart = { id: 'cart', items: [], total: '0.00' }
const visit = () => createQueryClient({ say: () => undefined, persister: savedFirst })

// jsdom has no IndexedDB, like a browser that refuses it.
it('without IndexedDB cart and wishlist are kept in localStorage until they sign out, and nothing else is', async () => {
  localStorage.setItem(storageKeys.refresh, 'refresh')
  localStorage.setItem(storageKeys.user, JSON.stringify({ id: 'ada' }))
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

  localStorage.clear()
  await forgetOwn().catch(() => undefined)
  client.setQueryData(['my', 'cart', 'ada'], { ...cart, total: '1.00' })
  await expect(readOffline()).rejects.toBe(offline)
  expect(kept()).toBe('')
})
