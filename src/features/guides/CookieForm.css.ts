import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { fontSize, media, radius, space, vars } from '#src/ui/tokens.css.ts'

export const card = style(
  inFeature({
    padding: space.l,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    color: vars.color.text,
    '@media': { [media.from600]: { padding: `${space.xl} ${space.xxl}` } },
  }),
)
export const kinds = style(inFeature({ display: 'grid', gap: space.m }))
export const legend = visuallyHidden

/** Three of the same size: refusing is as easy as agreeing. */
export const actions = style(
  inFeature({
    display: 'grid',
    gap: space.m,
    marginTop: space.xl,
    '@media': { [media.from600]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  }),
)
/** In the space below the card, so that what comes into it moves nothing, and nothing is missing while it is empty. */
export const said = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.s,
    minHeight: '1.6em',
    marginTop: space.s,
    marginBottom: `calc(-1.6em - ${space.s})`,
    color: vars.color.positive,
    fontSize: fontSize.small,
  }),
)
