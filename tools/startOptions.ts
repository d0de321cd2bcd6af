import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Package = v.object({ scripts: v.object({ start: v.string() }) })
const { scripts } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
)

/**
 * What `npm start` tells Node, `… && exec node <options> server/main.ts`, for whoever starts the server otherwise. `exec`,
 * because a shell in between would keep npm's signals for itself.
 */
export const startOptions: readonly string[] = (scripts.start.split('exec node ')[1] ?? '')
  .split(' ')
  .slice(0, -1)
