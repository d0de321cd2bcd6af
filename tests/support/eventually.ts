/** Real ones: a test may have put others in their place, and its clock must stand still while it waits. */
const { setTimeout, clearTimeout } = globalThis

const patience = 180_000

/**
 * Waits until the check passes, for as long as a busy machine may need and a test has. A faked clock does not move
 * meanwhile, as it would with `vi.waitFor`: what came too late would be waited for.
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  let last: unknown = new Error('Waited for something that never ended')
  const end = Promise.withResolvers<never>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    end.reject(last)
  }, patience)
  const poll = async (): Promise<T> => {
    while (!isOver) {
      try {
        return await check()
      } catch (error) {
        last = error
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw last
  }
  try {
    return await Promise.race([poll(), end.promise])
  } finally {
    clearTimeout(timer)
  }
}
