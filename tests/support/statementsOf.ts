import { expect } from 'vitest'
import { eventually } from './eventually.ts'
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

/**
 * The same of calls over the network, one for each of `crowd`, which have all arrived before any may query the database:
 * how many of them come together is then not left to the machine's pace.
 */
export async function statementsAtOnce<Caller, Answer>(
  { app, pool }: Pick<Shop, 'app' | 'pool'>,
  crowd: readonly Caller[],
  call: (caller: Caller, index: number) => Promise<Answer>,
): Promise<{ statements: number; answers: Answer[] }> {
  let arrived = 0
  const arrive = () => void (arrived += 1)
  let answers: Answer[] = []
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const release = () => {
    for (const connection of held.splice(0)) connection.release()
  }
  app.server.on('request', arrive)
  try {
    const statements = await statementsOf({ pool }, async () => {
      const calls = Promise.all(crowd.map(call))
      await eventually(() => expect(arrived).toBe(crowd.length))
      release()
      answers = await calls
    })
    return { statements, answers }
  } finally {
    release()
    app.server.off('request', arrive)
  }
}
