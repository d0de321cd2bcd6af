import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import { launchOptions } from './browser.ts'

// `npm run pictures [address]`: takes the README's pictures from a running shop, and those that a browser shows when it
// offers to install the shop (`tools/webManifest.ts`).
const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const folders = { readme: 'docs/pictures', install: 'public/screenshots' }
const pages = { home: '/', listing: '/products', product: '/products/oval-sapphire-halo-ring' }
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const shownToInstall = ['home-phone', 'product-phone', 'home-desktop', 'listing-desktop']

const answer = await fetch(address).catch(() => null)
if (answer?.ok !== true) {
  console.error(`No shop answers at ${address}. Start it with npm start, or name the address of another.`)
  process.exit(1)
}

for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions())
for (const [size, options] of Object.entries(sizes)) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(address + path, { waitUntil: 'networkidle' })
    const file = `${name}-${size}`
    const take = (folder: string, quality: number) =>
      page.screenshot({ path: `${folder}/${file}.jpg`, type: 'jpeg', quality })
    await take(folders.readme, 82)
    if (shownToInstall.includes(file)) await take(folders.install, 74)
  }
  await context.close()
}
await browser.close()
