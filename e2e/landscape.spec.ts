import { expect } from '@playwright/test'
import { awake, expectToFit, test } from './support/shopper.ts'

test.use({ viewport: { width: 844, height: 390 } })

test('on a phone on its side a piece is seen whole, and what it is called beside it', async ({
  shopper: page,
}) => {
  await page.goto('/products/oval-sapphire-halo-ring')
  await awake(page)
  await expectToFit(page)
  const picture = await page.getByRole('article').getByRole('img').first().boundingBox()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  if (!picture || !name) throw new Error('Nothing to measure')
  expect(picture.height).toBeLessThanOrEqual(390)
  expect(name.x).toBeGreaterThanOrEqual(picture.x + picture.width)
  expect(name.y + name.height).toBeLessThanOrEqual(390)
})

test('and the first view of home has its promise beside the picture', async ({ shopper: page }) => {
  await page.goto('/')
  await awake(page)
  await expectToFit(page)
  const slide = page.getByRole('region', { name: 'Highlights' })
  await expect(slide.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
  await expect(slide.getByRole('img').first()).toBeInViewport({ ratio: 0.7 })
})

test('and its island covers nothing, as wide as phones of today are', async ({ shopper: page }) => {
  const [width, island] = [932, 59]
  await page.setViewportSize({ width, height: 430 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: island, right: island } })
  for (const path of [
    '/',
    '/products/rings',
    '/products/oval-signet-ring',
    '/resources/size-guide',
    '/contact',
  ]) {
    await page.goto(path)
    await awake(page)
    await expectToFit(page)
    const covered = await page.evaluate(
      ([left = 0, right = 0]) =>
        Array.from(document.querySelectorAll('h1, h2, h3, p, header svg, input, textarea'))
          .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .filter((element) => element.closest('[class*="visuallyHidden"], .skip, [inert], ul') === null)
          .filter((element) => {
            const box = element.getBoundingClientRect()
            return box.width > 1 && (box.left < left || box.right > right)
          })
          .map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`),
      [island, width - island],
    )
    expect(covered, path).toEqual([])
  }
})
