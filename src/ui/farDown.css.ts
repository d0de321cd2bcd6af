// For styles only: a style module that the page uses at run time (`far.css.ts`) may export no functions.
import { style } from '@vanilla-extract/css'
import { far } from './far.css.ts'
import { inUi } from './layers.css.ts'
import { media } from './tokens.css.ts'

/**
 * For content far down a page: it is laid out when somebody comes near, or once the page is idle, so that whatever
 * needs the whole page (a screenshot, find in page, the scrollbar) finds it there. Until then it has the height given
 * for a phone and for wider windows (of CSS, without its padding), and is clipped, so that nothing in it may reach over
 * its edges.
 */
export const farDown = (onPhone: string, onMore: string): string =>
  style([
    far,
    inUi({
      containIntrinsicHeight: `auto ${onPhone}`,
      '@media': { [media.from768]: { containIntrinsicHeight: `auto ${onMore}` } },
    }),
  ])
