import * as v from 'valibot'
import { inOneLine, printable, visible } from '#contract/fields.ts'
import { promiseIcons } from '#contract/promiseIcons.ts'
import { storable } from '../catalogue/pieceRecord.ts'

const empty = 'must not be empty'
/** As it was given, for what is looked up by it. */
const exact = (longest: number) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.nonEmpty(empty),
    storable,
    v.maxLength(longest, `must have at most ${longest} characters`),
  )
const text = (longest: number) =>
  v.pipe(exact(longest), printable, v.normalize('NFC'), inOneLine, v.regex(visible, empty))
const none = v.pipe(
  v.literal(''),
  v.transform(() => null),
)
/** An option cannot be null: an empty text says so. */
function textOrNone(longest: number) {
  const some = text(longest)
  // Not a union, which says of a text that is too long that it is of neither kind.
  return v.nullable(v.lazy((given) => (given === '' ? none : some)))
}
const link = v.pipe(
  exact(500),
  v.check(
    (to) => /^\/(?![/\\])/.test(to) || (URL.canParse(to) && new URL(to).protocol === 'https:'),
    'must be a page of the shop such as /products/rings, or an https address',
  ),
)
const sides = ['left', 'right'] as const
const kinds = ['special_offer', 'new_collection'] as const

/** What the home page is made of: each part's fields, as files and options name them. */
export const parts = {
  hero: v.strictObject({
    image: exact(2_000),
    alt_text: text(300),
    eyebrow: text(60),
    title: text(80),
    subtitle: text(200),
    button_text: text(40),
    link,
    empty_side: v.picklist(sides, `must be ${sides.join(' or ')}`),
  }),
  banners: v.strictObject({
    banner_type: v.picklist(kinds, `must be ${kinds.join(' or ')}`),
    title: text(80),
    image: exact(2_000),
    alt_text: text(300),
    button_text: text(40),
    button_link: link,
  }),
  hero_grid: v.strictObject({ image: exact(2_000), alt_text: text(300), link }),
  promise: v.strictObject({
    icon: v.picklist(promiseIcons, `must be one of ${promiseIcons.join(', ')}`),
    title: text(60),
    subtitle: textOrNone(120),
  }),
  offer: v.strictObject({ text: text(200) }),
} as const
export type Part = keyof typeof parts
export const partNames = Object.keys(parts) as Part[]
