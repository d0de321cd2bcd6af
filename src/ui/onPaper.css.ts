import { globalStyle } from '@vanilla-extract/css'
import { inFeature } from './layers.css.ts'
import { media } from './tokens.css.ts'

/**
 * Stacks the parts of a feature's grid on paper: a grid row that does not fit on the rest of a sheet would move to the
 * next one whole.
 */
export function stackOnPaper(grid: string): void {
  globalStyle(grid, inFeature({ '@media': { [media.print]: { display: 'block' } } }))
  globalStyle(`${grid} > * + *`, inFeature({ '@media': { [media.print]: { marginTop: '18pt' } } }))
}
