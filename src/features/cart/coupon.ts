import { useSyncExternalStore } from 'react'
import { checkCoupon, couponTexts } from '#contract/coupons.ts'
import { paths } from '#contract/paths.ts'
import { http, session } from '#src/lib/client.ts'
import { perTab } from '#src/lib/storage.ts'

/** A coupon in its normal form and what it takes off. */
export type Coupon = { code: string; percent: number }

const key = 'coupon'
const listeners = new Set<() => void>()
let kept: string | null = null
let applied: Coupon | null = null

/** Whose it is stays with it: a tab may be opened again, or come back, with somebody else signed in. */
const customer = () => session.state().user?.id ?? 'guest'

// An earlier build kept no customer with it, and removed it when one left.
const unnamed = perTab.get(key)
if (/^\S+ \d+$/.test(unnamed ?? '')) perTab.set(key, `${unnamed} ${customer()}`)

function read(): Coupon | null {
  const found = perTab.get(key)
  const stored = found !== null && isOf(found, customer()) ? found : null
  // The same object until the coupon changes, or React would rerender endlessly.
  if (stored !== kept) {
    applied = stored === null ? null : parse(stored)
    kept = stored
  }
  return applied
}

const isOf = (stored: string, whose: string) => stored.endsWith(` ${whose}`)

/** `SAVE10 10 1`, as it is kept for customer 1. */
function parse(stored: string): Coupon | null {
  const [, code, percent] = /^(\S+) (\d{1,2}|100) /.exec(stored) ?? []
  return code === undefined ? null : { code, percent: Number(percent) }
}

function tell() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = session.subscribe(listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

/** Counts what the shopper has wanted of the coupon: an answer counts only while that is the latest. */
let wishes = 0

/**
 * Applies a typed code; returns the message to show if it is not valid, and undefined if the shopper has asked for
 * another since, or for none, or has left. The coupon stays for this tab, even over a reload, and over the end of a
 * session that has merely expired.
 */
export async function applyCoupon(typed: string): Promise<string | null | undefined> {
  wishes += 1
  const [wish, whose] = [wishes, customer()]
  const checked = await check(typed)
  if (wish !== wishes || whose !== customer()) return undefined
  if ('message' in checked) return checked.message
  perTab.set(key, `${checked.code} ${checked.percent} ${whose}`)
  tell()
  return null
}

/** The server knows the coupons; without it, the browser knows the demo's, and the server checks the order anyway. */
async function check(typed: string): Promise<Coupon | { message: string }> {
  const schema = async () => (await import('#contract/couponCheck.ts')).CouponAnswer
  const { body, error } = await http.post(paths.coupon, { schema, body: { code: typed } })
  if (error === null) return body
  if (error.code !== 'offline' && error.code !== 'server_unreachable') return error
  const known = checkCoupon(typed)
  // That it knows no such code does not mean that the shop has none.
  return 'message' in known && known.message === couponTexts.invalid ? error : known
}

export function dropCoupon() {
  wishes += 1
  perTab.remove(key)
  tell()
}

/** This customer has left for good. */
export function forgetCoupon(left: string): void {
  if (isOf(perTab.get(key) ?? '', left)) dropCoupon()
}

/** The coupon in use; none while a server-rendered page hydrates. */
export const useCoupon = (): Coupon | null => useSyncExternalStore(subscribe, read, () => null)
