import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { lead } from '#src/ui/text.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.xl,
    maxWidth: '640px',
    paddingTop: space.x4,
    textAlign: 'center',
    '@media': { [media.from768]: { paddingTop: space.x6 } },
  }),
)
export const text = style([lead, inFeature({ textWrap: 'balance' })])
/** Always there, so that screen readers announce what appears in it. */
export const outcome = style(
  inFeature({ textAlign: 'start', ':empty': { marginTop: `calc(-1 * ${space.xl})` } }),
)
