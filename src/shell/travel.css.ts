import { globalStyle } from '@vanilla-extract/css'
import { motion } from '#src/ui/tokens.css.ts'

/** Under this name a piece's picture goes from its card to its page and back. */
export const traveller = 'piece'

const [duration = '', ...easing] = motion.slow.split(' ')

// The new page is there at once; nothing but the picture moves, above it.
globalStyle(':root', { viewTransitionName: 'none' })
globalStyle('::view-transition', { pointerEvents: 'none' })
globalStyle(['group', 'old', 'new'].map((part) => `::view-transition-${part}(${traveller})`).join(', '), {
  animationDuration: duration,
  animationTimingFunction: easing.join(' '),
})
