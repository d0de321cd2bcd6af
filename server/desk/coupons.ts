import * as v from 'valibot'
import { longestCoupon } from '#contract/constants.ts'
import { codeOf } from '#contract/spelling.ts'
import { saying } from '../content/mentions.ts'
import { transaction } from '../db/db.ts'
import { addCoupon, endCoupon, listCoupons } from '../orders/coupons.ts'
import type { Coupon } from '../orders/coupons.ts'
import { Refusal, command, named } from './command.ts'
import { Day, endOfDay, word } from './fields.ts'
import { table, when } from './table.ts'

const codeExpected = `A code has 2 to ${longestCoupon} letters, digits and hyphens, such as SUMMER15.`
const Code = v.pipe(
  word('Please give the coupon’s code, such as SUMMER15.', longestCoupon),
  v.transform(codeOf),
  v.regex(/^[A-Z0-9][A-Z0-9-]+$/, codeExpected),
)

/** The first whose last day no database takes the end of. */
const farYear = '9999'

/** The end of a day in the shop's own time. */
const LastDay = v.pipe(
  Day('Please give the last day as a date such as 2026-12-31.'),
  v.check((day) => day < farYear, 'For a coupon that never ends, leave out --until.'),
  v.transform(endOfDay),
)

/** Of a coupon that ends at midnight: the day before is its last, and was typed so. */
const lastMinuteOf = (end: Date): string => when(new Date(end.getTime() - 60_000))

const takenOff = ({ percent, expires_at }: Pick<Coupon, 'percent' | 'expires_at'>): string =>
  `${percent}% off${expires_at === null ? '' : ` until ${lastMinuteOf(expires_at)}`}`

const percentExpected = 'Please give the percentage with --percent, a whole number from 1 to 100.'

const add = command({
  name: 'coupons add',
  usage: 'CODE --percent N [--until DATE]',
  summary: 'Adds a coupon, or renews one that has ended.',
  options: {
    percent: { type: 'string', value: 'N', help: 'how much comes off the subtotal, 1 to 100' },
    until: {
      type: 'string',
      value: 'DATE',
      help: 'the last day it is valid, such as 2026-12-31; without it, it never ends',
    },
  },
  examples: ['SUMMER15 --percent 15', 'ADVENT --percent 10 --until 2026-12-24'],
  input: v.object({
    code: Code,
    percent: v.pipe(
      word(percentExpected, 3),
      v.regex(/^\d+$/, percentExpected),
      v.transform(Number),
      v.minValue(1, percentExpected),
      v.maxValue(100, percentExpected),
    ),
    expires_at: v.nullable(LastDay),
  }),
  read: (typed) => ({
    ...named(typed, 'code'),
    percent: typed.values['percent'],
    expires_at: typed.values['until'] ?? null,
  }),
  work: async ({ db, clock }, coupon) => {
    const { code, expires_at } = coupon
    if (expires_at !== null && expires_at <= clock()) throw new Refusal('That day has passed.')
    if (!(await addCoupon(db, coupon, clock())))
      throw new Refusal(
        `There is a coupon ${code} already. End it first: npm run desk -- coupons end ${code}`,
      )
    return `${code} takes ${takenOff(coupon)}.`
  },
})

const list = command({
  name: 'coupons list',
  usage: '',
  summary: 'Lists all coupons, including those that have ended.',
  examples: [''],
  input: v.object({}),
  read: (typed) => named(typed),
  work: async ({ db, clock }) => {
    const rows = (await listCoupons(db)).map(({ code, percent, expires_at }) => [
      code,
      `${percent}%`,
      expires_at === null
        ? 'always'
        : expires_at <= clock()
          ? `ended ${when(expires_at)}`
          : `until ${lastMinuteOf(expires_at)}`,
    ])
    return rows.length === 0 ? 'There are none.' : table(['Code', 'Off', 'Valid'], rows)
  },
})

const end = command({
  name: 'coupons end',
  usage: 'CODE',
  summary: 'Ends a coupon now. Orders placed with it stay as they are.',
  examples: ['SUMMER15'],
  input: v.object({ code: Code }),
  read: (typed) => named(typed, 'code'),
  work: async ({ db, clock }, { code }) => {
    const [ended, places] = await transaction(db, async (tx) => [
      await endCoupon(tx, code, clock()),
      await saying(tx, code),
    ])
    if (ended === null) throw new Refusal(`There is no valid coupon ${code}.`)
    return [
      `${code} has ended. It took ${takenOff(ended)}.`,
      ...(places.length === 0
        ? []
        : [
            `The shop may still name it: ${places.join(', ')}. Where it does, please change that with content set.`,
          ]),
    ].join('\n')
  },
})

export const couponCommands = [add, list, end]
