import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Has servers that start meanwhile write their log into a file; `read` gives what is in it so far. */
export async function withLog(run: (read: () => string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'damson-log-'))
  const path = join(folder, 'log')
  const file = openSync(path, 'a')
  // The server writes its log to wherever standard output is.
  const output = Object.getOwnPropertyDescriptor(process.stdout, 'fd')
  Object.defineProperty(process.stdout, 'fd', { value: file, configurable: true })
  try {
    await run(() => readFileSync(path, 'utf8'))
  } finally {
    if (output === undefined) Reflect.deleteProperty(process.stdout, 'fd')
    else Object.defineProperty(process.stdout, 'fd', output)
    // Left open until the process ends: what is logged late would fail, or land in what has its number by then.
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the line of a log says that is told so. @throws {Error} while there is none */
export function lineOf(log: string, told: string): unknown {
  const line = log.split('\n').find((each) => each.endsWith(`"msg":${JSON.stringify(told)}}`))
  if (line === undefined) throw new Error(`The log does not say '${told}'`)
  return JSON.parse(line)
}
