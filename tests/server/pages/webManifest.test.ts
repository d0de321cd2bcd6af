import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerPages } from '#server/pages/register.ts'
import { damson } from '#src/ui/icons.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { favicon, faviconOf, ivory } from '../../../tools/favicon.ts'

const Picture = v.object({ src: v.string(), sizes: v.string(), type: v.string() })
const Manifest = v.object({
  id: v.literal('/'),
  name: v.string(),
  short_name: v.string(),
  start_url: v.literal('/'),
  scope: v.literal('/'),
  display: v.literal('standalone'),
  background_color: v.string(),
  theme_color: v.string(),
  icons: v.array(v.object({ ...Picture.entries, purpose: v.string() })),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string(), icons: v.array(Picture) })),
  screenshots: v.array(v.object({ ...Picture.entries, form_factor: v.string(), label: v.string() })),
})

let shop: Shop
let manifest: v.InferOutput<typeof Manifest>
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
  const answer = await shop.app.inject({ url: '/manifest.webmanifest' })
  manifest = v.parse(Manifest, answer.json())
})
afterAll(() => shop.close())

/** The actual properties of a picture's file, in the manifest's terms. */
async function measured(src: string) {
  const answer = await shop.app.inject({ url: src })
  expect(answer.statusCode, src).toBe(200)
  const { width, height, format } = await sharp(answer.rawPayload).metadata()
  return { src, sizes: `${width}x${height}`, type: `image/${format}` }
}

it('is a manifest to a browser', async () => {
  const { headers } = await shop.app.inject({ url: '/manifest.webmanifest' })
  expect(headers['content-type']).toContain('application/manifest+json')
})

it('the pictures of the manifest are there, in the sizes that it names', async () => {
  const { icons, shortcuts, screenshots } = manifest
  for (const { src, sizes, type } of [...icons, ...shortcuts.flatMap((one) => one.icons), ...screenshots])
    expect(await measured(src)).toEqual({ src, sizes, type })
})

it('each kind of icon is a drawing of its own, and both kinds of screen are shown', () => {
  for (const purpose of ['any', 'maskable', 'monochrome']) {
    const sizes = manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes)
    expect(sizes, purpose).toEqual(['192x192', '512x512'])
  }
  expect(new Set(manifest.screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
})

it('a shortcut leads to a page of the shop', async () => {
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Search', 'Wishlist', 'Cart', 'Track order'])
  for (const { url } of manifest.shortcuts) expect((await shop.app.inject({ url })).statusCode, url).toBe(200)
})

it('a page names the manifest, Apple’s icon, and the browser’s colour by day and by night', async () => {
  const { body } = await shop.app.inject({ url: '/privacy-policy' })
  expect(body).toContain('rel="manifest"')
  expect(body).toContain('rel="apple-touch-icon"')
  expect(body.match(/<meta name="theme-color" content="#[0-9a-f]{6}" media="[^"]+"/g)).toHaveLength(2)
  expect(await measured('/apple-touch-icon.png')).toMatchObject({ sizes: '180x180' })
})

it('a tab shows the damson of the pages, as `tools/icons.ts` draws it, by day and by night', () => {
  expect(readFileSync('public/favicon.svg', 'utf8')).toBe(favicon)
  const shapes = (svg: string) => Array.from(svg.matchAll(/ d="[^"]+"| opacity="[^"]+"/g), ([shape]) => shape)
  expect(shapes(favicon)).toEqual(shapes(damson))
  expect(favicon).toContain('prefers-color-scheme:dark')
})

it('what browsers ask for by themselves is the same damson, in three sizes', async () => {
  const ico = readFileSync('public/favicon.ico')
  const pictures = [22, 38, 54].map((end) =>
    ico.subarray(ico.readUInt32LE(end - 4)).subarray(0, ico.readUInt32LE(end - 8)),
  )
  const sizes = await Promise.all(
    pictures.map(async (png) => {
      const { width, height, format } = await sharp(png).metadata()
      return `${format} ${width}x${height}`
    }),
  )
  expect(sizes).toEqual(['png 16x16', 'png 32x32', 'png 48x48'])
  for (const [index, side] of [16, 32, 48].entries()) {
    const pixels = (picture: Sharp) => picture.flatten({ background: ivory }).raw().toBuffer()
    const asDrawn = await pixels(sharp(Buffer.from(faviconOf(side)), { density: 3 * side }))
    const shown = await pixels(sharp(pictures[index]))
    // Its colours are few, and another machine's edges may be a shade different.
    const apart = asDrawn.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0)
    expect(apart / asDrawn.length, `${side}`).toBeLessThan(4)
  }
})
