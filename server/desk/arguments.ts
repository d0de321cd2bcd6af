import { parseArgs } from 'node:util'
import { WrongUse } from './command.ts'
import type { Command, Typed } from './command.ts'
import { commands } from './commands.ts'
import { facts } from './table.ts'

type Parsed = { kind: 'help'; text: string } | { kind: 'command'; command: Command; typed: Typed }

/** Finds the command that was typed, and what was typed with it. @throws {WrongUse} */
export function parseCommand(words: readonly string[]): Parsed {
  const [first, second] = words
  if (first === undefined || first === 'help' || first === '--help' || first === '-h')
    return { kind: 'help', text: overview(commands) }
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first)
  const wantsHelp = words.includes('--help') || words.includes('-h')
  if (command === undefined) {
    const family = commands.filter(({ name }) => name.startsWith(`${first} `))
    if (family.length > 0 && wantsHelp) return { kind: 'help', text: overview(family) }
    const known = family.length > 0 ? family : commands
    throw new WrongUse(
      `There is no command “${words.slice(0, family.length > 0 ? 2 : 1).join(' ')}”. There are: ${known.map(({ name }) => name).join(', ')}.`,
    )
  }
  if (wantsHelp) return { kind: 'help', text: helpFor(command) }
  const rest = words.slice(command.name.split(' ').length)
  return { kind: 'command', command, typed: typedFor(command, rest) }
}

function typedFor(command: Command, words: readonly string[]): Typed {
  // `-3` takes three pieces away; it is no option.
  const isMinus = (given: string) => /^-\d+$/.test(given)
  const args = words.filter((given) => !isMinus(given))
  const minuses = words.filter(isMinus)
  if (minuses.length > 0) args.push('--', ...minuses)
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
  )
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    return { positionals, values }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new WrongUse(`${message.split('. ')[0]}. See: npm run desk -- ${command.name} --help`)
  }
}

/** Without these a command does what whoever typed them wanted not to be done. */
const reversing = ['dry-run', 'undo']

/**
 * Without `--` before the command, npm takes for its own what begins with a hyphen, says nothing, and leaves it in the
 * environment: `--dry-run` would be done in earnest, also by a command that has none.
 * @throws {WrongUse}
 */
export function refuseKeptByNpm(
  { name, options = {} }: Command,
  { values }: Typed,
  environment: NodeJS.ProcessEnv,
): void {
  const isKept = (option: string) =>
    !['', 'false', undefined].includes(environment[`npm_config_${option.replaceAll('-', '_')}`])
  const unknown = reversing.find((option) => !(option in options) && isKept(option))
  if (unknown !== undefined)
    throw new WrongUse(
      `${name} has no --${unknown}, and nothing was done. See: npm run desk -- ${name} --help`,
    )
  const kept = Object.keys(options).find((option) => values[option] === undefined && isKept(option))
  if (kept !== undefined)
    throw new WrongUse(
      `npm has kept --${kept} to itself, and nothing was done. Type -- before the command: npm run desk -- ${name} … --${kept}`,
    )
}

const codes = 'Exit codes: 0 done, 1 failed, with the reason, 2 wrong use.'

function overview(some: readonly Command[]): string {
  return [
    'The jeweller’s desk. It works on a running shop and on one that is closed.',
    '',
    ...some.flatMap(({ name, usage, summary }) => [`  ${name} ${usage}`.trimEnd(), `      ${summary}`]),
    '',
    'More on each: npm run desk -- COMMAND --help',
    codes,
  ].join('\n')
}

function helpFor({ name, usage, summary, notes = [], examples, options = {} }: Command): string {
  const flags = Object.entries(options).map(
    ([flag, { value, help }]) => [`  --${flag}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  return [
    `npm run desk -- ${name} ${usage}`.trimEnd(),
    '',
    summary,
    ...notes,
    ...(flags.length === 0 ? [] : ['', 'Options:', facts(flags)]),
    '',
    'Examples:',
    ...examples.map((example) => `  npm run desk -- ${name} ${example}`.trimEnd()),
    '',
    codes,
  ].join('\n')
}
