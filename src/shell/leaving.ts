import type { User } from '#contract/auth.ts'

// The customer being signed out: the tokens go at once, but menus go on showing 'Signing Out...' until it is done.
let leaving: User | null = null
const listeners = new Set<() => void>()

export function setLeaving(user: User | null) {
  leaving = user
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isSigningOut = (): boolean => leaving !== null

export const whoIsLeaving = (): User | null => leaving
