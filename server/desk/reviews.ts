import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { isPiece } from '../catalogue/records.ts'
import type { Db } from '../db/db.ts'
import { countReviewsSince, findReviews, listAllReviews, removeAnyReview } from '../reviews/store.ts'
import { beginningOf } from './beginningOf.ts'
import { Refusal, command, named } from './command.ts'
import { Page, ShortId, pageOption, shortId, theOnly, word } from './fields.ts'
import { facts, oneLine, table, when } from './table.ts'

const most = 50
const ReviewId = ShortId('review')

const list = command({
  name: 'reviews list',
  usage: '[--piece SKU] [--page N]',
  summary: `Lists customers’ reviews: the newest ${most}, and older ones on further pages.`,
  options: {
    piece: { type: 'string', value: 'SKU', help: 'only those of this piece' },
    page: pageOption,
  },
  examples: ['', '--piece DMS-R-001', '--page 2'],
  input: v.object({ sku: v.nullable(word('Please give the piece’s SKU.')), page: Page }),
  read: (typed) => {
    named(typed)
    return { sku: typed.values['piece'] ?? null, page: typed.values['page'] ?? '1' }
  },
  work: async ({ db }, { sku, page }) => {
    if (sku !== null && !(await isPiece(db, sku))) throw new Refusal(`There is no piece with the SKU ${sku}.`)
    const { reviews, count } = await listAllReviews(db, { sku, limit: most, skipped: (page - 1) * most })
    if (reviews.length === 0) return 'There are none.'
    const rows = reviews.map(({ id, created_at, sku: of, rating, first_name, last_name, title }) => [
      shortId(id),
      when(created_at),
      of,
      rating,
      `${first_name} ${last_name}`,
      beginningOf(title, 50),
    ])
    const left = count - page * most
    const rest = left > 0 ? [`… and ${left} older ones: --page ${page + 1}`] : []
    return [table(['Number', 'Written', 'SKU', 'Stars', 'Customer', 'Title'], rows), ...rest].join('\n')
  },
})

const findReview = async (db: Db, id: string) => theOnly('review', id, await findReviews(db, id))

const show = command({
  name: 'reviews show',
  usage: 'ID',
  summary: 'Shows a review, and who wrote it.',
  examples: ['3f2b81c0'],
  input: v.object({ id: ReviewId }),
  read: (typed) => named(typed, 'id'),
  work: async ({ db }, { id }) => {
    const { sku, piece, first_name, last_name, email, created_at, rating, title, text } = await findReview(
      db,
      id,
    )
    return `${facts([
      ['Piece', `${sku}  ${piece}`],
      ['From', `${first_name} ${last_name} <${email}>`],
      ['Written', when(created_at)],
      ['Stars', String(rating)],
      ['Title', title],
    ])}\n\n${text}`
  },
})

const remove = command({
  name: 'reviews remove',
  usage: 'ID',
  summary: 'Removes a review for good, from the list and from the piece’s rating.',
  notes: [
    'Only what is unlawful, abusive or about something else, as the page Terms of service promises; never criticism.',
    'The customer is not told, and may write another one.',
  ],
  examples: ['3f2b81c0'],
  isSeen: true,
  input: v.object({ id: ReviewId }),
  read: (typed) => named(typed, 'id'),
  work: async ({ db }, { id }) => {
    const review = await findReview(db, id)
    if (!(await removeAnyReview(db, review.id))) throw new Refusal(`There is no review ${id}.`)
    return `The review of ${review.piece} by ${oneLine(`${review.first_name} ${review.last_name}`)} is gone.`
  },
})

export const reviewCommands = [list, show, remove]

const newFor = 7

/** How many there are to be looked at. */
export async function newReviews(db: Db, now: Date): Promise<string> {
  const count = await countReviewsSince(db, new Date(now.getTime() - newFor * 24 * 3_600_000))
  return count === 0 ? '' : `${counted(count, 'review')} of the last ${newFor} days to look at: reviews list`
}
