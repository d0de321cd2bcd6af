import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { media } from './tokens.css.ts'

/** On what is laid out already, and on the whole page once all of it is. */
export const laidOut = 'data-laid-out'

/**
 * For what stands far down a page: it is laid out when somebody comes near, and once the page has nothing else to do, so
 * that what takes the whole of a page (a picture of it, a search in it, the bar at its side) finds it there. Give it the
 * room that it will take with `containIntrinsicHeight`, and nothing that reaches over its edges: until then it is clipped.
 */
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
