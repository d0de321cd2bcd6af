import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { motion, zIndex } from '#src/ui/tokens.css.ts'

const [duration = '', ...easing] = motion.slow.split(' ')

/** How a picture moves, in the form that animations take. */
export const way = { duration: Number.parseFloat(duration), easing: easing.join(' ') }

export const traveller = style(
  inFeature({
    position: 'fixed',
    transformOrigin: '0 0',
    pointerEvents: 'none',
    // Under the header, like the page.
    zIndex: zIndex.sticky,
  }),
)

export const standIn = style(inFeature({ position: 'absolute', inset: 0, pointerEvents: 'none' }))

/**
 * Keeps the footer so far away that the browser does not lay it out for a moment, and the skipped content below out of
 * the window, where the browser looks for pictures.
 */
export const glimpse = style(inFeature({ minHeight: '300svh' }))
