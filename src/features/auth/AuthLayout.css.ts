import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { aboveThePage, font, fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

/** As much as the header leaves of the window. */
const wholeWindow = `max(600px, calc(100svh - ${aboveThePage}))`

export const root = style(
  inFeature({
    display: 'grid',
    '@media': {
      [media.from1000]: {
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
        minHeight: wholeWindow,
        // Meets the footer: cancels the page's own space below.
        marginBottom: `-${space.x5}`,
      },
    },
  }),
)

export const panel = style(
  inFeature({
    display: 'none',
    background: vars.color.deep,
    color: vars.color.onDeep,
    '@media': {
      [media.from1000]: { display: 'flex', alignItems: 'end', gridArea: '1 / 1' },
    },
  }),
)

/** The panel's content: beside a form longer than the window it moves along with its lower edge. */
export const inSight = style(
  inFeature({
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    minHeight: wholeWindow,
  }),
)

/** Below the words: they are as dark as the footer, and would run into it. */
export const picture = style(
  inFeature({
    position: 'relative',
    flex: '99 0 300px',
    // Any higher, a ring would be cut off at the side.
    maxHeight: '37.5vw',
    overflow: 'hidden',
    background: vars.color.photo,
  }),
)

export const frame = style(inFeature({ position: 'absolute', inset: 0, borderRadius: 0 }))

export const image = style(inFeature({ height: '100%', objectFit: 'cover', objectPosition: '100% 50%' }))

export const words = style(
  inFeature({
    flex: '1 0 auto',
    display: 'grid',
    alignContent: 'center',
    gap: space.m,
    padding: `${space.x3} clamp(${space.xxl}, 6vw, ${space.x5})`,
    // Alone they would take the picture's space until it arrives.
    selectors: { '&:not(:has(+ *))': { visibility: 'hidden' } },
  }),
)

export const promise = style(
  inFeature({
    fontFamily: font.serif,
    fontSize: fontSize.display,
    fontWeight: fontWeight.medium,
    lineHeight: 1.1,
    textWrap: 'balance',
  }),
)

export const about = style(inFeature({ maxWidth: '29.5em', color: vars.color.onDeepQuiet }))

export const column = style(
  inFeature({
    display: 'grid',
    alignContent: 'start',
    justifyItems: 'center',
    padding: `${space.x3} ${space.l} ${space.x4}`,
    '@media': {
      [media.from768]: { padding: `${space.x4} ${space.xxl}` },
      [media.from1000]: {
        gridArea: '1 / 2',
        alignContent: 'center',
        // Half of a form would stand in the middle, and climb as the rest arrives.
        selectors: { '&:not(:has(+ *))': { visibility: 'hidden' } },
      },
    },
  }),
)

export const content = style(inFeature({ display: 'grid', gap: space.xl, width: '100%', maxWidth: '440px' }))

export const heading = style(inFeature({ display: 'grid', gap: space.s }))

export const lead = style(inFeature({ color: vars.color.textQuiet }))

export const aside = style(inFeature({ textAlign: 'center', color: vars.color.textQuiet }))
