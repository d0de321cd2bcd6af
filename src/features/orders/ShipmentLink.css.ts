import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { media } from '#src/ui/tokens.css.ts'

/** A button on the screen, and on paper the address that it leads to. */
export const link = style(
  inFeature({
    '@media': {
      [media.print]: {
        display: 'block',
        padding: 0,
        border: 0,
        textAlign: 'start',
        textDecoration: 'none',
        selectors: { '&::after': { content: '": " attr(href)' } },
      },
    },
  }),
)

const onScreen = inFeature({ '@media': { [media.print]: { display: 'none' } } })
export const mark = style(onScreen)
export const spoken = style([visuallyHidden, onScreen])
