import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const form = style(inFeature({ display: 'grid', gap: space.xl }))

export const title = style(inFeature({ marginBottom: space.xl, fontSize: '1.75rem' }))

export const part = style(inFeature({ display: 'grid', gap: space.l }))

export const partTitle = style(inFeature({ fontSize: fontSize.lead, fontWeight: fontWeight.semibold }))

export const fields = style(
  inFeature({
    display: 'grid',
    gap: space.xl,
    paddingTop: space.s,
  }),
)

/** Two short fields side by side, even on the narrowest phone. */
export const pair = style(
  inFeature({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: space.l }),
)

export const actions = style(
  inFeature({
    display: 'flex',
    flexDirection: 'column-reverse',
    gap: space.m,
    paddingTop: space.s,
    '@media': {
      [media.from600]: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'center' },
    },
  }),
)

export const saved = style(
  inFeature({
    display: 'flex',
    // Where text is large, the button is below the words.
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.l,
    padding: space.l,
    border: `1px solid ${vars.color.line}`,
    background: vars.color.surfaceRaised,
  }),
)

export const savedIcon = style(inFeature({ flex: 'none', color: vars.color.brandIcon }))
export const savedWords = style(inFeature({ flex: '1 1 5em', minWidth: 0 }))
export const quiet = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))

export const section = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: `${space.xs} ${space.l}`,
    paddingBlock: space.l,
    borderTop: `1px solid ${vars.color.line}`,
  }),
)
export const sectionTitle = style(
  inFeature({ alignSelf: 'center', fontSize: fontSize.body, fontWeight: fontWeight.semibold }),
)
export const sectionBody = style(
  inFeature({ gridColumn: '1 / -1', color: vars.color.textQuiet, whiteSpace: 'pre-line' }),
)
export const edit = style(inFeature({ justifyContent: 'flex-end', paddingInline: 0, marginRight: '-1px' }))

// Always there, so that what comes into it is announced; without anything in it, it takes no room.
export const news = style(inFeature({ selectors: { '&:empty': { marginTop: `calc(-1 * ${space.xl})` } } }))
export const trouble = style(inFeature({ color: vars.color.critical }))
export const place = style(inFeature({ display: 'grid', gap: space.m, textAlign: 'center' }))

export const back = style(inFeature({ paddingInline: 0, justifySelf: 'start' }))

/** The pieces once more; on a desktop they are beside the step already. */
export const repeated = style(
  inFeature({ display: 'grid', gap: space.l, '@media': { [media.from1000]: { display: 'none' } } }),
)
