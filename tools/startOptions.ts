import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Package = v.object({ scripts: v.object({ start: v.string() }) })
const { scripts } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
)

/** What `npm start` has V8 do, for whoever starts the server otherwise and wants the same one. */
export const startOptions: readonly string[] = scripts.start.match(/--[\w-]+=\S+/g) ?? []
