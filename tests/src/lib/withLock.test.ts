import { expect, it } from 'vitest'
import { withLock } from '#src/lib/withLock.ts'

// Node has locks, as browsers do.
it('work that fails while it has the lock is not done once more without it', async () => {
  let times = 0
  const failing = withLock('a lock', () => {
    times += 1
    return Promise.reject(new Error('The work failed'))
  })
  await expect(failing).rejects.toThrow('The work failed')
  expect(times).toBe(1)
})
