import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ gap: space.s, marginBottom: space.s }))
