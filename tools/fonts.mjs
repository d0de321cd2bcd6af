// Makes the two web fonts of the shop, src/ui/fonts/*.woff2, and prints how the readers' own fonts must be scaled
// to stand in for them (src/ui/fallbackFonts.css.ts). Run it after an update of the @fontsource packages:
//
//   node tools/fonts.mjs

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const target = new URL('../src/ui/fonts/', import.meta.url)

const basicLatin = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCodePoint(0x20 + i)).join('')
const british = '\u00a0£€½¼¾×–—‘’“”…·•°é' + 'èêàâçïôöüñÉ´←→‹›−©®™№✓'

const fonts = [
  {
    file: 'damson-serif.woff2',
    from: '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2',
    // The one weight that the display face is set in: a variable font would weigh half as much again.
    axis: 500,
    // Swashes, small capitals and old-style sets would double the file.
    features: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'frac'],
    // em per letter of the readers' own fonts, as `measure` gives it for their metric-compatible twins.
    standIns: [
      { name: 'Times New Roman', width: 0.3849, weight: 500 },
      { name: 'Noto Serif', width: 0.4564, weight: 500 },
    ],
  },
  {
    file: 'damson-sans.woff2',
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    axis: { min: 400, max: 700 },
    features: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum', 'frac'],
    standIns: [
      { name: 'Arial', width: 0.423, weight: 400 },
      { name: 'Arial', width: 0.423, weight: 500 },
      { name: 'Arial Bold', width: 0.4571, weight: 600 },
      { name: 'Roboto', width: 0.4216, weight: 400 },
      { name: 'Roboto', width: 0.4216, weight: 500 },
      { name: 'Roboto Bold', width: 0.4289, weight: 600 },
    ],
  },
]

/**
 * Sentences of the shop's own pages, as wide in each font as all of its texts are: by letters as frequent as in English,
 * whole texts came out almost a hundredth wider in a stand-in than in the shop's own font, and wrapped elsewhere.
 */
const sample =
  'Every parcel is insured, tracked and signed for, in a plain outer box that does not say what is in it. Please look ' +
  'at your piece when it arrives. If it is damaged, faulty or not what you chose, tell us as soon as you can and send ' +
  'a photograph if possible. We will repair it, replace it or refund it in full, and collect it at our cost. Please ' +
  'tell us first if you are not content: most things are put right in a day. What else the shop must remember it ' +
  'keeps in your browser’s own storage, which, unlike a cookie, is not sent along with every request.'

/** Reads the vertical metrics and the average width of the sample text, all in em. */
function measure(sfnt) {
  const tables = new Map()
  for (let i = 0; i < sfnt.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    tables.set(sfnt.toString('latin1', at, at + 4), sfnt.readUInt32BE(at + 8))
  }
  const em = sfnt.readUInt16BE(tables.get('head') + 18)
  const hhea = tables.get('hhea')
  const longMetrics = sfnt.readUInt16BE(hhea + 34)
  const advance = (glyph) => sfnt.readUInt16BE(tables.get('hmtx') + Math.min(glyph, longMetrics - 1) * 4)
  const glyphOf = readCharacterMap(sfnt, tables.get('cmap'))
  const width = Array.from(sample).reduce((sum, letter) => sum + advance(glyphOf(letter.codePointAt(0))), 0)
  return {
    ascent: sfnt.readInt16BE(hhea + 4) / em,
    descent: -sfnt.readInt16BE(hhea + 6) / em,
    lineGap: sfnt.readInt16BE(hhea + 8) / em,
    averageWidth: width / sample.length / em,
  }
}

/** The format 4 subtable is in every one of these fonts and covers all that is asked here. */
function readCharacterMap(sfnt, cmap) {
  for (let i = 0; i < sfnt.readUInt16BE(cmap + 2); i++) {
    const table = cmap + sfnt.readUInt32BE(cmap + 4 + i * 8 + 4)
    if (sfnt.readUInt16BE(table) !== 4) continue
    const doubled = sfnt.readUInt16BE(table + 6)
    return (code) => {
      for (let at = 0; at < doubled; at += 2) {
        if (sfnt.readUInt16BE(table + 14 + at) < code) continue
        const start = sfnt.readUInt16BE(table + 16 + doubled + at)
        if (start > code) return 0
        const delta = sfnt.readUInt16BE(table + 16 + doubled * 2 + at)
        const offsetAt = table + 16 + doubled * 3 + at
        const offset = sfnt.readUInt16BE(offsetAt)
        if (offset === 0) return (code + delta) & 0xffff
        return (sfnt.readUInt16BE(offsetAt + offset + (code - start) * 2) + delta) & 0xffff
      }
      return 0
    }
  }
  throw new Error('The font has no character map of format 4')
}

const percent = (part) => `${(part * 100).toFixed(2)}%`

async function make() {
  let total = 0
  for (const { file, from, axis, features, standIns } of fonts) {
    const source = await readFile(require.resolve(from))
    const shared = { targetFormat: 'woff2', keepFeatures: features, noHinting: true }
    const font = await subsetFont(source, basicLatin + british, { ...shared, variationAxes: { wght: axis } })
    await writeFile(new URL(file, target), font)
    total += font.length
    console.log(`${file}  ${font.length} bytes`)

    for (const { name, width, weight } of standIns) {
      const sfnt = await subsetFont(source, sample, {
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
      })
      const own = measure(Buffer.from(sfnt))
      const scale = own.averageWidth / width
      console.log(
        `  ${name} for ${weight}: size-adjust ${percent(scale)}, ascent-override ${percent(own.ascent / scale)}, ` +
          `descent-override ${percent(own.descent / scale)}, line-gap-override ${percent(own.lineGap / scale)}`,
      )
    }
  }
  console.log(`together ${total} bytes`)
}

await make()
