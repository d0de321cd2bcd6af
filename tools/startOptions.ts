import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const Package = v.object({ scripts: v.object({ start: v.string() }) })
const { scripts } = v.parse(
  Package,
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
)

const parts = / exec env (?<variables>.*) node (?<options>.*) server\/main\.ts$/.exec(scripts.start)?.groups
if (parts === undefined) throw new Error(`The start script has an unexpected form: ${scripts.start}`)
const { variables = '', options = '' } = parts

/**
 * The options that `npm start` gives Node, `… && exec env <variables> node <options> server/main.ts`, for whatever
 * starts the server in another way. `exec`, because a shell in between would swallow npm's signals.
 */
export const startOptions: readonly string[] = options.split(' ')

/** And what it puts into the server's environment, for the C library alone. */
export const startVariables: Readonly<Record<string, string>> = Object.fromEntries(
  variables.split(' ').map((variable) => variable.split('=', 2)),
)

/** An environment in which an empty variable is an absent one, as the server takes it: it takes the place of none. */
export const withoutEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
