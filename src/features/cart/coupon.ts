import { useSyncExternalStore } from 'react'
import { checkCoupon } from '#contract/coupons.ts'
import { perTab } from '#src/lib/storage.ts'

/** A coupon the client knows: its code in normal form and what it takes off. */
export type Coupon = { code: string; percent: number }

const key = 'coupon'
const listeners = new Set<() => void>()
let code: string | null = null
let applied: Coupon | null = null

function read(): Coupon | null {
  const stored = perTab.get(key)
  // The same object until the code changes, or React would render without end.
  if (stored !== code) {
    const checked = stored === null ? null : checkCoupon(stored)
    applied = checked !== null && 'percent' in checked ? checked : null
    code = stored
  }
  return applied
}

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes a code as typed; gives the message to show when it is no good. It stays for this tab, also over a reload. */
export function applyCoupon(typed: string): string | null {
  const checked = checkCoupon(typed)
  if ('message' in checked) return checked.message
  perTab.set(key, checked.code)
  tell()
  return null
}

export function dropCoupon() {
  perTab.remove(key)
  tell()
}

/** The coupon in use; none while a server-rendered page wakes up. */
export const useCoupon = (): Coupon | null => useSyncExternalStore(subscribe, read, () => null)
