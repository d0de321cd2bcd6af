import { damson } from '../src/ui/icons.ts'

export const plum = '#6b2858'
export const ivory = '#fffcf8'
export const gold = '#b8892b'
const lightPlum = '#d4a9c5'

/** The damson in these colours, 24 × 24. */
export const drawn = (fruit: string, leaf: string): string =>
  damson.replaceAll('currentColor', fruit).replace('var(--bloom)', ivory).replace('var(--leaf)', leaf)

/** Without what is light in it. */
export const withoutBloom = (drawing: string): string =>
  drawing.replace(new RegExp(`<path[^>]*stroke="${ivory}"[^>]*/>`), '')

const svg = (style: string, drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${style}${drawing}</svg>\n`

const lighter = ['fill', 'stroke'].map((paint) => `[${paint}="${plum}"]{${paint}:${lightPlum}}`).join('')

/** What tabs show, by day and by night. */
export const favicon = svg(`<style>@media(prefers-color-scheme:dark){${lighter}}</style>`, drawn(plum, gold))

/** The same for a picture of so many pixels; where there are few, the bloom would be a blur. */
export const faviconOf = (side: number): string => {
  const drawing = drawn(plum, gold)
  return svg('', side < 32 ? withoutBloom(drawing) : drawing)
}

/** Square pictures as one file of the kind that browsers ask for by themselves: a list of them, then each PNG as it is. */
export function icoOf(pictures: readonly { side: number; png: Buffer }[]): Buffer {
  const entry = 16
  const head = Buffer.alloc(6 + entry * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let start = head.length
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + entry * index
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(start, at + 12)
    start += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
