import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({ '@media': { [media.from1000]: { paddingBlock: `${space.x3} ${space.x5}` } } }),
)

export const columns = style(
  inFeature({
    display: 'grid',
    alignItems: 'start',
    '@media': { [media.from1000]: { gridTemplateColumns: 'minmax(0, 1fr) 400px', gap: space.x5 } },
  }),
)

export const main = style(
  inFeature({
    width: '100%',
    maxWidth: '620px',
    marginInline: 'auto',
    paddingBlock: `${space.xl} ${space.x3}`,
    '@media': {
      [media.from1000]: { gridArea: '1 / 1', maxWidth: '680px', marginInline: 0, paddingBlock: 0 },
    },
  }),
)

export const title = style(inFeature({ marginBottom: space.xl }))
export const notice = style(inFeature({ marginBottom: space.xl }))
export const step = style(inFeature({ display: 'grid', gap: space.xl }))
export const pendingForm = style(inFeature({ height: '420px' }))
export const pendingSteps = style(inFeature({ height: '64px', marginBottom: space.xxl }))
export const pendingSummary = style(
  inFeature({ height: '60px', '@media': { [media.from1000]: { gridArea: '1 / 2', height: '420px' } } }),
)
