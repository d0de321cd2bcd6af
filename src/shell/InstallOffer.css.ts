import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import {
  buyBarRoom,
  fontSize,
  fontWeight,
  foot,
  media,
  motion,
  radius,
  space,
  vars,
  zIndex,
} from '#src/ui/tokens.css.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } })

/** On a phone it leaves space for the buy bar, and on larger screens the right half. */
export const root = style(
  inFeature({
    position: 'fixed',
    zIndex: zIndex.header,
    left: space.m,
    right: space.m,
    bottom: `calc(${buyBarRoom} + ${foot})`,
    padding: `${space.m} ${space.s} ${space.l} ${space.l}`,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    '@media': {
      [media.motion]: { animation: `${appear} ${motion.slow}` },
      [media.from768]: {
        left: space.xl,
        right: 'auto',
        bottom: `calc(${space.xl} + ${foot})`,
        width: '400px',
      },
      // In a low window it comes last on the page: fixed, it would cover everything else.
      [media.low]: { position: 'static', width: 'auto', margin: space.m },
      [media.print]: { display: 'none' },
    },
  }),
)

globalStyle(
  `html:has(${root})`,
  inFeature({
    vars: { '--offer': `calc(${buyBarRoom} + var(--offer-height, 184px))` },
    '@media': { [media.low]: { vars: { '--offer': '0px' } } },
  }),
)

export const head = style(
  inFeature({ display: 'grid', gridTemplateColumns: '36px 1fr auto', gap: space.m, alignItems: 'start' }),
)
export const mark = style(
  inFeature({
    width: '36px',
    height: '36px',
    marginTop: space.xs,
    color: vars.color.brand,
    vars: { '--bloom': vars.color.surfaceRaised, '--leaf': vars.color.accentRule },
  }),
)
export const title = style(
  inFeature({ fontWeight: fontWeight.semibold, lineHeight: 1.4, paddingTop: space.xs }),
)
export const text = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small, lineHeight: 1.5, textWrap: 'pretty' }),
)
export const actions = style(inFeature({ marginTop: space.m, paddingLeft: '48px' }))

export const steps = style(
  inFeature({
    display: 'grid',
    gap: space.s,
    marginTop: space.m,
    paddingLeft: '48px',
    listStyleType: 'none',
  }),
)
export const step = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.s }))
export const drawing = style(inFeature({ flex: 'none', color: vars.color.brand }))
