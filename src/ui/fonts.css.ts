// Not part of the global styles on purpose: a declared font is fetched as soon as text wants it, and would compete
// with the largest picture for a slow line. main.tsx imports this file after the page's load event; until then text
// is set in the stand-ins of fallbackFonts.css.ts, which have the same widths and heights.
import { globalFontFace } from '@vanilla-extract/css'

globalFontFace('Damson Serif', {
  src: "url('./fonts/damson-serif.woff2') format('woff2')",
  fontWeight: '500',
  fontDisplay: 'swap',
})

globalFontFace('Damson Sans', {
  src: "url('./fonts/damson-sans.woff2') format('woff2')",
  fontWeight: '400 700',
  fontDisplay: 'swap',
})
