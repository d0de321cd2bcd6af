import sans from './fonts/damson-sans.woff2'
import serif from './fonts/damson-serif.woff2'

/**
 * Sets the page in the shop's own fonts. Not part of the styles on purpose: a font that a style names is fetched as
 * soon as text wants it, and would compete with the largest picture for a slow line. Until then text stands in what
 * `fallbackFonts.css.ts` declares, which has the same widths and heights. Both come at once, because each lays out the
 * whole page anew; one that cannot be had leaves its stand-in.
 */
export async function loadFonts(): Promise<void> {
  const faces = [
    new FontFace('Damson Serif', `url(${serif})`, { weight: '500' }),
    new FontFace('Damson Sans', `url(${sans})`, { weight: '400 700' }),
  ]
  await Promise.allSettled(faces.map((face) => face.load()))
  for (const face of faces) if (face.status === 'loaded') document.fonts.add(face)
}
