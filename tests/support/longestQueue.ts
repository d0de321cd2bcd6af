import type { Shop } from './shop.ts'

/** How many waited for the shop's database at a time, at most, while this was done. */
export async function longestQueue(
  { pool }: Pick<Shop, 'pool'>,
  work: () => Promise<unknown>,
): Promise<number> {
  let longest = 0
  const look = () => (longest = Math.max(longest, pool.waitingCount))
  pool.on('acquire', look)
  await work()
  pool.off('acquire', look)
  return longest
}
