import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { media } from './tokens.css.ts'

/** On what is laid out already, and on the whole page once all of it is. */
export const laidOut = 'data-laid-out'

/** What stands far down a page; `farDown` gives it. */
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
