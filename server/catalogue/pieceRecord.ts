import * as v from 'valibot'
import { CategorySlug } from '#contract/catalogue.ts'
import { longestName } from '#contract/constants.ts'
import { inOneLine, printable, visible } from '#contract/fields.ts'
import { categories, reservedSlugs } from '#contract/listing.ts'

// The database takes no NUL, and half of a surrogate pair would be another character once it is stored.
export const storable = v.check(
  (given: string) => !given.includes('\0') && given.isWellFormed(),
  'has a character that no text can have',
)
/** What is said of a field that has to be there. */
export const missing = 'is missing'

/** As it was given, for what is looked up by it: a SKU, a picture. */
const exact = v.pipe(
  v.string('must be text'),
  // As a spreadsheet's: otherwise it would be another text once it has been in one.
  v.transform((written) => written.replaceAll(/\r\n?/g, '\n')),
  v.trim(),
  v.nonEmpty(missing),
  storable,
)
// Some fonts have no accent apart from its letter, and take both from another font.
const text = v.pipe(exact, printable, v.normalize('NFC'), v.nonEmpty(missing))
const line = v.pipe(text, inOneLine)
const longest = v.maxLength<string, number, string>(
  longestName,
  `must have at most ${longestName} characters`,
)
const short = v.pipe(line, v.regex(visible, missing), longest)
/** What pieces are filed under: as the shop spells it already, see `asFiled`. */
const filed = v.pipe(exact, v.regex(visible, missing), longest)
const sku = v.pipe(exact, longest)
/** A name as new ones are written; one that cannot be stored stays as it is, to be refused. */
export function neatName(name: string): string {
  const written = v.safeParse(line, name)
  return written.success ? written.output : name
}
const long = v.pipe(text, v.maxLength(10_000, 'must have at most 10,000 characters'))
/** The most that there can be of a piece, or of a variant. */
export const largestStock = 1_000_000
const count = (what: string) =>
  v.pipe(
    v.number(`must be a whole number${what}`),
    v.integer(`must be a whole number${what}`),
    v.minValue(0, 'must not be negative'),
    v.maxValue(largestStock, 'must be at most 1,000,000'),
  )
const pence = v.pipe(
  v.number(({ received }) =>
    received === 'undefined' ? missing : 'must be whole pence, such as 24900 for £249.00',
  ),
  v.integer('must be whole pence'),
  v.minValue(0, 'must not be negative'),
  v.maxValue(100_000_000, 'must be at most £1,000,000'),
)
const price = v.pipe(pence, v.minValue(1, 'must be more than £0; if it is not for sale, set its stock to 0'))
/** What is said of a date that is none. */
export const noDate = 'must be a date such as 2026-11-21'
const instant = v.pipe(
  v.string(noDate),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const at = readInstant(dataset.value)
    if (at !== null) return at.toISOString()
    addIssue({ message: noDate })
    return NEVER
  }),
)

/**
 * When a date in ISO's format is, the only one that everybody reads alike; null if it is none. It may have a time, which
 * is in UTC unless it says otherwise: a file must not mean another moment on another machine.
 */
export function readInstant(written: string): Date | null {
  const found =
    /^(\d{4}-\d{2}-(\d{2}))(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(written)
  if (found === null) return null
  const [, date = '', day, time = '00:00', zone = 'Z'] = found
  const at = new Date(`${date}T${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`)
  // The 31st of February would be the 3rd of March.
  const isInCalendar = new Date(`${date}T00:00Z`).getUTCDate() === Number(day)
  return isInCalendar && isInYears(at) ? at : null
}

/** Whether the database and everybody who reads it can tell which day it is. */
const isInYears = (at: Date): boolean =>
  Date.parse('0001-01-01') <= at.getTime() && at.getTime() < Date.parse('9999-12-31')

const longestSlug = 120
const slug = v.pipe(
  text,
  v.maxLength(longestSlug, `must have at most ${longestSlug} characters`),
  // With a letter in it, because a number in an address is an id.
  v.regex(
    /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case words joined by hyphens, such as oval-signet-ring',
  ),
  v.check(
    (name) => !reservedSlugs.some((reserved) => reserved === name),
    'is the address of a page of the shop',
  ),
)
const names = v.array(filed, 'must be a list')
const nullableText = v.nullable(short)
const flag = v.boolean('must be true or false')

/** What is said of an object in a catalogue's file that is none, lacks a field, or has one too many. */
export const objectFault = ({
  expected,
  received,
}: {
  expected: string | null
  received: string
}): string => {
  if (expected === 'never') return 'is nothing that the catalogue knows'
  return received === 'undefined' ? missing : 'must be an object'
}

/** A piece as in the catalogue's files: named things by their names, amounts in whole pence. */
export const PieceRecord = v.strictObject(
  {
    sku: v.pipe(sku, v.maxLength(60, 'must have at most 60 characters')),
    slug,
    name: short,
    category: v.pipe(
      text,
      v.check(
        (name) => v.is(CategorySlug, name),
        `must be one of ${categories.map((category) => category.slug).join(', ')}`,
      ),
    ),
    collections: names,
    materials: names,
    gemstones: v.array(
      v.strictObject(
        {
          name: filed,
          size: v.nullable(v.pipe(v.number('must be a number'), v.minValue(0, 'must not be negative'))),
          size_unit: nullableText,
          quality: nullableText,
          color: nullableText,
          is_main: flag,
        },
        objectFault,
      ),
      'must be a list',
    ),
    description: long,
    short_description: v.pipe(text, v.maxLength(500, 'must have at most 500 characters')),
    meta_title: short,
    meta_description: v.pipe(text, v.maxLength(500, 'must have at most 500 characters')),
    price,
    compare_at_price: v.nullable(pence),
    stock_quantity: count(', such as 12'),
    low_stock_threshold: count(', such as 3'),
    weight: v.pipe(v.number('must be a number'), v.minValue(0, 'must not be negative')),
    weight_unit: short,
    is_featured: flag,
    is_bestseller: flag,
    is_new: flag,
    created_at: instant,
    images: v.array(
      v.strictObject({ image: exact, alt_text: short, is_default: flag }, objectFault),
      'must be a list',
    ),
    variant_label: nullableText,
    variants: v.array(
      v.strictObject(
        {
          name: short,
          sku,
          price,
          compare_at_price: v.nullable(pence),
          stock_quantity: count(', such as 12'),
        },
        objectFault,
      ),
      'must be a list',
    ),
  },
  objectFault,
)
export type PieceRecord = v.InferOutput<typeof PieceRecord>

/** What pieces may be filed under, such as a collection. */
export const NamedThing = v.strictObject(
  {
    name: short,
    description: v.optional(
      v.pipe(v.string('must be text'), storable, v.maxLength(10_000, 'must have at most 10,000 characters')),
    ),
  },
  objectFault,
)

/** What a new piece is where its file does not say. */
export const byDefault = (fields: Readonly<Record<string, unknown>>, now: Date) => ({
  slug: typeof fields['name'] === 'string' ? slugFrom(fields['name']) : undefined,
  collections: [],
  materials: [],
  gemstones: [],
  meta_title: fields['name'],
  meta_description: fields['short_description'],
  compare_at_price: null,
  low_stock_threshold: 2,
  weight_unit: 'g',
  is_featured: false,
  is_bestseller: false,
  is_new: true,
  created_at: now.toISOString(),
  images: [],
  variant_label: null,
  variants: [],
})

/** A name as an address has it. */
export const slugOf = (name: string): string =>
  hyphenated(
    name.toLowerCase().replaceAll(/[ßæœøłđðþı]/g, (letter) => inPlainLetters[letter] ?? letter),
    /[’'\p{M}\p{Default_Ignorable_Code_Point}]/gu,
    /[^a-z0-9]+/g,
  )
/** Letters that are no other letter with a mark. */
const inPlainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** As much of a name as an address may have, up to the end of a word. */
function slugFrom(name: string): string {
  const whole = slugOf(name)
  return whole.length <= longestSlug ? whole : whole.slice(0, longestSlug + 1).replace(/-[^-]*$/, '')
}

/** A name in small letters, without `dropped`, its words between hyphens: `others` is what ends a word. */
export const hyphenated = (name: string, dropped: RegExp, others: RegExp): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(dropped, '')
    .replaceAll(others, '-')
    .replaceAll(/^-|-$/g, '')

/** What somebody wrote of the two texts for search engines; the others are the name and the short description. */
export const ownTexts = ({ name, short_description, meta_title, meta_description }: PieceRecord) => ({
  meta_title: meta_title === name ? undefined : meta_title,
  meta_description: meta_description === short_description ? undefined : meta_description,
})
