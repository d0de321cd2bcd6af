import type { Shop } from './shop.ts'

/** How often `work` queries the shop's database; each statement outside a transaction counts. */
export async function statementsOf({ pool }: Pick<Shop, 'pool'>, work: () => Promise<void>): Promise<number> {
  let count = 0
  const counting = () => void (count += 1)
  pool.on('acquire', counting)
  await work()
  pool.off('acquire', counting)
  return count
}
