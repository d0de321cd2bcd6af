import { extname } from 'node:path'
import * as v from 'valibot'
import type { GivenNames } from '../catalogue/filing.ts'
import type { GivenPiece, Problem } from '../catalogue/checking.ts'
import { NamedThing } from '../catalogue/pieceRecord.ts'
import { Refusal, WrongUse } from './command.ts'
import { readCsv } from './csv.ts'
import { readTyped } from './typedFile.ts'

export type CatalogueFile = { pieces: GivenPiece[]; names: GivenNames; problems: Problem[] }

const noNames = (): GivenNames => ({ collections: [], materials: [], gemstones: [] })

/** What kind of catalogue a file's name says it is. @throws {WrongUse} */
export function kindOf(path: string): 'csv' | 'json' {
  const ending = extname(path).toLowerCase()
  if (ending === '.csv') return 'csv'
  if (ending === '.json') return 'json'
  throw new WrongUse('The file’s name must end in .json or .csv.')
}

/**
 * Reads a catalogue from a file. Faults in its content are among the returned problems.
 * @throws {Refusal} when it is none at all
 */
export function readCatalogue(path: string): CatalogueFile {
  const kind = kindOf(path)
  const content = decode(readTyped(path))
  return kind === 'csv' ? { ...readCsv(content), names: noNames() } : readJson(content)
}

/** Text as spreadsheet programs save it: UTF-8, UTF-16 with a mark, or Windows’ own if it is not UTF-8. */
function decode(content: Buffer): string {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe
  if (isUtf16) return new TextDecoder('utf-16le').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

const named = v.array(NamedThing)
const Document = v.object({
  products: v.array(v.record(v.string(), v.unknown())),
  collections: v.optional(named, []),
  materials: v.optional(named, []),
  gemstones: v.optional(named, []),
})

function readJson(content: string): CatalogueFile {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    throw new Refusal(`The file is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const checked = v.safeParse(Document, Array.isArray(json) ? { products: json } : json)
  if (!checked.success) {
    const [issue] = checked.issues
    throw new Refusal(`The file is not a catalogue: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
  }
  const { products, ...names } = checked.output
  const pieces = products.map((fields, index) => ({ row: index + 1, variant_rows: [], fields }))
  return { pieces, names, problems: [] }
}
