import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'

/** Space for the dot between two parts. */
const between = '0.8em'

/** Parts of a line with a dot between them. At a line's beginning the dot is outside, where it is clipped. */
export const parts = style(inUi({ display: 'flex', flexWrap: 'wrap', columnGap: between, overflowX: 'clip' }))

export const part = style(
  inUi({
    position: 'relative',
    '::before': {
      content: ['"·"', '"·" / ""'],
      position: 'absolute',
      left: `calc(-1 * ${between})`,
      width: between,
      textAlign: 'center',
    },
  }),
)
