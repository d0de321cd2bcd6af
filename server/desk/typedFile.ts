import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from './command.ts'

/** A path as meant where it was typed: npm runs the desk in the shop's own folder, and says where it was called. */
export const typedPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path)

/** What is in a file whose path was typed. @throws {Refusal} when it cannot be had */
function readTyped(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT') throw new Refusal(`There is no file ${path}.`)
    throw new Refusal(`${path} cannot be read (${String(code)}).`)
  }
}

/** `isGuessed` if nothing says in what encoding it was saved. */
export type TypedText = { text: string; isGuessed: boolean }

/**
 * The same of a text as editors and spreadsheet programs save it: UTF-8, UTF-16, or if it is neither, Windows’ own or the
 * old one of Macs.
 * @throws {Refusal} also when it is a workbook
 */
export function readTypedText(path: string): TypedText {
  const content = readTyped(path)
  // What .xlsx, .ods and .numbers files begin with, and .xls.
  if (['504b0304', 'd0cf11e0'].includes(content.toString('hex', 0, 4)))
    throw new Refusal('The file is a workbook under another name. Open it, and save the sheet as CSV.')
  const encoding = utf16Of(content)
  if (encoding !== null) return { text: new TextDecoder(encoding).decode(content), isGuessed: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), isGuessed: false }
  } catch {
    // Excel for Mac ends the lines of what it saves in Apple's own encoding as that system once did.
    const isOfMac = /\r(?!\n)/.test(content.toString('latin1'))
    return { text: new TextDecoder(isOfMac ? 'macintosh' : 'windows-1252').decode(content), isGuessed: true }
  }
}

/** Some programs leave out the mark; but where the other half of a character is empty, it is one of ASCII's. */
function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
}
