import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import type { VitalName } from '#contract/vitals.ts'
import { keptDays, vitalsOf } from '../vitals/store.ts'
import { command, named } from './command.ts'
import { table } from './table.ts'

// Up to the first figure a metric is good, above the second poor: https://web.dev/articles/vitals.
const bounds: Record<VitalName, readonly [good: number, poor: number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
}

function verdict(name: VitalName, value: number): string {
  const [good, poor] = bounds[name]
  return value <= good ? 'good' : value <= poor ? 'fair' : 'poor'
}

const written = (name: VitalName, value: number) =>
  name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`

const wrongDays = `Please give a number of days from 1 to ${keptDays}.`

export const vitalsCommand = command({
  name: 'vitals',
  usage: '[--days N]',
  summary: 'Shows how fast pages were for shoppers who allow measuring.',
  notes: [
    'Each line is what three page views in four stayed within. LCP is when the largest part of the page was there, INP',
    'the wait after a tap, CLS how much the page jumped, FCP when something was first seen, TTFB the server’s answer.',
  ],
  examples: ['', '--days 7'],
  options: {
    days: {
      type: 'string',
      value: 'N',
      help: `how many days back, at most ${keptDays}; 7 if left out`,
    },
  },
  input: v.object({
    days: v.pipe(
      v.string(wrongDays),
      v.regex(/^\d{1,2}$/, wrongDays),
      v.transform(Number),
      v.minValue(1, wrongDays),
      v.maxValue(keptDays, wrongDays),
    ),
  }),
  read: (typed) => ({ ...named(typed), days: typed.values['days'] ?? '7' }),
  work: async ({ db, clock }, { days }) => {
    const found = await vitalsOf(db, days, clock())
    if (found.length === 0) return `Nobody has allowed measuring in the last ${counted(days, 'day')}.`
    const rows = found.map(({ page, screen, name, p75, views }) => [
      page,
      screen,
      name,
      written(name, p75),
      verdict(name, p75),
      views,
    ])
    return table(['Page', 'Screen', 'Measure', 'Within', 'Which is', 'Views'], rows)
  },
})
