import { globalStyle, style } from '@vanilla-extract/css'
import { shopDetails } from '#contract/shopDetails.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { aboveThePage, foot, media, space, vars } from '#src/ui/tokens.css.ts'

/**
 * Room for what is fixed to the window's top and bottom, so that nothing the keyboard reaches hides behind it: each
 * such element publishes its own height. An offer keeps clear of the buy bar, so only the taller of the two counts.
 */
globalStyle(
  'html',
  inFeature({
    scrollPaddingTop: `calc(${space.m} + var(--summary-height, 60px))`,
    scrollPaddingBottom: `calc(${foot} + max(var(--buy-bar, 0px), var(--offer, 0px)) + var(--said, 0px))`,
    '@media': {
      // Where there is space, the summary is beside the page's content.
      [media.from1000]: {
        scrollPaddingTop: '72px',
        // Messages have room beside the offer.
        scrollPaddingBottom: `calc(${foot} + max(var(--buy-bar, 0px), var(--offer, 0px), var(--said, 0px) + ${space.xl}))`,
      },
      [media.low]: { scrollPaddingTop: space.s },
    },
  }),
)

export const root = style(inFeature({ display: 'flex', flexDirection: 'column', minHeight: '100svh' }))

/** Tall enough to keep the footer out of sight until the page's own content is there. */
export const main = style(
  inFeature({
    flex: '1 0 auto',
    minHeight: 'calc(100svh - 100px)',
    paddingBottom: space.x4,
    '@media': {
      [media.from768]: { minHeight: `calc(100svh - ${aboveThePage})`, paddingBottom: space.x5 },
      [media.print]: {
        minHeight: 0,
        // At the end of a print it could take a sheet of its own.
        paddingBottom: 0,
        // Nothing else on paper says whose page it is.
        selectors: {
          '&::before': {
            content: `"${[...shopDetails.address, shopDetails.email, shopDetails.phone].join(' · ')}"`,
            display: 'block',
            margin: `0 ${space.l} 14pt`,
            paddingBottom: '6pt',
            borderBottom: `1px solid ${vars.color.line}`,
            fontSize: '8.5pt',
          },
        },
      },
    },
  }),
)
