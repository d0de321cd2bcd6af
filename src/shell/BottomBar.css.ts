import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontWeight, media, vars, zIndex } from '#src/ui/tokens.css.ts'

const height = '58px'

export const root = style(
  inFeature({
    position: 'fixed',
    insetInline: 0,
    bottom: 0,
    zIndex: zIndex.header,
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    height: `calc(${height} + env(safe-area-inset-bottom, 0px))`,
    paddingBottom: 'env(safe-area-inset-bottom, 0px)',
    borderTop: `1px solid ${vars.color.line}`,
    background: vars.color.surface,
    '@media': {
      [media.from768]: { display: 'none' },
      // In a low window it comes last on the page: fixed, it would cover a quarter of it.
      [media.low]: { position: 'static' },
      [media.print]: { display: 'none' },
    },
  }),
)

// What else is fixed to the window's foot sits on top of it, and the page ends above it.
globalStyle(
  `html:has(${root})`,
  inFeature({
    '@media': {
      '(max-width: 767.98px)': {
        vars: { '--bar': `calc(${height} + env(safe-area-inset-bottom, 0px))` },
      },
      [media.low]: { vars: { '--bar': '0px' } },
    },
  }),
)
globalStyle(`html:has(${root}) body`, inFeature({ paddingBottom: 'var(--bar, 0px)' }))

export const item = style(
  inFeature({
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    color: vars.color.textQuiet,
    // As large as the longest word has room for: the bar cannot be scrolled.
    fontSize: 'min(0.75rem, 4.2vw)',
    fontWeight: fontWeight.medium,
    lineHeight: 1.2,
    textDecoration: 'none',
    selectors: {
      '&[aria-current="page"]': {
        color: vars.color.brand,
        fontWeight: fontWeight.semibold,
        boxShadow: `inset 0 2px 0 ${vars.color.brand}`,
      },
    },
    '@media': {
      [media.forcedColors]: { selectors: { '&[aria-current="page"]': { borderTop: '2px solid Highlight' } } },
    },
  }),
)

/** As wide as an icon button, so that counts sit as they do there. */
export const drawing = style(
  inFeature({ position: 'relative', display: 'grid', placeItems: 'center', width: '44px', height: '28px' }),
)
