import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

/** Parts of a tab, one below another. */
export const parts = style(inFeature({ display: 'grid', gap: space.x3 }))
/** As high as the window: what is below has been in none of it, however far down the page begins. */
export const waiting = style([parts, inFeature({ visibility: 'hidden', minHeight: '100vh' })])

export const head = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${space.s} ${space.l}`,
    // The same with a button in it and without one.
    minHeight: '57px',
    marginBottom: space.l,
    paddingBottom: space.m,
    borderBottom: `1px solid ${vars.color.line}`,
  }),
)
export const heading = style(inFeature({ fontSize: fontSize.title, lineHeight: 1.3 }))
/** A quiet button aligned with the text above or below it. */
export const quietButton = style(inFeature({ minWidth: 0, paddingInline: 0 }))
export const quiet = style(inFeature({ color: vars.color.textQuiet }))
export const spaced = style(inFeature({ display: 'grid', gap: space.xl, justifyItems: 'start' }))

export const facts = style(
  inFeature({
    display: 'grid',
    gap: `${space.l} ${space.xl}`,
    margin: 0,
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
  }),
)
export const fact = style(inFeature({ minWidth: 0 }))
export const label = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
export const value = style(inFeature({ margin: 0, overflowWrap: 'anywhere' }))

export const form = style(inFeature({ display: 'grid', gap: space.xl, maxWidth: '640px' }))
export const actions = style(inFeature({ display: 'flex', flexWrap: 'wrap', gap: space.m }))
export const wideActions = style([actions, inFeature({ columnGap: space.xl })])
export const notice = style(inFeature({ marginBottom: space.l }))

/** Things one has several of: addresses, cards. */
export const cards = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    width: '100%',
    '@media': { [media.from768]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
  }),
)
export const card = style(
  inFeature({
    display: 'grid',
    gridTemplateRows: '1fr auto',
    gap: space.l,
    height: '100%',
    padding: space.l,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    '@media': { [media.from768]: { padding: space.xl } },
  }),
)
export const cardHead = style(
  inFeature({
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: space.m,
    marginBottom: space.xs,
  }),
)
export const cardTitle = style(
  inFeature({
    fontFamily: 'inherit',
    fontSize: fontSize.body,
    fontWeight: fontWeight.semibold,
    letterSpacing: 0,
    lineHeight: 1.5,
    overflowWrap: 'anywhere',
  }),
)
export const lines = style(
  inFeature({
    color: vars.color.textQuiet,
    fontStyle: 'normal',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  }),
)
export const cardActions = style(
  inFeature({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: space.xl }),
)
export const withIcon = style(
  inFeature({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: space.l }),
)
export const icon = style(inFeature({ color: vars.color.brandIcon }))
/** The space for a part that is still loading. */
export const pending = style(inFeature({ height: '320px' }))
/** The same for the profile: with less, the foot of the page would be seen on a phone, and pushed away. */
export const pendingProfile = style(inFeature({ height: '400px' }))
