import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import type { Banner, HeroGridImage, HeroSlide, OfferLine, PromiseItem } from '#contract/content.ts'
import {
  heroGridImages,
  heroSlides,
  holdContent,
  offerBanners,
  offerLines,
  promiseItems,
  replaceContent,
} from '../content/store.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { isPicturePath, picturePath, withoutVersion } from '../pictures/addresses.ts'
import { keepPictures, knownPicture } from '../pictures/imported.ts'
import type { NewPicture } from '../pictures/imported.ts'
import { Refusal, WrongUse, command, named } from './command.ts'
import type { Option, Typed } from './command.ts'
import { leadingNowhere } from './contentLinks.ts'
import { type Part, partNames, parts } from './contentParts.ts'
import { foldersFor, readPicture } from './pictureFiles.ts'
import { SentPictures } from './sentPictures.ts'
import { facts } from './table.ts'
import { readTypedText, typedPath } from './typedFile.ts'

const partExpected = `Please say which: ${partNames.join(', ')}.`
const fileExpected = 'Please name a file that ends in .json.'
const PartName = v.picklist(partNames, partExpected)

type Item = HeroSlide | Banner | HeroGridImage | PromiseItem | OfferLine

function read(db: Db, part: Part): Promise<Item[]> {
  switch (part) {
    case 'hero':
      return heroSlides(db)
    case 'banners':
      return offerBanners(db)
    case 'hero_grid':
      return heroGridImages(db)
    case 'promise':
      return promiseItems(db)
    case 'offer':
      return offerLines(db)
  }
}

/** Only what the part's own fields are, pictures without their version. */
async function readItems(db: Db, part: Part): Promise<Record<string, unknown>[]> {
  const names = Object.keys(parts[part].entries)
  return (await read(db, part)).map((item) =>
    Object.fromEntries(
      names.map((name) => {
        const value: unknown = Object.getOwnPropertyDescriptor(item, name)?.value
        return [name, name === 'image' && typeof value === 'string' ? withoutVersion(value) : value]
      }),
    ),
  )
}

const show = command({
  name: 'content show',
  usage: `${partNames.join('|')} [FILE.json] [--json]`,
  summary:
    'Shows a part of the home page: hero slides, banners, the grid of pictures, promise items, or the offer lines.',
  notes: ['With a file it is written there, to be edited and put back with content set.'],
  options: { json: { type: 'boolean', help: 'as JSON, as in such a file' } },
  examples: ['hero', 'offer', 'banners banners.json'],
  input: v.object({
    part: PartName,
    path: v.nullable(v.pipe(v.string(), v.endsWith('.json', fileExpected))),
    isJson: v.boolean(),
  }),
  read: (typed) => {
    const { part, file } = named(typed, 'part', 'file')
    return { part, path: file === undefined ? null : typedPath(file), isJson: typed.values['json'] === true }
  },
  work: async ({ db }, { part, path, isJson }) => {
    const items = await readItems(db, part)
    const json = JSON.stringify(items, null, 2)
    if (path !== null)
      return { text: `${part} is written to ${path}.`, files: [{ path, content: `${json}\n` }] }
    if (isJson) return json
    if (items.length === 0) return 'There is nothing.'
    return items
      .map(
        (item, at) =>
          `${at + 1}.\n${facts(Object.entries(item).map(([name, value]) => [`  ${name}`, typeof value === 'string' ? value : '']))}`,
      )
      .join('\n\n')
  },
})

const optionNames = [...new Set(partNames.flatMap((part) => Object.keys(parts[part].entries)))]
const hyphened = (name: string) => name.replaceAll('_', '-')
const fieldOptions: Record<string, Option> = Object.fromEntries(
  optionNames.map((name) => {
    const having = partNames.filter((part) => name in parts[part].entries)
    return [hyphened(name), { type: 'string', value: 'TEXT', help: `of ${having.join(', ')}` }]
  }),
)

const set = command({
  name: 'content set',
  usage: 'PART NUMBER --FIELD TEXT … | PART FILE.json | offer TEXT …',
  summary: 'Changes one item of a part of the home page, or replaces the whole list.',
  notes: [
    'Pictures are paths, https addresses, or pictures of the shop such as /pictures/rings/oval-1; with a new one goes',
    '--alt-text, which says what it shows. In place of a file, an empty list, "[]", hides the part.',
  ],
  options: fieldOptions,
  examples: [
    'hero 1 --title "Made once" --image photos/autumn.jpg --alt-text "Three rings"',
    'banners banners.json',
    'promise 2 --subtitle "In 3 days"',
    'offer "Free delivery this week"',
    'offer "[]"',
  ],
  isSeen: true,
  input: v.object({
    part: PartName,
    change: v.union([
      v.object({ number: v.number(), fields: v.record(v.string(), v.string()) }),
      v.object({ items: v.array(v.record(v.string(), v.unknown()), 'The file must be a list.') }),
    ]),
    pictures: SentPictures,
  }),
  read: async (typed) => {
    const [part = '', ...rest] = typed.positionals
    if (!v.is(PartName, part)) throw new WrongUse(partExpected)
    const { change, folders } = changeOf(part, rest, typed)
    const items: Record<string, unknown>[] = 'items' in change ? change.items : [change.fields]
    return { part, change, pictures: await picturesOf(items, folders) }
  },
  work: async ({ db, clock, config }, { part, change, pictures }) => {
    const [count, nowhere] = await transaction(db, async (tx) => {
      await keepPictures(tx, Object.values(pictures), clock())
      await holdContent(tx, part)
      const items = 'items' in change ? change.items : await changed(tx, part, change)
      const checked = items.map((item, at) => check(part, item, at))
      const whole = []
      for (const item of checked) whole.push(await withPicture(tx, item, pictures))
      await replaceContent(tx, part, whole)
      return [whole.length, await leadingNowhere(tx, part, config.publicUrl)] as const
    })
    const shown = part === 'offer' ? 'the first' : 'them'
    return [
      `${part}: ${counted(count, 'item')} now. The shop shows ${['none', 'it'][count] ?? shown}.`,
      ...nowhere,
    ].join('\n')
  },
})

type Change = { number: number; fields: Record<string, string> } | { items: Record<string, unknown>[] }

function changeOf(
  part: Part,
  rest: readonly string[],
  { values }: Typed,
): { change: Change; folders: readonly string[] } {
  const fields: Record<string, string> = {}
  for (const name of optionNames) {
    const value = values[hyphened(name)]
    if (typeof value !== 'string') continue
    if (!(name in parts[part].entries)) throw new WrongUse(`${part} has no --${hyphened(name)}.`)
    fields[name] = value
  }
  const [first] = rest
  if (first === undefined) throw new WrongUse('Please say which item by its number, or name a file.')
  if (Object.keys(fields).length > 0) {
    if (!/^[1-9]\d?$/.test(first) || rest.length > 1)
      throw new WrongUse('Please say which item by its number.')
    // The text of the picture before would say what is no longer to be seen.
    if ('image' in fields && !('alt_text' in fields))
      throw new WrongUse('Please say with --alt-text what the new picture shows.')
    return { change: { number: Number(first), fields }, folders: [typedPath('.')] }
  }
  if (first === '[]' && rest.length === 1) return { change: { items: [] }, folders: [] }
  if (part === 'offer' && !first.endsWith('.json')) {
    return { change: { items: rest.map((line) => ({ text: line })) }, folders: [] }
  }
  if (!first.endsWith('.json') || rest.length > 1)
    throw new WrongUse('Please say what to change, such as --title TEXT, or name a file that ends in .json.')
  const path = typedPath(first)
  return { change: { items: readList(path) }, folders: foldersFor(path, null) }
}

const Items = v.array(
  v.record(v.string(), v.unknown(), 'each item must be an object, in { }'),
  'it must be a list, in [ ]',
)

function readList(path: string): Record<string, unknown>[] {
  const { text } = readTypedText(path)
  try {
    return v.parse(Items, JSON.parse(text))
  } catch (error) {
    throw new Refusal(
      `${path} is no list of items (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}

async function picturesOf(
  items: readonly Record<string, unknown>[],
  folders: readonly string[],
): Promise<Record<string, NewPicture>> {
  const pictures: Record<string, NewPicture> = {}
  for (const { image } of items) {
    if (typeof image !== 'string' || isPicturePath(image)) continue
    pictures[image] = await readPicture(image, folders).catch((error: unknown) => {
      throw new Refusal(
        `The picture cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      )
    })
  }
  return pictures
}

async function changed(
  db: Db,
  part: Part,
  { number, fields }: { number: number; fields: Record<string, string> },
): Promise<Record<string, unknown>[]> {
  const items = await readItems(db, part)
  const item = items[number - 1]
  if (item === undefined) throw new Refusal(`${part} has no item ${number}; it has ${items.length}.`)
  Object.assign(item, fields)
  return items
}

function check(part: Part, item: Record<string, unknown>, at: number): Item {
  const checked = v.safeParse(parts[part], item)
  if (checked.success) return checked.output
  const [issue] = checked.issues
  const message =
    issue.type === 'strict_object'
      ? issue.received === 'undefined'
        ? 'is missing'
        : 'is no field of it'
      : issue.message
  throw new Refusal(`${part} ${at + 1}, ${v.getDotPath(issue) ?? ''}: ${message}.`)
}

async function withPicture(db: Db, item: Item, pictures: Record<string, NewPicture>): Promise<Item> {
  if (!('image' in item)) return item
  const fresh = pictures[item.image]
  const address = await knownPicture(db, fresh === undefined ? item.image : picturePath(fresh.name))
  if (address === null) throw new Refusal(`There is no picture ${item.image}.`)
  return { ...item, image: address }
}

export const contentCommands = [show, set]
