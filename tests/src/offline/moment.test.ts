import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentOf } from '#src/offline/moment.ts'

const ownZone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/London'
})
afterAll(() => {
  if (ownZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownZone
})

test.each([
  ['the same day', '2026-11-12T14:32', '2026-11-12T23:59', '14:32'],
  ['the day before', '2026-11-11T14:32', '2026-11-12T00:01', 'yesterday, 14:32'],
  ['two days before', '2026-11-10T14:32', '2026-11-12T00:01', '10 November, 14:32'],
  // The clocks go forward on the 29th: it has twenty-three hours.
  ['a day before that is shorter', '2026-03-29T14:32', '2026-03-30T00:15', 'yesterday, 14:32'],
  ['two days before, of which one is shorter', '2026-03-28T14:32', '2026-03-30T00:15', '28 March, 14:32'],
  // They go back on the 25th: it has twenty-five.
  ['a day before that is longer', '2026-10-25T14:32', '2026-10-26T23:45', 'yesterday, 14:32'],
  ['the last day of a year', '2026-12-31T14:32', '2027-01-01T09:00', 'yesterday, 14:32'],
])('something read on %s is named after its day', (_when, at, now, moment) => {
  expect(momentOf(new Date(at).getTime(), new Date(now))).toBe(moment)
})
