import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { perTab } from '#src/lib/storage.ts'

const key = 'reset_token'
const sentKey = 'reset_sent'
const never = () => () => undefined
const kept = (): string | null => perTab.get(key)

/**
 * The token of an emailed link. It is kept for this tab, so that it survives a reload, and `onRead` is called once it
 * is kept, to remove it from the address bar. Undefined while a page without one hydrates; null when there is none at
 * all.
 */
export function useResetToken(given: string | undefined, onRead: () => void): string | null | undefined {
  const takeOver = useEffectEvent((token: string) => {
    perTab.set(key, token)
    onRead()
  })
  useEffect(() => {
    if (given !== undefined) takeOver(given)
  }, [given])
  const found = useSyncExternalStore(never, kept, () => undefined)
  return given ?? found
}

/** It has done its work. */
export function dropResetToken(): void {
  perTab.remove(key)
  perTab.remove(sentKey)
}

/**
 * Whether a password was sent with this token, or else the one that is kept, and no answer was heard: it may have done
 * its work.
 */
export function isResetInDoubt(token = kept()): boolean {
  return token !== null && perTab.get(sentKey) === token
}

/** To be called before a password is sent: a page that is loaded again while it waits hears no answer either. */
export const doubtReset = (token: string): void => perTab.set(sentKey, token)

/** The answer was heard. */
export const settleReset = (): void => perTab.remove(sentKey)
