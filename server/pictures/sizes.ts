import { pictureWidths } from '#contract/constants.ts'

export type Width = (typeof pictureWidths)[number]

/** Nothing wider goes to somebody whose browser saves data; a piece can still be magnified in it. */
const widestLean = 800

/** The width that is made for the one asked for: the same or the next larger; the largest for none. */
export function widthFor(asked: number | undefined, isLean: boolean): Width {
  const most = isLean ? widestLean : 1920
  return pictureWidths.find((width) => width === most || (asked !== undefined && width >= asked)) ?? most
}

export type Format = 'avif' | 'webp' | 'jpeg'

/** The best format that an `Accept` header names; JPEG, which everything can show, when it names none. */
export function formatFor(accept: string | undefined): Format {
  const accepts = (type: string) =>
    (accept ?? '').split(',').some((range) => {
      const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  if (accepts('image/avif')) return 'avif'
  return accepts('image/webp') ? 'webp' : 'jpeg'
}
