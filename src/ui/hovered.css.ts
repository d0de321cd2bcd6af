// For styles only: a style module that the page uses at run time (`Button.css.ts`) may export no functions.
import type { StyleRule } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

type Look = NonNullable<StyleRule['selectors']>[string]

/**
 * For '@media': how something looks under a mouse, and, while it is pressed, under a finger, which would otherwise
 * leave it in the hover state after the tap. Conditional rules come after an element's other states and would override
 * them, so this has less specificity (`:where`): pressed, chosen, wrong or unavailable always shows.
 */
export const hovered = (look: Look) => ({
  [media.hover]: { selectors: { '&:where(:hover)': look } },
  [media.finger]: { selectors: { '&:where(:active)': look } },
})
