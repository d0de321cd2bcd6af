import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

/** Where large letters leave a table less than it needs, it alone scrolls sideways, and not the page. */
export const frame = style(inFeature({ maxWidth: '100%', overflowX: 'auto' }))

/** Rows and hairlines; `data-figures` on a cell aligns its digits. */
export const root = style(
  inFeature({
    lineHeight: 1.5,
    fontVariantNumeric: 'lining-nums',
    color: vars.color.text,
    // Most are short: a row or two on a sheet of their own would be read past.
    '@media': { [media.print]: { breakInside: 'avoid' } },
  }),
)
export const caption = style(
  inFeature({
    paddingBottom: space.m,
    color: vars.color.textHint,
    fontSize: fontSize.small,
    textAlign: 'start',
    captionSide: 'top',
  }),
)
globalStyle(
  `${root} :is(th, td)`,
  inFeature({
    padding: `${space.m} ${space.m} ${space.m} 0`,
    borderBottom: `1px solid ${vars.color.line}`,
    verticalAlign: 'top',
    textAlign: 'start',
    '@media': { [media.print]: { paddingBlock: '5pt' } },
  }),
)
globalStyle(`${root} :is(th, td):last-child`, inFeature({ paddingRight: 0 }))
globalStyle(
  `${root} thead th`,
  inFeature({
    borderBottomColor: vars.color.lineStrong,
    color: vars.color.textHint,
    fontSize: fontSize.small,
    fontWeight: fontWeight.medium,
    verticalAlign: 'bottom',
  }),
)
// What follows draws its own line.
globalStyle(`${root} tbody tr:last-child > *`, inFeature({ borderBottom: 0 }))
globalStyle(`${root} tbody th`, inFeature({ fontWeight: fontWeight.medium }))
globalStyle(`${root} tbody td`, inFeature({ color: vars.color.textQuiet }))
globalStyle(
  `${root} [data-figures]`,
  inFeature({ textAlign: 'end', fontVariantNumeric: 'tabular-nums lining-nums', whiteSpace: 'nowrap' }),
)
globalStyle(`${root} thead [data-figures]`, inFeature({ whiteSpace: 'normal' }))
