import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import * as v from 'valibot'
import { ProductPage } from '../contract/catalogue.ts'
import { apiRoot } from '../contract/apiRoot.ts'
import { paths } from '../contract/paths.ts'
import { ensureBrowser, launchOptions } from './browser.ts'

// `npm run pictures [address]`: takes the README's pictures from a running shop, and those that a browser shows when it
// offers to install the shop (`tools/webManifest.ts`).
const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const folders = { readme: 'docs/pictures', install: 'public/screenshots' }
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const shownToInstall = ['home-phone', 'product-phone', 'home-desktop', 'listing-desktop']

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}

const answer = await fetch(address + apiRoot + paths.products).catch(() => null)
if (answer?.ok !== true)
  fail(`No shop answers at ${address}. Start it with npm start, or name the address of another.`)
const [piece] = v.parse(ProductPage, await answer.json()).results.data
if (piece === undefined) fail('The shop has no piece to take a picture of: import some first.')
const pages = { home: '/', listing: '/products', product: `/products/${piece.slug}` }

if (!ensureBrowser()) fail('There is no browser to take pictures with, and none could be installed.')
for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions())
for (const [size, options] of Object.entries(sizes)) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    const shown = await page.goto(address + path, { waitUntil: 'networkidle' })
    if (shown?.ok() !== true) fail(`${path} could not be shown: the shop answered ${shown?.status()}.`)
    const file = `${name}-${size}`
    const take = (folder: string, quality: number) =>
      page.screenshot({ path: `${folder}/${file}.jpg`, type: 'jpeg', quality })
    await take(folders.readme, 82)
    if (shownToInstall.includes(file)) await take(folders.install, 74)
  }
  await context.close()
}
await browser.close()
