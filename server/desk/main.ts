import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { ConfigError, readDeskConfig } from '../config.ts'
import { textOf } from '../process/failure.ts'
import { paymentGateway } from '../payments/gateway.ts'
import { foreseen } from '../process/startFailure.ts'
import { parseCommand, refuseKeptByNpm } from './arguments.ts'
import { type NewFile, Refusal, WrongUse, thereIs } from './command.ts'
import { ask, leftWithTheShop } from './reach.ts'

/** Exit codes, the same for every command. */
const done = 0
const failed = 1
const wrongUse = 2

/** Customers' text is printed as it is, without characters that control the terminal or reverse a line. */
const printable = (text: string): string =>
  text.replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')

/** @throws {Refusal} */
function write(file: NewFile): void {
  try {
    put(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    // Not of a folder that cannot be made, where a file has its name.
    if (code === 'EEXIST' && existsSync(file.path)) throw new Refusal(thereIs(file.path))
    throw new Refusal(`${file.path} cannot be written (${String(code)}).`)
  }
}

function put({ path, content, encoding, isPrivate = false, isReplaceable = false }: NewFile): void {
  mkdirSync(dirname(path), { recursive: true })
  if (isReplaceable) return writeFileSync(path, content, encoding)
  // An existing file would keep its permissions, however open.
  if (isPrivate && isEarlier(path, content)) rmSync(path)
  const file = openSync(path, 'wx', isPrivate ? 0o600 : undefined)
  try {
    writeFileSync(file, content, encoding)
  } catch (error) {
    // Half a file, of a disk that is full, would keep the name from the next attempt.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Whether what is there begins with the first line of what is to be written: another of the same kind. */
function isEarlier(path: string, content: string): boolean {
  if (!existsSync(path)) return false
  const ours = Buffer.from(content.split('\n', 1).join(''))
  const theirs = Buffer.alloc(ours.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, theirs)
  } finally {
    closeSync(file)
  }
  return theirs.equals(ours)
}

async function work(words: readonly string[]): Promise<number> {
  const parsed = parseCommand(words)
  if (parsed.kind === 'help') {
    console.log(parsed.text)
    return done
  }
  const { command, typed } = parsed
  refuseKeptByNpm(command, typed, process.env)
  if ('alone' in command) {
    const config = readDeskConfig(process.env, command.makesShop)
    const text = await command.alone(config, typed, (line) => console.log(printable(line)))
    console.log(printable(text))
    return done
  }
  const gathered = await command.prepare(typed)
  const written: NewFile[] = []
  try {
    let text = ''
    for (const turn of command.inTurns?.(gathered) ?? [gathered]) {
      for (let input: unknown = turn; input !== undefined;) {
        const call = { name: command.name, input }
        const answer = await ask(readDeskConfig(process.env), call, paymentGateway())
        if (!answer.isDone) throw new Refusal(answer.text)
        for (const file of answer.files ?? []) {
          write(file)
          written.push(file)
        }
        text = answer.text
        input = answer.next
      }
    }
    console.log(printable(text))
    return done
  } catch (error) {
    // The first of several files would keep its name from the next attempt, too.
    for (const { path, isReplaceable } of written) if (!isReplaceable) rmSync(path, { force: true })
    throw error
  }
}

// Unlike the signal itself, this lets a command remove what it has half done. The codes are those that shells give.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    const left = leftWithTheShop()
    if (left !== null) console.error(left)
    process.exit(128 + constants.signals[signal])
  })

try {
  process.exitCode = await work(process.argv.slice(2))
} catch (error) {
  process.exitCode = error instanceof WrongUse ? wrongUse : failed
  const isExpected = error instanceof WrongUse || error instanceof Refusal || error instanceof ConfigError
  const message = isExpected ? error.message : (foreseen(error, process.env) ?? textOf(error))
  // It may quote a file, which somebody else may have written.
  console.error(printable(isExpected ? message : `It could not be done: ${message}`))
}
