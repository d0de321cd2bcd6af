// For styles alone: what a page reads of styles at run time (`Button.css.ts`) may have no functions in it.
import type { StyleRule } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

type Look = NonNullable<StyleRule['selectors']>[string]

/**
 * For '@media': how something looks under a mouse, and, while it is pressed, under a finger, which would have it keep the
 * look of a mouse after the tap. What depends on a condition is written after the states of its style and would win over
 * them, so this weighs less (`:where`): that something is pressed, chosen, wrong or unavailable is always seen.
 */
export const hovered = (look: Look) => ({
  [media.hover]: { selectors: { '&:where(:hover)': look } },
  [media.finger]: { selectors: { '&:where(:active)': look } },
})
