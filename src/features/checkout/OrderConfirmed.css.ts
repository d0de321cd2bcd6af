import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.l,
    maxWidth: '640px',
    marginInline: 'auto',
    paddingBlock: `${space.x3} ${space.x4}`,
    textAlign: 'center',
    '@media': { [media.from768]: { paddingBlock: `${space.x4} ${space.x5}` } },
  }),
)

export const mark = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    width: '72px',
    height: '72px',
    borderRadius: '50%',
    border: `1px solid ${vars.color.accentRule}`,
    color: vars.color.brand,
  }),
)

export const lead = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.lead, textWrap: 'balance' }),
)
export const number = style(
  inFeature({ fontWeight: fontWeight.semibold, color: vars.color.text, whiteSpace: 'nowrap' }),
)

export const lostNote = style(inFeature({ width: '100%', textAlign: 'start' }))
export const note = style(inFeature({ marginBlockStart: space.s, whiteSpace: 'pre-line' }))

export const next = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    width: '100%',
    marginBlock: space.l,
    paddingBlock: space.xl,
    borderBlock: `1px solid ${vars.color.line}`,
    textAlign: 'start',
  }),
)
export const stage = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: space.l,
    alignItems: 'start',
  }),
)
export const icon = style(inFeature({ color: vars.color.brandIcon }))
export const stageTitle = style(inFeature({ fontWeight: fontWeight.medium }))
export const stageText = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))

export const actions = style(
  inFeature({
    display: 'grid',
    gap: space.m,
    width: '100%',
    '@media': { [media.from600]: { display: 'flex', justifyContent: 'center' } },
  }),
)
