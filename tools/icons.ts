import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { startupScreens } from '../src/offline/startupScreens.ts'
import { icons } from '../src/ui/icons.ts'
import { drawn, favicon, faviconOf, gold, icoOf, ivory, plum, withoutBloom } from './favicon.ts'

// `node tools/icons.ts`: draws every icon of the shop, in tabs and installed, from the marks in `src/ui/icons.ts`, into
// `public/`.
const folder = 'public/icons'

/** The damson so large on a ground of its own; the mark stands a little above the middle of its 24 × 24. */
function mark(
  width: number,
  height: number,
  share: number,
  colour: { fruit: string; ground: string | null },
) {
  const side = Math.min(width, height) * share
  const scale = side / 24
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  const ground = colour.ground === null ? '' : `<rect width="100%" height="100%" fill="${colour.ground}"/>`
  const drawing = drawn(colour.fruit, colour.ground === null ? colour.fruit : gold)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g></svg>`
}

/** The silhouette alone: the system gives it its colour, so what is light in the mark is cut out of it. */
const silhouette = (side: number) => withoutBloom(mark(side, side, 0.8, { fruit: '#000', ground: null }))

const shortcut = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="48" fill="${plum}"/>` +
  `<g transform="translate(22 22) scale(2.1667)" fill="none" stroke="${ivory}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></g></svg>`

const small = { palette: true, compressionLevel: 9, effort: 10 }
const draw = (svg: string, file: string) => sharp(Buffer.from(svg)).png(small).toFile(`public/${file}`)

await mkdir(`${folder}/startup`, { recursive: true })
const day = { fruit: plum, ground: ivory }
for (const side of [192, 512]) {
  await draw(mark(side, side, 0.72, day), `icons/icon-${side}.png`)
  // Everything that matters is within the inner 80 %: the system cuts the rest to its own shape.
  await draw(mark(side, side, 0.52, day), `icons/icon-maskable-${side}.png`)
  await draw(silhouette(side), `icons/icon-monochrome-${side}.png`)
}
await draw(mark(180, 180, 0.66, day), 'apple-touch-icon.png')
const shortcuts = { search: icons.search, wishlist: icons.heart, cart: icons.bag, track: icons.truck }
for (const [name, path] of Object.entries(shortcuts)) await draw(shortcut(path), `icons/shortcut-${name}.png`)
for (const { width, height } of startupScreens) {
  await draw(mark(width, height, 0.28, day), `icons/startup/${width}x${height}.png`)
}
await writeFile('public/favicon.svg', favicon)
const pictures = [16, 32, 48].map(async (side) => {
  // Drawn at that size: made smaller afterwards it would be blurred.
  const drawing = sharp(Buffer.from(faviconOf(side)), { density: 3 * side })
  return { side, png: await drawing.png(small).toBuffer() }
})
await writeFile('public/favicon.ico', icoOf(await Promise.all(pictures)))
