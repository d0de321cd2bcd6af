import { style } from '@vanilla-extract/css'
import { gutter, wideGutter } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, size, space, vars, zIndex } from '#src/ui/tokens.css.ts'

/** Stays at the top of a phone; on larger screens the category bar does so instead. */
export const root = style(
  inFeature({
    position: 'sticky',
    top: 0,
    zIndex: zIndex.header,
    background: vars.color.surface,
    borderBottom: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from768]: { position: 'relative', zIndex: zIndex.dropdown, borderBottom: 0 },
      // In a low window it would take a third of what is visible.
      [media.low]: { position: 'relative' },
    },
  }),
)

export const row = style(
  inFeature({
    display: 'grid',
    // The logo is in the middle, unless letters that a reader has set apart bring it to its neighbours.
    gridTemplateColumns: 'minmax(min-content, 1fr) auto minmax(min-content, 1fr)',
    alignItems: 'center',
    minHeight: '60px',
    paddingLeft: `calc(${gutter.left} - ${space.s})`,
    paddingRight: `calc(${gutter.right} - ${space.s})`,
    '@media': {
      [media.from768]: {
        gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
        minHeight: '84px',
        maxWidth: `calc(${size.content} + 2 * ${space.xxl})`,
        marginInline: 'auto',
        paddingLeft: wideGutter.left,
        paddingRight: wideGutter.right,
        gap: space.xl,
      },
      [media.low]: { minHeight: '60px' },
    },
  }),
)

export const start = style(inFeature({ display: 'flex', alignItems: 'center' }))
export const end = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: space.xs,
    // The icons, not their wider targets, end where the page's content ends.
    '@media': { [media.from768]: { marginRight: '-10px' } },
  }),
)

export const onPhone = style(
  inFeature({ display: 'contents', '@media': { [media.from768]: { display: 'none' } } }),
)
export const onDesktop = style(
  inFeature({ display: 'none', '@media': { [media.from768]: { display: 'contents' } } }),
)

export const home = style(
  inFeature({ display: 'inline-flex', alignItems: 'center', minHeight: size.touch, textDecoration: 'none' }),
)
