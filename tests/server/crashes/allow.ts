import { once } from 'node:events'
import { type Program, startServer } from '#tests/support/program.ts'

/** A server that can be told after how many steps to die: `mortal.ts`. */
export const startMortal = (environment: Readonly<Record<string, string>>): Program =>
  startServer(environment, 'tests/server/crashes/mortal.ts')

export const noEnd = 0

/** Lets the server take so many more steps; returns how many it has taken since it was last told. */
export async function allow({ child }: Program, steps: number): Promise<number> {
  const answered = once(child, 'message')
  child.send(steps)
  const [done] = await answered
  return done as number
}
