import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const page = style(
  inFeature({
    paddingBlock: `${space.xl} ${space.x4}`,
    '@media': { [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` } },
  }),
)

export const header = style(
  inFeature({
    display: 'grid',
    gap: space.s,
    marginBottom: space.xl,
    // It contains the search words, which may be one word of any length.
    overflowWrap: 'anywhere',
    '@media': { [media.from768]: { justifyItems: 'center', marginBottom: space.x3, textAlign: 'center' } },
  }),
)
export const tagline = style(
  inFeature({ color: vars.color.textQuiet, '@media': { [media.from768]: { fontSize: fontSize.lead } } }),
)

/** On a phone filters and sort order are side by side, with the count below. */
export const toolbar = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    gridTemplateAreas: `'opener sort' 'count count'`,
    alignItems: 'center',
    gap: `${space.s} ${space.m}`,
    marginBottom: space.l,
    '@media': {
      [media.from768]: {
        gridTemplateColumns: 'auto 1fr auto',
        gridTemplateAreas: `'opener count sort'`,
        columnGap: space.xl,
        marginBottom: space.xl,
      },
      [media.from1000]: { gridTemplateColumns: '1fr auto', gridTemplateAreas: `'count sort'` },
      [media.print]: { display: 'none' },
    },
  }),
)

/**
 * Without filters: the count at the start, the sort order at the end; on a phone one below the other, so that what the
 * count may have to say besides moves nothing.
 */
export const searchToolbar = style(
  inFeature({
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    gap: `${space.s} ${space.xl}`,
    minHeight: size.touch,
    marginBottom: space.xl,
    '@media': {
      [media.from768]: { flexDirection: 'row', alignItems: 'center', justifyContent: 'space-between' },
    },
  }),
)

export const opener = style(
  inFeature({
    gridArea: 'opener',
    '@media': { [media.from1000]: { display: 'none' }, [media.withoutScripts]: { display: 'none' } },
  }),
)

export const count = style(
  inFeature({
    gridArea: 'count',
    minHeight: '1.5em',
    color: vars.color.textHint,
    fontSize: fontSize.small,
    lineHeight: 1.5,
    fontVariantNumeric: 'tabular-nums lining-nums',
  }),
)

export const columns = style(
  inFeature({
    '@media': {
      [media.from1000]: {
        display: 'grid',
        gridTemplateColumns: '216px minmax(0, 1fr)',
        alignItems: 'start',
        columnGap: space.x3,
      },
    },
  }),
)

export const sidebar = style(
  inFeature({
    display: 'none',
    '@media': {
      // Nothing would open them on a phone.
      [media.withoutScripts]: { display: 'block', marginBottom: space.xl },
      [media.from1000]: { display: 'block' },
      [media.print]: { display: 'none' },
    },
  }),
)

/** Never so low that the page's footer jumps up while pieces load. */
export const results = style(inFeature({ minWidth: 0, minHeight: '60vh' }))
