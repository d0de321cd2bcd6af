import { announceChange } from '../changes.ts'
import { causesOf, lockNotAvailable, sqlState } from '../db/db.ts'
import { describeFailure } from '../process/failure.ts'
import { foreseen } from '../process/startFailure.ts'
import { ApiError } from '../http/problem.ts'
import { Refusal } from './command.ts'
import type { DeskServices, Done } from './command.ts'
import { commands } from './commands.ts'

export type Call = { name: string; input: unknown }

/** What came of it. */
export type Answer = ({ isDone: true } & Done) | { isDone: false; text: string }

/** A change stays done even if the other processes are not told: their cached pages expire within the minute. */
async function announce({ db, log }: DeskServices, name: string): Promise<void> {
  try {
    await announceChange(db)
  } catch (error) {
    log.error(
      { command: name, ...describeFailure(error) },
      'A change made at the desk could not be announced',
    )
  }
}

/** Whether somebody else held for too long what it needs: a piece, or the embedded database's only session. */
const isKeptWaiting = (error: unknown): boolean =>
  sqlState(error) === lockNotAvailable ||
  causesOf(error).some(({ message }) => message === 'timeout exceeded when trying to connect')
const keptWaiting =
  'Something else is being changed just now, perhaps by another import. Please try again when that is done.'

/** Executes a command where the database is. A refused command changed nothing. */
export async function runCommand(services: DeskServices, { name, input }: Call): Promise<Answer> {
  const command = commands.find((one) => one.name === name)
  if (command === undefined || 'alone' in command)
    return { isDone: false, text: `This shop knows no command “${name}”.` }
  try {
    const { isUnseen = false, ...done } = await command.run(services, input)
    if (command.isSeen === true && !isUnseen) await announce(services, name)
    return { isDone: true, ...done }
  } catch (error) {
    if (error instanceof Refusal || error instanceof ApiError) return { isDone: false, text: error.message }
    if (isKeptWaiting(error)) return { isDone: false, text: keptWaiting }
    const known = foreseen(error, process.env)
    if (known !== null) return { isDone: false, text: `It could not be done: ${known}` }
    services.log.error({ command: name, ...describeFailure(error) }, 'A desk command failed')
    return { isDone: false, text: `It could not be done: ${describeFailure(error).message}` }
  }
}
