import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { farDown } from '#src/ui/farDown.css.ts'
import { cardColumns, media, space } from '#src/ui/tokens.css.ts'

/** The last band of the page meets the footer. */
export const page = style(
  inFeature({
    marginBottom: `calc(-1 * ${space.x4})`,
    '@media': { [media.from768]: { marginBottom: `calc(-1 * ${space.x5})` } },
  }),
)

export const row = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: cardColumns,
    gap: `${space.xxl} ${space.m}`,
    '@media': { [media.from768]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: '20px' } },
  }),
)

/**
 * Laid out late, like the footer; until then it takes about the height of its pieces, so that going back returns to the
 * same place.
 */
export const pieces = farDown('calc(100vw + 215px)', 'min(24vw + 165px, 475px)')

/** What comes before it has enough space below. */
export const following = style(inFeature({ paddingTop: 0, '@media': { [media.from768]: { paddingTop: 0 } } }))
