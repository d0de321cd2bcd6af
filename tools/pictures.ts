import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import { launchOptions } from './browser.ts'

// `npm run pictures [address]`: takes the README's pictures from a running shop.
const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const folder = 'docs/pictures'
const pages = { home: '/', listing: '/products', product: '/products/oval-sapphire-halo-ring' }
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions())
for (const [size, options] of Object.entries(sizes)) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(address + path, { waitUntil: 'networkidle' })
    await page.evaluate('document.fonts.ready.then(() => true)')
    await page.screenshot({ path: `${folder}/${name}-${size}.jpg`, type: 'jpeg', quality: 82 })
  }
  await context.close()
}
await browser.close()
