import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.m }))

export const or = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.l,
    color: vars.color.textHint,
    fontSize: fontSize.small,
    '::before': { content: '""', flex: 1, borderTop: `1px solid ${vars.color.line}` },
    '::after': { content: '""', flex: 1, borderTop: `1px solid ${vars.color.line}` },
  }),
)

export const buttons = style(
  inFeature({
    display: 'grid',
    gap: space.m,
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
  }),
)

export const button = style(
  inFeature({
    paddingInline: space.m,
    fontSize: fontSize.small,
    selectors: {
      '&:not([aria-disabled="true"])': { borderColor: vars.color.lineStrong, color: vars.color.text },
    },
  }),
)

export const mark = style(inFeature({ flex: 'none', width: '18px', height: '18px' }))

const apple = `url("data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><path d="M13.1 9.5c0-1.7 1.4-2.5 1.5-2.6-.8-1.2-2.1-1.4-2.5-1.4-1.1-.1-2.1.6-2.6.6s-1.4-.6-2.3-.6c-1.2 0-2.3.7-2.9 1.7-1.2 2.2-.3 5.3.9 7.1.6.9 1.3 1.8 2.2 1.8.9 0 1.2-.6 2.3-.6s1.4.6 2.3.6 1.6-.9 2.2-1.7c.7-1 1-1.9 1-2-.1 0-2.1-.8-2.1-2.9zM11.3 4.3c.5-.6.8-1.4.7-2.3-.7 0-1.6.5-2.1 1.1-.4.5-.8 1.4-.7 2.2.8.1 1.6-.4 2.1-1z"/></svg>',
)}")`

/** In the colour of its text; drawn in CSS, because scripts cost more than styles. */
export const appleMark = style(
  inFeature({
    flex: 'none',
    width: '18px',
    height: '18px',
    background: 'currentColor',
    mask: `${apple} center / contain no-repeat`,
  }),
)

export const note = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small, textAlign: 'center' }),
)

export const spoken = visuallyHidden
