import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import type { Problem } from '../catalogue/checking.ts'
import { importPieces } from '../catalogue/importing.ts'
import { ownTexts } from '../catalogue/pieceRecord.ts'
import { readNames, readPieces } from '../catalogue/records.ts'
import { removeDemo, removePieces } from '../catalogue/removing.ts'
import { leadingTo, narrowedTo } from '../content/mentions.ts'
import { demoFolder } from '../demo/demoCatalogue.ts'
import { keepAhead } from '../pictures/imported.ts'
import { kindOf, readCatalogue } from './catalogueFile.ts'
import { Refusal, WrongUse, command, named } from './command.ts'
import { word } from './fields.ts'
import { gather } from './gather.ts'
import { byPath, foldersFor, picturesFor } from './pictureFiles.ts'
import { SentPictures, callsFor } from './sentPictures.ts'
import { oneLine, table } from './table.ts'
import { typedPath } from './typedFile.ts'
import { writeCsv } from './writeCsv.ts'

const fileExpected = 'Please name a file that ends in .json or .csv.'
const mostShown = 200
const inSpreadsheet = 'Row'

const NamedThings = v.array(v.object({ name: v.string(), description: v.optional(v.string()) }))
/** Pictures that go ahead of the pieces that they are of. */
const Ahead = v.object({ ahead: SentPictures })
const ImportInput = v.object({
  pieces: v.array(
    v.object({
      row: v.number(),
      variant_rows: v.array(v.number()),
      fields: v.record(v.string(), v.unknown()),
    }),
  ),
  names: v.object({ collections: NamedThings, materials: NamedThings, gemstones: NamedThings }),
  pictures: SentPictures,
  problems: v.array(
    v.object({ row: v.number(), piece: v.string(), column: v.string(), message: v.string() }),
  ),
  guessed: v.array(v.string()),
  isDryRun: v.boolean(),
  rowName: v.string(),
})

const importCatalogue = command({
  name: 'catalogue import',
  usage: 'FILE.json|FILE.csv [--dry-run] [--pictures FOLDER]',
  summary: 'Adds pieces, and changes those whose SKU exists already: all of them, or none.',
  notes: [
    'Pieces that the file does not name stay as they are, and so does what it has no column for: a file with',
    'sku and price changes prices only. Leave out stock_quantity and variant_stock_quantity, which an export has,',
    'unless you have just counted: pieces may have been sold since the file was written. Pictures are paths, https',
    'addresses, or pictures of the shop.',
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'says what would be done, and does nothing' },
    pictures: { type: 'string', value: 'FOLDER', help: 'where the pictures are, if not beside the file' },
  },
  examples: ['catalogue.csv --dry-run', 'catalogue.csv', 'autumn.json --pictures photos'],
  isSeen: true,
  input: v.union([Ahead, ImportInput]),
  read: async (typed) => {
    const { file: given } = named(typed, 'file')
    if (given === undefined) throw new WrongUse(fileExpected)
    const file = typedPath(given)
    const { pictures: folder = null, 'dry-run': isDryRun = false } = typed.values
    const read = readCatalogue(file)
    const pictures = await gather(
      read,
      foldersFor(file, typeof folder === 'string' ? typedPath(folder) : null),
      isDryRun === true,
    )
    return { ...read, pictures, isDryRun, rowName: kindOf(file) === 'csv' ? inSpreadsheet : 'Piece no.' }
  },
  inTurns: (input) => ('ahead' in input ? [input] : picturesAhead(input)),
  work: async ({ db, clock, config }, input) => {
    if ('ahead' in input) {
      await keepAhead(db, input.ahead, clock())
      return { text: '', isUnseen: true }
    }
    const { rowName, guessed, ...given } = input
    const { pieces, problems, names } = given
    if ([pieces, problems, ...Object.values(names)].every(({ length }) => length === 0))
      throw new Refusal('There is no piece in the file.')
    const outcome = await importPieces(db, given, clock())
    if (!outcome.isDone) throw new Refusal(report(outcome.problems, rowName))
    const { added, changed, unchanged, gone, filed, described, respelt, steep, restocked, unpictured } =
      outcome
    const listed = (title: string, lines: readonly string[]) =>
      lines.length === 0
        ? []
        : [title, ...[...lines.slice(0, mostShown), ...more(lines.length)].map((line) => `  ${line}`)]
    const leading = await narrowedTo(
      db,
      // In other capitals it is found as before.
      respelt.flatMap(({ before, name }) => (name.toLowerCase() === before.toLowerCase() ? [] : before)),
      config.publicUrl,
    )
    const would = given.isDryRun ? 'This was a dry run: nothing was changed. It would have been: ' : ''
    const text = [
      `${would}${added.length} new, ${changed.length} changed, ${unchanged} as they were.`,
      ...(guessed.length === 0 ? [] : [encodingGuessed(guessed)]),
      ...listed('New:', added),
      ...listed('Changed:', changed),
      ...listed('Prices at most half of what they were, or at least twice. Is that right?', steep),
      ...listed('Stock that changes. Have you just counted?', restocked),
      ...listed('Pieces that lose all their pictures. Is that right?', unpictured),
      ...listed('Variants that are removed:', gone),
      ...listed('New collections, materials or gemstones:', filed),
      ...listed('New descriptions:', described),
      ...listed(
        'Spelt otherwise:',
        respelt.map(({ before, name }) => `${before} → ${name}`),
      ),
      ...(leading.length > 0 ? [leadingThere(leading)] : []),
    ].join('\n')
    return { text, isUnseen: given.isDryRun }
  },
})

type ImportInput = v.InferOutput<typeof ImportInput>

/**
 * An import whose pictures are too many for one call: first a dry run without them, so that faults are reported before
 * any is stored, then the pictures, then the import itself.
 */
function* picturesAhead(whole: ImportInput): Generator<ImportInput | v.InferOutput<typeof Ahead>> {
  const [first, ...others] = callsFor(whole.pictures)
  if (first === undefined || others.length === 0) {
    yield { ...whole, pictures: { ...whole.pictures, ...first?.() } }
    return
  }
  yield { ...whole, isDryRun: true }
  for (const pictures of [first, ...others]) yield { ahead: pictures() }
  yield whole
}

const leadingThere = (items: readonly string[]): string =>
  `The home page leads there: ${items.join(', ')}. Please change that with content set.`

const encodingGuessed = (words: readonly string[]): string =>
  `The file is not in UTF-8, and was read so: ${words.map((word) => `“${word}”`).join(', ')}. If that is wrong, save it as CSV UTF-8.`

const more = (count: number): string[] => (count > mostShown ? [`… and ${count - mostShown} more.`] : [])

/** A spreadsheet has a list in one cell, and the pictures’ texts beside them. */
const columnOf = (path: string): string =>
  /^images\.\d+\.alt_text$/.test(path) ? 'image_texts' : path.replace(/\..*$/, '')

function report(problems: readonly Problem[], rowName: string): string {
  const rows = problems
    .slice(0, mostShown)
    .map(({ row, piece, column, message }) => [
      row,
      piece,
      rowName === inSpreadsheet ? columnOf(column) : column,
      message,
    ])
  return [
    table([rowName, 'SKU', 'Column', 'What is wrong'], rows),
    ...more(problems.length),
    '',
    `${counted(problems.length, 'thing is', 'things are')} wrong, so nothing was imported.`,
  ].join('\n')
}

const exportCatalogue = command({
  name: 'catalogue export',
  usage: 'FILE.json|FILE.csv [--pictures FOLDER]',
  summary: 'Writes all pieces to a file. Importing it again changes nothing.',
  notes: [
    'With --pictures their pictures are written too, and the file names them by their paths in that folder: for',
    'another shop, whose import is given the same folder.',
  ],
  options: { pictures: { type: 'string', value: 'FOLDER', help: 'where the pictures are to be written' } },
  examples: ['catalogue.csv', 'backup.json', 'backup/all.json --pictures backup/pictures'],
  input: v.object({
    path: word(fileExpected, 4_000),
    kind: v.picklist(['csv', 'json']),
    folder: v.nullable(word('Please name the folder for the pictures.', 4_000)),
    more: v.optional(v.object({ names: v.array(v.string()), text: v.string() })),
  }),
  read: (typed) => {
    const { file } = named(typed, 'file')
    if (file === undefined) throw new WrongUse(fileExpected)
    const { pictures: folder } = typed.values
    return {
      path: typedPath(file),
      kind: kindOf(file),
      folder: typeof folder === 'string' ? typedPath(folder) : null,
    }
  },
  work: async ({ db }, { path, kind, folder, more }) => {
    if (folder !== null && more !== undefined) {
      const { files, rest } = await picturesFor(db, folder, more.names)
      const next = rest.length === 0 ? undefined : { path, kind, folder, more: { ...more, names: rest } }
      return { text: more.text, files, next }
    }
    const pieces = (await readPieces(db)).map(({ record }) => record)
    const { products, names } = folder === null ? { products: pieces, names: [] } : byPath(pieces)
    const content =
      kind === 'csv'
        ? writeCsv(products)
        : `${JSON.stringify({ ...(await readNames(db)), products: products.map((piece) => ({ ...piece, ...ownTexts(piece) })) }, null, 1)}\n`
    const said = `${counted(products.length, 'piece')} written to ${path}`
    const text =
      folder === null ? `${said}.` : `${said}, and ${counted(names.length, 'picture')} to ${folder}.`
    const next = names.length === 0 ? undefined : { path, kind, folder, more: { names, text } }
    return { text, files: [{ path, content }], next }
  },
})

const pieceExpected = 'Please give the SKUs of the pieces, or --demo for all that the shop began with.'

const removeFromCatalogue = command({
  name: 'catalogue remove',
  usage: 'SKU … | --demo [--dry-run]',
  summary: 'Withdraws pieces for good. All of those named, or none.',
  notes: [
    'Their reviews and their places in wishlists go with them. Orders keep their details; carts show them as unavailable.',
    'If an order is cancelled later, nothing of them is put back. --demo goes by the SKUs of the demo catalogue,',
    'so export first if you have put pieces of your own under some of them.',
  ],
  options: {
    demo: { type: 'boolean', help: 'what is left of the demo catalogue: its pieces, and its descriptions' },
    'dry-run': { type: 'boolean', help: 'says what would go, and removes nothing' },
  },
  examples: ['DMS-R-001 DMS-R-002', '--demo --dry-run', '--demo'],
  isSeen: true,
  input: v.object({
    skus: v.nullable(v.pipe(v.array(word(pieceExpected)), v.nonEmpty(pieceExpected))),
    isDryRun: v.boolean(),
  }),
  read: ({ positionals, values }) => {
    const isDemo = values['demo'] === true
    if (isDemo && positionals.length > 0) throw new WrongUse(pieceExpected)
    return { skus: isDemo ? null : positionals, isDryRun: values['dry-run'] === true }
  },
  work: async ({ db, config }, { skus, isDryRun }) => {
    const { gone, undescribed } =
      skus === null
        ? await removeDemo(db, demoFolder, isDryRun)
        : { gone: await removePieces(db, skus, isDryRun), undescribed: [] }
    const said = isDryRun ? 'This was a dry run: nothing was removed. It would have been' : 'Removed:'
    const leading = await leadingTo(
      db,
      gone.flatMap(({ addresses }) => addresses),
      config.publicUrl,
    )
    const text = [
      `${said} ${counted(gone.length, 'piece')}.`,
      ...gone.map(({ sku, name }) => `  ${oneLine(`${sku}  ${name}`)}`),
      ...(undescribed.length > 0
        ? [`The demo’s descriptions of these go, too: ${undescribed.map(oneLine).join(', ')}.`]
        : []),
      ...(leading.length > 0 ? [leadingThere(leading)] : []),
    ].join('\n')
    return { text, isUnseen: isDryRun || gone.length + undescribed.length === 0 }
  },
})

export const catalogueCommands = [importCatalogue, exportCatalogue, removeFromCatalogue]
