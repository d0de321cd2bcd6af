import * as css from './Button.css.ts'

export type ButtonLook = {
  tone?: keyof typeof css.tone | undefined
  size?: keyof typeof css.size | undefined
  width?: keyof typeof css.width | undefined
}

/** The classes of a button, for links that look like one. */
export function buttonStyle({ tone = 'primary', size = 'm', width = 'auto' }: ButtonLook = {}) {
  return `${css.root} ${css.size[size]} ${css.width[width]} ${css.tone[tone]}`
}
