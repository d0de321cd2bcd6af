import sans from './fonts/damson-sans.woff2'
import serif from './fonts/damson-serif.woff2'

/**
 * Switches the page to the shop's own fonts. Not part of the styles on purpose: a font that a style names is fetched as
 * soon as text needs it, and would compete with the largest picture for a slow line. Until then text is set in what
 * `fallbackFonts.css.ts` declares, with the same widths and heights. Both fonts are swapped in together, because each
 * swap lays out the whole page again; if one cannot be loaded its fallback stays.
 */
export async function loadFonts(): Promise<void> {
  const faces = [
    new FontFace('Damson Serif', `url(${serif})`, { weight: '500' }),
    new FontFace('Damson Sans', `url(${sans})`, { weight: '400 700' }),
  ]
  await Promise.allSettled(faces.map((face) => face.load()))
  for (const face of faces) if (face.status === 'loaded') document.fonts.add(face)
}
