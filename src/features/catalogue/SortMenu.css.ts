import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.m, minWidth: 0 }))

/** On a phone the menu's own text has to do. */
export const label = style(
  inFeature({
    color: vars.color.textHint,
    fontSize: fontSize.small,
    whiteSpace: 'nowrap',
    '@media': {
      [media.below768]: {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
  }),
)

export const frame = style(inFeature({ position: 'relative', display: 'grid', flex: 1, minWidth: 0 }))

export const select = style(
  inFeature({
    appearance: 'none',
    width: '100%',
    minHeight: size.touch,
    padding: `${space.s} 32px ${space.s} ${space.m}`,
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
    // As in any field: not even an iPhone on its side, of up to 956 px, may zoom into it.
    fontSize: fontSize.body,
    fontWeight: fontWeight.medium,
    textOverflow: 'ellipsis',
    '@media': {
      [media.from1000]: { fontSize: fontSize.small },
      ...hovered({ borderColor: vars.color.text }),
    },
  }),
)

export const chevron = style(
  inFeature({
    position: 'absolute',
    right: space.m,
    top: 0,
    bottom: 0,
    marginBlock: 'auto',
    color: vars.color.textQuiet,
    pointerEvents: 'none',
  }),
)
