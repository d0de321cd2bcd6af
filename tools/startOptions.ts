import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Package = v.object({ scripts: v.object({ start: v.string() }) })
const { scripts } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
)

/** What `npm start` tells Node, `node <options> server/main.ts`, for whoever starts the server otherwise. */
export const startOptions: readonly string[] = scripts.start.split(' ').slice(1, -1)
