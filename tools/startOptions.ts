import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Package = v.object({ scripts: v.object({ start: v.string() }) })
const { scripts } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
)

const parts = / exec env (?<variables>.*) node (?<options>.*) server\/main\.ts$/.exec(scripts.start)?.groups
if (parts === undefined) throw new Error(`The start script is of another form: ${scripts.start}`)
const { variables = '', options = '' } = parts

/**
 * What `npm start` tells Node, `… && exec env <variables> node <options> server/main.ts`, for whoever starts the server
 * otherwise. `exec`, because a shell in between would keep npm's signals for itself.
 */
export const startOptions: readonly string[] = options.split(' ')

/** And what it puts into the server's environment, for the C library alone. */
export const startVariables: Readonly<Record<string, string>> = Object.fromEntries(
  variables.split(' ').map((variable) => variable.split('=', 2)),
)
