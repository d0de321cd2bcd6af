// Grey lines as tall as the text that is on its way: within the text's own class they hold as many lines of it.
import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

const lines = (count: number) =>
  style(
    inFeature({
      height: 'auto',
      // Painted only where the letters will be.
      clipPath: 'inset(0.2em 0)',
      whiteSpace: 'pre',
      '::before': {
        content: `"${Array.from({ length: count }, () => String.raw`\00a0`).join(String.raw`\a `)}"`,
      },
    }),
  )

export const line = lines(1)
export const twoLines = lines(2)
/** A short word's. */
export const word = style([line, inFeature({ width: '45%' })])
