import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { media } from './tokens.css.ts'

/** Marks what is laid out already, and the whole page once all of it is. */
export const laidOut = 'data-laid-out'

/** The class of what is far down a page; `farDown` applies it. */
export const far = style(
  inUi({
    contentVisibility: 'auto',
    '@media': { [media.print]: { contentVisibility: 'visible' } },
    selectors: {
      [`&[${laidOut}]`]: { contentVisibility: 'visible' },
      [`:root[${laidOut}] &`]: { contentVisibility: 'visible' },
    },
  }),
)
