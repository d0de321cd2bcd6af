import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.l,
    minHeight: size.touch,
    marginBlock: space.xs,
    fontSize: fontSize.small,
    lineHeight: 1.4,
    '@media': { [media.from768]: { marginBlock: space.l }, [media.print]: { display: 'none' } },
  }),
)

export const back = style(
  inFeature({
    display: 'inline-flex',
    flex: 'none',
    alignItems: 'center',
    gap: space.xs,
    minHeight: size.touch,
    paddingRight: space.s,
    marginLeft: '-4px',
    color: vars.color.text,
    '@media': hovered({ color: vars.color.brand }),
  }),
)

export const nav = style(inFeature({ flex: 1, minWidth: 0 }))

/** One line, unless letters are large: a long name is cut off, because it appears below in full. */
export const trail = style(
  inFeature({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', color: vars.color.textHint }),
)

export const place = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    flex: 'none',
    ':last-child': {
      // What is left of the line; none is too little for anything but its beginning.
      flex: '1 1 1.5em',
      display: 'block',
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    selectors: {
      '& + &::before': { content: ['"/"', '"/" / ""'], paddingInline: space.s, color: vars.color.lineStrong },
    },
  }),
)

export const link = style(
  inFeature({
    paddingBlock: space.m,
    color: 'inherit',
    textDecorationLine: 'none',
    '@media': hovered({ color: vars.color.brand, textDecorationLine: 'underline' }),
  }),
)

export const share = style(inFeature({ marginLeft: 'auto', marginRight: '-10px' }))
