type Held = Lock | null | undefined

/**
 * Does the work while this tab alone has the lock of this name; with `ifAvailable` the work gets null if another tab
 * has it, and once `signal` ends the wait it is done without. A browser without locks, or that refuses them as Chromium
 * does with site data blocked, has only one tab that matters: the work is then done without a lock, and is passed
 * nothing.
 */
export async function withLock<T>(
  name: string,
  work: (lock?: Held) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work()
  let isBegun = false
  try {
    return await navigator.locks.request(name, options, (lock) => {
      isBegun = true
      return work(lock)
    })
  } catch (error) {
    if (isBegun) throw error
    return work()
  }
}
