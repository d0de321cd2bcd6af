import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { PaymentGateway } from '../payments/port.ts'
import type { Services } from '../services.ts'

/** Why a command was not done; `message` is for the jeweller. Nothing was changed. */
export class Refusal extends Error {}

/** The words typed make no command; `message` says what is wrong with them. */
export class WrongUse extends Error {}

export type DeskServices = Services & {
  gateway: PaymentGateway
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

export type Option = {
  type: 'string' | 'boolean'
  /** The placeholder for the value in the help, such as `NUMBER`. */
  value?: string
  help: string
}

/** What was typed after a command's name. */
export type Typed = {
  positionals: readonly string[]
  values: Readonly<Record<string, string | boolean | undefined>>
}

/**
 * A file to be written where the command was typed; bytes as base64. Private ones name people: nobody else may read
 * them, and they are written over an earlier one, which begins with the same line. Only replaceable ones are written
 * over whatever is there: it may have been edited since.
 */
export type NewFile = {
  path: string
  content: string
  encoding?: 'utf8' | 'base64' | undefined
  isPrivate?: boolean | undefined
  isReplaceable?: boolean | undefined
}

/** Why a file is not written. */
export const thereIs = (path: string): string => `There is a file ${path} already. Give another name.`

/**
 * What a command prints when it is done, the files that it produces, and, where more follow, the `next` to call it
 * with: an answer is held in memory as a whole. `isUnseen` if this time it changed nothing that shoppers see.
 */
export type Done = {
  text: string
  files?: readonly NewFile[] | undefined
  next?: unknown
  isUnseen?: boolean
}

type Description = {
  /** One or two words. */
  name: string
  /** What follows the name. */
  usage: string
  summary: string
  /** What there is to know besides, in whole lines. */
  notes?: readonly string[]
  examples: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** What shoppers see is changed by it. */
  isSeen?: boolean
}

/** Done by the process in which it is typed, which has the shop for itself: no running shop takes part. */
export type AloneCommand = Description & {
  /** Whether the data folder need not have a shop yet. */
  makesShop?: boolean
  /** Says what it does on the way with `tell`, and at the end what came of it. @throws {WrongUse} @throws {Refusal} */
  alone: (config: Config, typed: Typed, tell: (line: string) => void) => Promise<string>
}

export type SharedCommand = Description & {
  /** Gathers what the command needs from what was typed; files are read here, where they are. @throws {WrongUse} */
  prepare: (typed: Typed) => Promise<unknown>
  /** What is asked in place of all that was gathered, each made when the one before is answered; what is refused ends it. */
  inTurns?: ((input: unknown) => Iterable<unknown>) | undefined
  /** Does it, where the database is. @throws {Refusal} */
  run: (services: DeskServices, input: unknown) => Promise<Done>
}

export type Command = SharedCommand | AloneCommand

export const aloneCommand = ({
  run,
  ...description
}: Description & Pick<AloneCommand, 'makesShop'> & { run: AloneCommand['alone'] }): AloneCommand => ({
  ...description,
  alone: run,
})

/** A command whose input is checked twice by one schema: where it is typed, and where it is carried out. */
export function command<S extends v.GenericSchema>(
  given: Description & {
    input: S
    read: (typed: Typed) => unknown
    inTurns?: (input: v.InferOutput<S>) => Iterable<v.InferInput<S>>
    work: (services: DeskServices, input: v.InferOutput<S>) => Promise<string | Done>
  },
): SharedCommand {
  const { input: schema, read, inTurns, work, ...description } = given
  return {
    ...description,
    prepare: async (typed) => {
      const input: unknown = await read(typed)
      const checked = v.safeParse(schema, input)
      if (checked.success) return input
      throw new WrongUse(checked.issues[0].message)
    },
    inTurns: inTurns && ((input) => inTurns(v.parse(schema, input))),
    run: async (services, input) => {
      const done = await work(services, v.parse(schema, input))
      return typeof done === 'string' ? { text: done } : done
    },
  }
}

/** The words a command was given, by name, and no more of them than it has names for. */
export function named<Name extends string>(
  { positionals }: Typed,
  ...names: readonly Name[]
): Record<Name, string | undefined> {
  if (positionals.length > names.length)
    throw new WrongUse(
      `“${positionals[names.length]}” is one word too many. Put names with spaces in quotes.`,
    )
  return Object.fromEntries(names.map((name, index) => [name, positionals[index]])) as Record<
    Name,
    string | undefined
  >
}
