import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { stackOnPaper } from '#src/ui/onPaper.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    paddingBlock: `${space.xxl} ${space.x4}`,
    '@media': { [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` } },
  }),
)

export const heading = style(
  inFeature({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.l }),
)

/** On a phone a line of its own, with space for the age of the cart. */
export const count = style(
  inFeature({
    flexBasis: '100%',
    color: vars.color.textQuiet,
    '@media': { [media.from768]: { flexBasis: 'auto' } },
  }),
)
/** Its space is reserved from the start: what comes late must not move the buttons below. */
export const waiting = style(
  inFeature({
    flexBasis: '100%',
    minHeight: '1.5em',
    marginBottom: space.s,
    color: vars.color.textHint,
    fontSize: fontSize.small,
    lineHeight: 1.5,
  }),
)

export const columns = style(
  inFeature({
    display: 'grid',
    gap: space.xxl,
    alignItems: 'start',
    '@media': {
      [media.from1000]: { gridTemplateColumns: 'minmax(0, 1fr) 384px', gap: space.x4 },
    },
  }),
)
stackOnPaper(columns)

export const lines = style(inFeature({ borderBottom: `1px solid ${vars.color.line}` }))

export const under = style(inFeature({ display: 'flex', justifyContent: 'flex-end', marginTop: space.s }))

export const clear = style(inFeature({ paddingInline: 0 }))

export const aside = style(
  inFeature({ '@media': { [media.from1000]: { position: 'sticky', top: space.x5 } } }),
)

export const pendingTitle = style(inFeature({ width: '240px' }))
export const pendingLine = style(
  inFeature({ height: '177px', borderTop: `1px solid ${vars.color.line}`, paddingBlock: space.xl }),
)
export const pendingSummary = style(inFeature({ height: '560px' }))
