import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Locator, type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import { heldBack } from './support/heldBack.ts'
import { type OwnShop, openOwnShop } from './support/release.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { arrived, awake, expectToFit, test } from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

/** A shop with pieces, words and pictures unlike the demo's. */
let shop: OwnShop
let folder: string

const word = (letters: number) => 'Donaudampfschiff'.repeat(20).slice(0, letters)

const piece = (sku: string, name: string, more: object = {}) => ({
  sku,
  name,
  category: 'anklets',
  short_description: 'Made to order.',
  description: 'Made to order, in gold.',
  price: 24_900,
  stock_quantity: 3,
  weight: 2.5,
  // Before the demo's.
  is_featured: true,
  is_bestseller: true,
  is_new: true,
  ...more,
})
const pictured = (...images: string[]) => ({
  images: images.map((image, index) => ({ image, alt_text: 'The piece', is_default: index === 0 })),
})
const views = Array.from({ length: 12 }, (_, index) => `view-${index}.jpg`)

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'damson-own-pieces-'))
  const picture = (name: string, width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toFile(join(folder, name))
  await picture('tall.jpg', 600, 1800, '#b08d3c')
  await picture('wide.jpg', 2400, 600, '#b08d3c')
  await picture('velvet.jpg', 1000, 1000, '#0b0b0d')
  await picture('evening.jpg', 2000, 1000, '#0b0b0d')
  for (const view of views) await picture(view, 600, 600, '#b08d3c')
  const catalogue = join(folder, 'catalogue.json')
  const variant = { price: 24_900, compare_at_price: null, stock_quantity: 3 }
  const products = [
    piece('OWN-1', 'Tall Piece', pictured('tall.jpg')),
    piece('OWN-2', 'Wide Piece', pictured('wide.jpg')),
    piece('OWN-3', 'Piece on Velvet', pictured('velvet.jpg')),
    piece('OWN-5', 'Piece of Twelve Pictures', pictured(...views)),
    piece('OWN-4', 'Piece of Long Words', {
      description: word(300),
      collections: [word(60)],
      materials: [word(60)],
      variant_label: word(80),
      variants: [{ ...variant, name: word(90), sku: 'OWN-4-1' }],
    }),
  ]
  writeFileSync(catalogue, JSON.stringify({ products }))
  shop = await openOwnShop()
  await shop.desk('catalogue', 'import', catalogue)
  const evening = ['--image', join(folder, 'evening.jpg'), '--alt-text', 'A ring by night']
  await shop.desk('content', 'set', 'hero', '1', ...evening)
  await shop.desk('content', 'set', 'hero', '2', ...evening)
})
test.afterAll(async () => {
  await shop.forget()
  rmSync(folder, { recursive: true, force: true })
})

for (const slug of ['tall-piece', 'wide-piece'])
  test(`the picture of a ${slug} is whole, in a square that is there before it`, async ({
    shopper: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await watchShifts(page)
    const pictureComes = await heldBack(page, '**/pictures/own/**')
    await page.goto(`${shop.origin}/products/${slug}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await drawn(page)
    pictureComes()
    const picture = page.getByRole('list', { name: 'Pictures' }).getByRole('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await drawn(page)
    await expectWholeSquare(picture)
    // Its fonts may move a line.
    expect(await shifted(page)).toBeLessThan(0.05)
  })

test('a card shows a picture of any shape whole, in a square', async ({ shopper: page }) => {
  await page.goto(`${shop.origin}/products/anklets`)
  for (const name of ['Tall Piece', 'Wide Piece'])
    await expectWholeSquare(page.getByRole('article').filter({ hasText: name }).locator('img').first())
})

async function expectWholeSquare(picture: Locator) {
  const box = await picture.boundingBox()
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1)
  await expect(picture).toHaveCSS('object-fit', 'contain')
}

test('long words of a piece, its sizes and what it is filed under make no page wider', async ({
  shopper: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/products/piece-of-long-words', '/products/anklets']) {
    await page.goto(`${shop.origin}${path}`)
    await awake(page)
    await expectToFit(page)
  }
})

test(
  'long words above and in the home page make no page wider',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const parts = ['hero', 'banners', 'offer']
    const before = (part: string) => join(folder, `${part}.json`)
    for (const part of parts) await shop.desk('content', 'show', part, before(part))
    try {
      await shop.desk('content', 'set', 'banners', '1', '--title', word(60), '--button-text', word(39))
      await shop.desk('content', 'set', 'offer', word(200))
      const slide = { title: word(80), eyebrow: word(59), 'button-text': word(40) }
      const said = Object.entries(slide).flatMap(([field, text]) => [`--${field}`, text])
      await shop.desk('content', 'set', 'hero', '1', ...said)
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(`${shop.origin}/`)
        await awake(page)
        await expect(page.getByRole('heading', { name: word(60), exact: true })).toBeAttached()
        await expectToFit(page)
        // What is wider than the slide is cut off, and makes the page no wider.
        for (const text of Object.values(slide)) {
          const { right, most } = await page.getByText(text, { exact: true }).evaluate((element) => {
            const range = document.createRange()
            range.selectNodeContents(element)
            return { right: range.getBoundingClientRect().right, most: document.documentElement.clientWidth }
          })
          expect(right, text).toBeLessThan(most)
        }
        const offer = page.getByText(word(200), { exact: true })
        expect(await offer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      }
    } finally {
      // Others look at the home page of the same shop.
      for (const part of parts) await shop.desk('content', 'set', part, before(part))
    }
  },
)

for (const width of [320, 390, 768, 1000, 1440])
  test(
    `twelve pictures of a piece make no page wider at ${width}px, and leave the button that enlarges one on it`,
    { tag: [320, 1440].includes(width) ? [] : inLongForm },
    async ({ shopper: page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${shop.origin}/products/piece-of-twelve-pictures`)
      await awake(page)
      await expectToFit(page)
      const picture = await page.getByRole('list', { name: 'Pictures' }).boundingBox()
      const button = await page.getByRole('button', { name: 'View full screen' }).boundingBox()
      if (picture === null || button === null) throw new Error('There is no picture, or no such button')
      expect(button.y + button.height).toBeLessThanOrEqual(picture.y + picture.height)
    },
  )

/** How light the darkest pixel of a part of the page is, from 0 to 255. */
async function darkestIn(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const { channels } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .greyscale()
    .stats()
  return channels[0]?.min ?? 0
}
/** The words' quieter colour has a contrast of 4.5 on anything lighter. */
const light = 165

test('on a dark picture the heart and the button that enlarges it can be seen', async ({ shopper: page }) => {
  const behind = async (control: Locator) => {
    await control.scrollIntoViewIfNeeded()
    await control.evaluate((button) => {
      for (const icon of button.children) if (icon instanceof SVGElement) icon.style.visibility = 'hidden'
    })
    const box = await control.boundingBox()
    if (box === null) throw new Error('There is no such control')
    // Where the icon is.
    return darkestIn(page, { x: box.x + 11, y: box.y + 11, width: 22, height: 22 })
  }
  await page.goto(`${shop.origin}/products/anklets`)
  await arrived(page)
  expect(await behind(page.getByRole('button', { name: 'Add Piece on Velvet to wishlist' }))).toBeGreaterThan(
    light,
  )
  await page.goto(`${shop.origin}/products/piece-on-velvet`)
  await arrived(page)
  expect(await behind(page.getByRole('button', { name: 'View full screen' }))).toBeGreaterThan(light)
})

for (const width of [1200, 1440, 1920])
  test(
    `beside a dark picture the words on top of the home page can be read at ${width}px`,
    { tag: width === 1440 ? [] : inLongForm },
    async ({ shopper: page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(shop.origin)
      await awake(page)
      for (const nth of [1, 2]) {
        await page.getByRole('button', { name: new RegExp(`^Slide ${nth}:`) }).click()
        // In a low window the way to this button leads past the words.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        const slide = page.getByRole('group', { name: `${nth} of ` })
        const words = slide.locator('h1, h2, p')
        await expect(slide.getByRole('img')).toBeInViewport()
        await expect
          .poll(async () => {
            let darkest = 255
            for (const line of await words.all()) {
              const box = await line.evaluate((element) => {
                const range = document.createRange()
                range.selectNodeContents(element)
                const { x, y, width: wide, height } = range.getBoundingClientRect()
                element.style.visibility = 'hidden'
                return { x, y, width: wide, height }
              })
              darkest = Math.min(darkest, await darkestIn(page, box))
            }
            return darkest
          })
          .toBeGreaterThan(light)
      }
    },
  )
