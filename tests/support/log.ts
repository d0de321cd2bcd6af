import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes servers that start meanwhile write their log into a file; `read` returns what is in it so far. */
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
    // Left open until the process ends: a late log line would fail, or end up in another file with the same number.
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The parsed line of a log with this message. @throws {Error} while there is none */
export function lineOf(log: string, told: string): unknown {
  const line = log.split('\n').find((each) => each.endsWith(`"msg":${JSON.stringify(told)}}`))
  if (line === undefined) throw new Error(`The log does not say '${told}'`)
  return JSON.parse(line)
}
