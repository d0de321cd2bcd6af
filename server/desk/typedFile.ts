import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from './command.ts'

/** A path as meant where it was typed: npm runs the desk in the shop's own folder, and says where it was called. */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path)

/** What is in a file whose path was typed. @throws {Refusal} when it cannot be had */
export function readTyped(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT') throw new Refusal(`There is no file ${path}.`)
    throw new Refusal(`${path} cannot be read (${String(code)}).`)
  }
}
