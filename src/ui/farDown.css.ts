// For styles alone: what a page reads of styles at run time (`far.css.ts`) may have no functions in it.
import { style } from '@vanilla-extract/css'
import { far } from './far.css.ts'
import { inUi } from './layers.css.ts'
import { media } from './tokens.css.ts'

/**
 * For what stands far down a page: it is laid out when somebody comes near, and once the page has nothing else to do, so
 * that what takes the whole of a page (a picture of it, a search in it, the bar at its side) finds it there. Until then it
 * takes the height that is given for a phone and for more (of CSS, without its padding), and is clipped, so that nothing
 * of it may reach over its edges.
 */
export const farDown = (onPhone: string, onMore: string): string =>
  style([
    far,
    inUi({
      containIntrinsicHeight: `auto ${onPhone}`,
      '@media': { [media.from768]: { containIntrinsicHeight: `auto ${onMore}` } },
    }),
  ])
