/** The widths pictures are made in, in pixels. */
const widths = [160, 240, 320, 480, 640, 800, 1000, 1280] as const
export type Width = (typeof widths)[number]

/** The width that is made for the one asked for: the same or the next larger; the largest for none. */
export function widthFor(asked: number | undefined): Width {
  return widths.find((width) => asked !== undefined && width >= asked) ?? 1280
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
