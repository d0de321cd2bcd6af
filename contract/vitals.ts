import * as v from 'valibot'

/** What a page view is measured by, as the `web-vitals` library names it: milliseconds, but for CLS, which has no unit. */
const vitalNames = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

/** What kind of page was opened. Its address is nobody's business. */
const pageKinds = ['home', 'listing', 'piece', 'search', 'reading', 'cart', 'checkout', 'account'] as const
export type PageKind = (typeof pageKinds)[number]

const screens = ['phone', 'desktop'] as const
export type Screen = (typeof screens)[number]

const unreadable = 'This measurement cannot be read'

/** + One page view of somebody who allows it: nothing in it says whose. */
export const VitalsReport = v.object({
  page: v.picklist(pageKinds, unreadable),
  screen: v.picklist(screens, unreadable),
  vitals: v.pipe(
    v.array(
      v.object(
        {
          name: v.picklist(vitalNames, unreadable),
          value: v.pipe(
            v.number(unreadable),
            v.finite(unreadable),
            v.minValue(0, unreadable),
            v.maxValue(600_000, unreadable),
          ),
        },
        unreadable,
      ),
      unreadable,
    ),
    v.minLength(1, unreadable),
    v.maxLength(vitalNames.length, unreadable),
    v.check((vitals) => new Set(vitals.map(({ name }) => name)).size === vitals.length, unreadable),
  ),
})
export type VitalsReport = v.InferOutput<typeof VitalsReport>
