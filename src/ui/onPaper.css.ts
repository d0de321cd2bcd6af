import { globalStyle } from '@vanilla-extract/css'
import { inFeature } from './layers.css.ts'
import { media } from './tokens.css.ts'

/**
 * Has the parts of a feature's grid stand below each other on paper: a grid's row that does not fit on what is left of a
 * sheet goes to the next one whole.
 */
export function stackOnPaper(grid: string): void {
  globalStyle(grid, inFeature({ '@media': { [media.print]: { display: 'block' } } }))
  globalStyle(`${grid} > * + *`, inFeature({ '@media': { [media.print]: { marginTop: '18pt' } } }))
}
