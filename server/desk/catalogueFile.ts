import { extname } from 'node:path'
import * as v from 'valibot'
import type { GivenNames } from '../catalogue/filing.ts'
import type { GivenPiece, Problem } from '../catalogue/checking.ts'
import { NamedThing, objectFault } from '../catalogue/pieceRecord.ts'
import { Refusal, WrongUse } from './command.ts'
import { readCsv } from './readCsv.ts'
import { readTypedText } from './typedFile.ts'

export type CatalogueFile = {
  pieces: GivenPiece[]
  names: GivenNames
  problems: Problem[]
  /** Words by which to tell whether its encoding was guessed rightly; none if the file says which it is. */
  guessed: string[]
}

const noNames = (): GivenNames => ({ collections: [], materials: [], gemstones: [] })

/** What kind of catalogue a file's name says it is. @throws {WrongUse} */
export function kindOf(path: string): 'csv' | 'json' {
  const ending = extname(path).toLowerCase()
  if (ending === '.csv') return 'csv'
  if (ending === '.json') return 'json'
  if (['.xlsx', '.xls', '.ods', '.numbers'].includes(ending))
    throw new WrongUse('That is a workbook. Open it, save the sheet as CSV, and name that file.')
  throw new WrongUse('The file’s name must end in .json or .csv.')
}

/**
 * Reads a catalogue from a file. Faults in its content are among the returned problems.
 * @throws {Refusal} when it is none at all
 */
export function readCatalogue(path: string): CatalogueFile {
  const kind = kindOf(path)
  const { text, isGuessed } = readTypedText(path)
  const read = kind === 'csv' ? { ...readCsv(text), names: noNames() } : readJson(text)
  return { ...read, guessed: isGuessed ? tellingWords(text) : [] }
}

/** A few of those whose letters are not the same in every encoding. */
const tellingWords = (text: string): string[] =>
  [...new Set(text.match(/[\p{L}\p{N}]*[^\s\p{ASCII}“”‘]+[\p{L}\p{N}’]*/gu))].slice(0, 5)

const named = v.array(NamedThing, 'must be a list')
const itsLists = 'its lists are products, collections, materials and gemstones'
const noProducts = 'it needs a list called products.'
/** What else an export or the demo's file has: of no use to an import. */
const passedOver = v.optional(v.unknown())
/** Names may come by themselves, to be described or spelt. */
const Document = v.pipe(
  v.strictObject(
    {
      products: v.optional(v.array(v.record(v.string(), v.unknown(), objectFault), 'must be a list')),
      collections: v.optional(named, []),
      materials: v.optional(named, []),
      gemstones: v.optional(named, []),
      categories: passedOver,
      hero_slides: passedOver,
      banners: passedOver,
      promise_items: passedOver,
      offer_lines: passedOver,
      hero_grid_images: passedOver,
      coupons: passedOver,
    },
    (issue) => (issue.expected === 'never' ? `${objectFault(issue)}: ${itsLists}` : noProducts),
  ),
  v.transform(({ products, collections, materials, gemstones }) => ({
    products,
    names: { collections, materials, gemstones },
  })),
  v.check(
    ({ products, names }) => products !== undefined || Object.values(names).some(({ length }) => length > 0),
    noProducts,
  ),
)

function readJson(content: string): Omit<CatalogueFile, 'guessed'> {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    throw new Refusal(`The file is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const checked = v.safeParse(Document, Array.isArray(json) ? { products: json } : json)
  if (!checked.success) {
    const [issue] = checked.issues
    const { message } = issue
    throw new Refusal(
      `The file is not a catalogue: ${message === noProducts ? message : `${v.getDotPath(issue) ?? ''} ${message}`}`,
    )
  }
  const { products = [], names } = checked.output
  const pieces = products.map((fields, index) => ({ row: index + 1, variant_rows: [], fields }))
  return { pieces, names, problems: [] }
}
