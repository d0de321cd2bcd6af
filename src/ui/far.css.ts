import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'

/** On what is laid out already, and on the whole page once all of it is. */
export const laidOut = 'data-laid-out'

/**
 * For what stands far down a page: it is laid out when somebody comes near, and once the page has nothing else to do, so
 * that what takes the whole of a page (a picture of it, a search in it, the bar at its side) finds it there. Give it the
 * room that it will take with `containIntrinsicHeight`.
 */
export const far = style(
  inUi({
    contentVisibility: 'auto',
    selectors: {
      [`&[${laidOut}]`]: { contentVisibility: 'visible' },
      [`:root[${laidOut}] &`]: { contentVisibility: 'visible' },
    },
  }),
)
