import { type Locator, type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { paths } from '#contract/paths.ts'
import { productTexts } from '#contract/productTexts.ts'
import { shop } from '#contract/shop.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { built } from './support/built.ts'
import { fingersOn, placeOf } from './support/fingers.ts'
import { heldBack } from './support/heldBack.ts'
import { madeEarlier, readAt } from './support/madeEarlier.ts'
import { anyScreen, wideInLongForm } from './support/screens.ts'
import { atRest, drawn, shifted, watchShifts } from './support/shifts.ts'
import { changePiece } from './support/shopkeeper.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToHear,
  forgive,
  holdMessages,
  isPhone,
  logo,
  messages,
  newAccount,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'

const ring = '/products/oval-sapphire-halo-ring'
const gallery = (page: Page) => page.getByRole('group', { name: /^Pictures of/ })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Oval Sapphire Halo Ring' })
const shown = (page: Page) => viewer(page).getByRole('status')

async function openViewer(page: Page) {
  await page.goto(ring)
  await awake(page)
  await page.getByRole('button', { name: 'View full screen' }).click()
  await expect(shown(page)).toHaveText('Picture 1 of 2')
}

/** The picture in the viewer, whole or magnified. */
const pictureOf = (page: Page) => placeOf(viewer(page).getByRole('img').first())

test('the pictures: thumbnails and swipes lead through them, a mouse looks closer', async ({
  shopper: page,
}) => {
  await page.goto(ring)
  await awake(page)
  const thumbnails = gallery(page).getByRole('button', { name: /^Picture \d of 2$/ })
  const pictures = gallery(page).getByRole('list', { name: 'Pictures' }).getByRole('img')
  await expect(pictures).toHaveCount(2)
  await expect(thumbnails.first()).toHaveAttribute('aria-current', 'true')
  await thumbnails.nth(1).click()
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 })
  await expect(thumbnails.nth(1)).toHaveAttribute('aria-current', 'true')

  if (isPhone(page)) {
    const fingers = await fingersOn(page)
    const { x, middle, width } = await placeOf(pictures.nth(1))
    // Most of the way, so that it counts at any speed, which depends on the machine.
    await fingers.draw({ x: x + 0.1 * width, y: middle.y }, { x: 0.8 * width, y: 0 })
    await expect(thumbnails.first()).toHaveAttribute('aria-current', 'true')
    await expect(pictures.nth(1)).not.toBeInViewport()
    return
  }
  const whole = await placeOf(pictures.nth(1))
  const overCorner = async (step: number) => {
    await page.mouse.move(whole.x + 10 + (step % 2), whole.y + 10)
    return placeOf(pictures.nth(1))
  }
  let step = 0
  await expect.poll(async () => (await overCorner(step++)).width / whole.width).toBeCloseTo(1.6, 1)
  // What the mouse points to stays there, so the corner hardly moves.
  const close = await overCorner(step)
  expect(whole.x - close.x).toBeLessThan(20)
  expect(whole.y - close.y).toBeLessThan(20)
  await page.mouse.move(2, 2)
  await expect.poll(async () => (await placeOf(pictures.nth(1))).width).toBe(whole.width)
})

test(
  'the pictures are followed, too, once the jeweller has listed them anew',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await madeEarlier(page, ring, paths.product(ring.slice('/products/'.length)), (answer) =>
      answer
        .replace('Oval Sapphire Halo Ring', 'Sapphire Ring')
        .replace(/"images":\[.*?\]/, (images) => images.replaceAll('"id":', '"id":9')),
    )
    await page.goto(ring)
    await awake(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sapphire Ring')
    const second = gallery(page).getByRole('button', { name: 'Picture 2 of 2' })
    await second.click()
    await expect(second).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'View full screen' }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Picture 2 of 2')
  },
)

test('beside the picture that fills a phone nothing of the next one is in sight', async ({
  shopper: page,
}) => {
  await page.goto(ring)
  const [first, second] = await gallery(page)
    .getByRole('list', { name: 'Pictures' })
    .getByRole('img')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect()))
  // At the very edge a browser, and Lighthouse, count it as seen, at its size before any swipe.
  if (!first || !second) throw new Error('There are not two pictures')
  expect(second.left - first.right).toBeGreaterThan(0)
})

test.describe('the whole screen', () => {
  // On a finer screen a phone's page already shows the largest picture there is.
  test.use({ deviceScaleFactor: 1 })

  test('is opened, used and left by keyboard', { tag: wideInLongForm }, async ({ shopper: page }) => {
    const asked: string[] = []
    page.on('request', (request) => void (/[?&]w=1000\b/.test(request.url()) && asked.push(request.url())))
    await page.goto(ring)
    await awake(page)
    const opener = page.getByRole('button', { name: 'View full screen' })
    await opener.focus()
    expect(asked, 'large pictures are asked for when they are looked at').toEqual([])
    await page.keyboard.press('Enter')
    await expect(shown(page)).toHaveText('Picture 1 of 2')
    await expect.poll(() => asked.length).toBe(1)
    await expectGoodPage(page)

    await page.keyboard.press('ArrowRight')
    await expect(shown(page)).toHaveText('Picture 2 of 2')
    await expect.poll(() => asked.length).toBe(2)
    await page.keyboard.press('ArrowRight')
    await expect(shown(page), 'there is none beyond the last').toHaveText('Picture 2 of 2')
    const whole = await pictureOf(page)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(shown(page)).toHaveText('Picture 2 of 2, magnified 2.3 times')
    await expect.poll(async () => (await pictureOf(page)).width / whole.width).toBeCloseTo(2.25, 1)
    const { x } = await pictureOf(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await pictureOf(page)).x).toBeLessThan(x)
    await page.keyboard.press('-')
    await expect(shown(page)).toHaveText('Picture 2 of 2, magnified 1.5 times')
    await page.keyboard.press('0')
    await expect(shown(page)).toHaveText('Picture 2 of 2')

    // Whatever is pressed, the focus stays inside; between two rounds the browser's own controls have it.
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') != null,
      )
      expect(isInside).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(viewer(page)).toBeHidden()
    await expect(opener).toBeFocused()
    // The page shows the picture that was looked at last.
    await expect(gallery(page).getByRole('button', { name: 'Picture 2 of 2' })).toHaveAttribute(
      'aria-current',
      'true',
    )
  })

  test(
    'is looked at closely by hand: with two fingers, or with a mouse',
    { tag: wideInLongForm },
    async ({ shopper: page }) => {
      await openViewer(page)
      const whole = await pictureOf(page)
      const { x, y } = whole.middle
      const scale = async () => (await pictureOf(page)).width / whole.width
      if (isPhone(page)) {
        const fingers = await fingersOn(page)
        await fingers.pinch({ x, y }, 100, 220)
        await expect.poll(scale).toBeCloseTo(2.2, 1)
        const { x: left } = await pictureOf(page)
        await fingers.draw({ x, y }, { x: -60, y: 0 })
        await expect.poll(async () => Math.round(left - (await pictureOf(page)).x)).toBe(60)
        await expect(shown(page)).toHaveText(/^Picture 1 of 2/)
        await fingers.pinch({ x, y }, 300, 60)
        await expect.poll(scale).toBeCloseTo(1, 1)

        await fingers.tapTwice({ x, y })
        await expect.poll(scale).toBeCloseTo(2.5, 1)
        await fingers.tapTwice({ x, y })
        await expect.poll(scale).toBeCloseTo(1, 1)

        await fingers.draw({ x, y }, { x: -150, y: 10 })
        await expect(shown(page)).toHaveText('Picture 2 of 2')
        // There is none after the last.
        await fingers.draw({ x, y }, { x: -150, y: 10 })
        await expect(shown(page)).toHaveText('Picture 2 of 2')
        await fingers.draw({ x, y }, { x: 150, y: 10 })
        await expect(shown(page)).toHaveText('Picture 1 of 2')
        await viewer(page).getByRole('button', { name: 'Close' }).click()
        await expect(viewer(page)).toBeHidden()
      } else {
        await page.mouse.click(x, y)
        await expect.poll(scale).toBeCloseTo(2.5, 1)
        const { y: top } = await pictureOf(page)
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x, y + 60, { steps: 4 })
        await page.mouse.up()
        await expect.poll(async () => Math.round((await pictureOf(page)).y - top)).toBe(60)
        await page.mouse.click(x, y)
        await expect.poll(scale).toBeCloseTo(1, 1)
        await page.mouse.wheel(0, -300)
        await expect.poll(scale).toBeGreaterThan(1.5)
        await page.mouse.wheel(0, 3000)
        await expect.poll(scale).toBeCloseTo(1, 1)
      }
    },
  )

  test.describe('at night', () => {
    test.use({ colorScheme: 'dark' })

    test('has nothing that axe objects to', { tag: anyScreen }, async ({ shopper: page }) => {
      await openViewer(page)
      await expectGoodPage(page)
    })
  })

  test(
    'a large picture that cannot be had leaves the smaller one',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      forgive(page, /ERR_FAILED/)
      await page.route(/[?&]w=1000\b/, (route) => route.abort())
      const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('w=1000'))
      await openViewer(page)
      await refused
      const small = viewer(page).getByRole('img').first()
      await expect(small).toBeVisible()
      await expect
        .poll(() => small.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(0)
      await expect(page.getByText('Image not available')).toHaveCount(0)
    },
  )
})

test.describe('a piece can be told of', () => {
  const press = (page: Page) => page.getByRole('button', { name: 'Share' }).click()

  test(
    'through the device, and thinking better of it is no error',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.addInitScript(() => {
        const done: unknown[] = []
        Object.assign(window, { done })
        const shares = [true, false, true].values()
        Object.assign(navigator, {
          canShare: () => true,
          share: (data: unknown) => {
            done.push(data)
            return shares.next().value
              ? Promise.resolve()
              : Promise.reject(new DOMException('', 'AbortError'))
          },
        })
        Object.assign(navigator.clipboard, { writeText: (text: string) => Promise.resolve(done.push(text)) })
      })
      await page.goto(`${ring}?variant=1`)
      await awake(page)
      const told = {
        title: `Oval Sapphire Halo Ring | ${shop.name}`,
        text: expect.stringMatching(/sapphire/),
        url: new URL(ring, page.url()).href,
      }
      const done = () => page.evaluate<unknown[]>('done')
      await press(page)
      await expect.poll(done).toEqual([told])
      // The second time the shopper cancels; the third comes after the effects of that.
      await press(page)
      await expect.poll(async () => (await done()).length).toBe(2)
      await press(page)
      await expect.poll(async () => (await done()).length).toBeGreaterThan(2)
      await settled(page)
      // That nothing is said either is shown in tests/src/features/share.test.ts.
      expect(await done()).toEqual([told, told, told])
    },
  )

  test(
    'by a link that is copied, or named where copying is refused',
    { tag: anyScreen },
    async ({ shopper: page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
      await page.goto(ring)
      await awake(page)
      const address = new URL(ring, page.url()).href
      await press(page)
      await expectToHear(page, productTexts.linkCopied)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
      await page.evaluate(() =>
        Object.assign(navigator.clipboard, {
          writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')),
        }),
      )
      await press(page)
      await expect(messages(page)).toContainText(productTexts.copyRefused(address))
    },
  )
})

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test(
    'what has the focus is clear of the bar that buys, and follows a link into another page',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto(ring)
      await awake(page)
      const below = page.getByRole('contentinfo').getByRole('link').first()
      await below.scrollIntoViewIfNeeded()
      const buy = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).last()
      await expect(buy).toBeInViewport({ ratio: 1 })
      // At the very foot of the window, where the browser takes it to be visible.
      await below.evaluate((link) => {
        scrollBy({ top: link.getBoundingClientRect().bottom - innerHeight, behavior: 'instant' })
        link.focus()
      })
      const end = async (what: Locator) => (await placeOf(what)).y + (await placeOf(what)).height
      expect(await end(below)).toBeLessThan((await placeOf(buy)).y)

      await page.getByRole('link', { name: 'caring for your piece' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Caring for your piece' })).toBeInViewport()
      await expect(page.locator('#care')).toBeFocused()
      await expect(page.getByRole('status').filter({ hasText: /^Warranty/ })).toHaveCount(1)
    },
  )
})

test(
  'a piece that another’s page leads to begins at its first picture, wherever the other’s were left',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/round-brilliant-solitaire-ring')
    await awake(page)
    const thumbnail = (number: number) => page.getByRole('button', { name: `Picture ${number} of` })
    await thumbnail(2).click()
    await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true')
    const pictures = gallery(page).getByRole('list', { name: 'Pictures' })
    const place = () => pictures.evaluate((row) => row.scrollLeft)
    await expect(pictures.getByRole('img').nth(1)).toBeInViewport({ ratio: 0.99 })
    const related = page.getByRole('main').getByRole('article').getByRole('link').first()
    const name = await related.innerText()
    await related.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible()
    await drawn(page)
    expect(await place()).toBe(0)
    await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await expect(page).toHaveURL(/round-brilliant/)
    await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true')
  },
)

test('a double press on the button that adds adds one, and leads nowhere', async ({ shopper: page }) => {
  await signedIn(page)
  await page.goto('/products/pearl-stud-earrings')
  await awake(page)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' })
  // From then on its code is at hand, and the link to the cart in its place at once.
  await add.click()
  await page.getByRole('button', { name: 'Remove from cart' }).click()
  await expect(add).toBeEnabled()
  const inCart = page.getByRole('main').getByRole('link', { name: 'In Cart' })
  const fingers = await fingersOn(page)
  await fingers.clickTwice((await placeOf(add)).middle, () => expect(inCart).toBeVisible())
  await settled(page)
  await expect(inCart).toHaveText('In Cart')
  await expect(page).toHaveURL('/products/pearl-stud-earrings')
})

test.describe('from a card to the piece and back', () => {
  const solitaire = '/products/round-brilliant-solitaire-ring'
  const title = (page: Page) => page.getByRole('heading', { level: 1 })
  const card = (page: Page) => page.getByRole('main').getByRole('article').nth(1)
  const picture = (page: Page) =>
    gallery(page).getByRole('list', { name: 'Pictures' }).getByRole('img').first()

  /** The pictures animated above the page, one entry each. */
  const watchTravels = (page: Page) =>
    page.addInitScript(() => {
      const travels: string[] = []
      Object.assign(window, { travels })
      new MutationObserver((changes) => {
        for (const part of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (!(part instanceof HTMLElement) || part.parentNode !== document.body) continue
          const piece = part.dataset['travels']
          if (piece === undefined) continue
          const isMoving = part.getAnimations().length === 1
          travels.push(isMoving ? piece : 'a picture that stands still')
        }
      }).observe(document, { childList: true, subtree: true })
    })
  /** Presses a card once its page's code is loaded: a page that is slow to come shows a skeleton first. */
  async function openPiece(page: Page) {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    // The router's own handle for its devtools.
    await page.evaluate(() => {
      const router = Object.getOwnPropertyDescriptor(window, '__TSR_ROUTER__')?.value as {
        preloadRoute: (...given: unknown[]) => Promise<unknown>
      }
      const { preloadRoute } = router
      router.preloadRoute = (...given) => {
        const preloading = preloadRoute(...given)
        Object.assign(window, { preloading })
        return preloading
      }
    })
    // Not with the mouse: what moves under it while the page comes to rest would leave it, and it would not point again.
    await card(page).getByRole('link').first().dispatchEvent('mouseover')
    await page.waitForFunction(() => Reflect.get(window, 'preloading'))
    await settled(page)
    expect(
      asked.filter((url) => url.includes(apiRoot)),
      'who only points at a card asks for nothing',
    ).toEqual([])
    await card(page).getByRole('link').first().click()
    await expect(title(page)).not.toHaveText('Rings')
    const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    // Its name is there before the page itself, which is what would ask.
    await settled(page)
    expect(
      asked.filter((url) => url.endsWith(apiRoot + paths.product(slug))),
      'the listing brought all of it',
    ).toEqual([])
  }

  const pieceCode = 'src/routes/products.$slug.tsx?tsr-split=component---loader---pendingComponent'

  /** Waits until this code, which is loaded when somebody moves, has loaded and run. `act` is what causes it. */
  async function whenRun(page: Page, files: readonly string[], act: () => Promise<void>) {
    const code = files.map((file) => page.waitForResponse(`/${built(file)}`))
    await act()
    // Once this import resolves, it has run.
    for (const answer of await Promise.all(code))
      await page.evaluate(async (href) => void (await import(href)), answer.url())
  }

  /** The listing, with the code loaded that opens a piece and moves pictures. */
  async function openListing(page: Page) {
    // The server may have made the page almost a minute ago; and what is older than a minute is read again.
    await readAt(page, '/products/rings', 50_000)
    await whenRun(page, ['opening'], async () => {
      await page.goto('/products/rings')
      await awake(page)
    })
    // Only a picture that has loaded can move, or stand in for another.
    await expect(card(page).getByRole('img').first()).toHaveJSProperty('complete', true)
  }
  const travels = (page: Page) => page.evaluate<string[]>('travels')

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('the picture travels, and nothing else does', { tag: wideInLongForm }, async ({ shopper: page }) => {
      await watchTravels(page)
      await openListing(page)
      const name = await card(page).getByRole('heading').innerText()
      await openPiece(page)
      const piece = page.url().split('/').at(-1) ?? ''
      await expect(title(page)).toHaveText(name)
      await expect.poll(() => travels(page)).toEqual([piece])
      await expect(picture(page)).toBeVisible()
      // What moved is removed at the end of its way.
      await expect(page.locator('body > [data-travels]')).toHaveCount(0)
      await page.goBack()
      await expect(title(page)).toHaveText('Rings')
      await expect.poll(() => travels(page)).toEqual([piece, piece])
      await expect(page.locator('body > [data-travels]')).toHaveCount(0)

      // Between two pages that are not a piece's own nothing moves.
      await logo(page).click()
      await expect(page).toHaveURL('/')
      await expect(title(page)).not.toHaveText('Rings')
      await settled(page)
      expect(await travels(page)).toHaveLength(2)
    })
  })

  test('nothing moves where motion is not welcome', { tag: anyScreen }, async ({ shopper: page }) => {
    await watchTravels(page)
    await openListing(page)
    await openPiece(page)
    await page.goBack()
    await expect(title(page)).toHaveText('Rings')
    await settled(page)
    expect(await travels(page)).toEqual([])
  })

  test.describe('with a picture that is long in coming', () => {
    // On a finer screen a phone's card shows a picture that is large enough for the page.
    test.use({ deviceScaleFactor: 1 })

    test(
      'the card’s own stands in, and stays if the larger one fails',
      { tag: anyScreen },
      async ({ shopper: page }) => {
        forgive(page, /ERR_FAILED/)
        let refuse: () => void = () => undefined
        const refused = new Promise<void>((resolve) => (refuse = resolve))
        await openListing(page)
        const small = await card(page)
          .getByRole('img')
          .first()
          .evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ''))
        const width = (address: string) => Number(new URL(address).searchParams.get('w'))
        await page.route(
          ({ href, pathname }) => pathname.startsWith('/pictures/') && width(href) > width(small),
          async (route) => {
            await refused
            await route.abort()
          },
        )
        await openPiece(page)
        const first = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem').first()
        await expect(first.locator('[data-travels]')).toBeVisible()
        refuse()
        await expect(picture(page)).toHaveJSProperty('currentSrc', small)
        await expect(first.locator('[data-travels]')).toHaveCount(0)
        await expect(first.getByText('Image not available')).toHaveCount(0)
      },
    )
  })

  test(
    'its name, price and picture are there before its page is, and go again with a change of mind',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      let bring: () => void = () => undefined
      const brought = new Promise<void>((resolve) => (bring = resolve))
      await page.route(`/${built(pieceCode)}`, async (route) => {
        await brought
        await route.continue()
      })
      await whenRun(page, ['opening'], async () => {
        await page.goto('/products/rings')
        await awake(page)
      })
      const last = page.getByRole('main').getByRole('article').last()
      // No finger taps before the browser has reported a scroll, which it does with its next frame.
      await last.scrollIntoViewIfNeeded()
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
      await expect(last.getByRole('img').first()).toHaveJSProperty('complete', true)
      const scrolled = () => page.evaluate(() => scrollY)
      // As when the finger comes down: on a busy machine Playwright may scroll once more before it clicks.
      await page.evaluate(() =>
        addEventListener('click', () => (document.documentElement.dataset['left'] = String(scrollY)), true),
      )
      const name = await last.getByRole('heading').innerText()
      const glimpse = page.getByRole('main').locator('[aria-busy]')

      await last.getByRole('link').first().click()
      await expect(title(page)).toHaveText(name)
      await expect(title(page)).toBeInViewport()
      await expect(glimpse.getByText(/^£[\d,.]+$/).first()).toBeVisible()
      await expect(glimpse.locator('[data-travels]').locator('img').first()).toBeVisible()
      expect(await scrolled()).toBe(0)
      await expect(page.getByRole('article')).toHaveCount(0)
      const left = Number(await page.evaluate(() => document.documentElement.dataset['left']))
      expect(left).toBeGreaterThan(100)
      await page.goBack()
      await expect(title(page)).toHaveText('Rings')
      expect(await scrolled()).toBe(left)
      await expect(last.getByRole('img').first(), 'the card has its picture back').toBeInViewport()

      await last.getByRole('link').first().click()
      await expect(title(page)).toHaveText(name)
      bring()
      await expect(
        page
          .getByRole('main')
          .getByRole('button', { name: /^(Add to cart|Out of stock)$/i })
          .first(),
      ).toBeVisible()
      await expect(glimpse).toHaveCount(0)
      await expect(title(page)).toHaveText(name)
    },
  )

  test(
    'a piece that is long in coming has its room shown, and nothing over it',
    { tag: wideInLongForm },
    async ({ shopper: page }) => {
      const customer = await signedIn(page)
      await customer.put(solitaire.split('/').at(-1) ?? '', 'M')
      await page.goto('/cart')
      await awake(page)
      let answer: () => void = () => undefined
      const answered = new Promise<void>((resolve) => (answer = resolve))
      await page.route(`**/products/product/${solitaire.split('/').at(-1)}/`, async (route) => {
        await answered
        await route.continue()
      })
      await page
        .getByRole('main')
        .getByRole('link', { name: 'Round Brilliant Solitaire Ring' })
        .first()
        .click()
      await expect(page.getByRole('main').getByText('Loading…')).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      answer()
      await expect(title(page)).toHaveText('Round Brilliant Solitaire Ring')
    },
  )
})

test(
  'what becomes of a press is told once the pictures that cover the page are closed',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, answered(400))
    const held = Promise.withResolvers<void>()
    const calls = `**${apiRoot}${paths.cartItems}`
    await page.route(calls, async (route) => {
      await held.promise
      await route.fulfill({ status: 400, json: { message: catalogueTexts.outOfStock, code: 'out_of_stock' } })
    })
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    const refused = page.waitForResponse(calls)
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
    await page.getByRole('button', { name: 'View full screen' }).click()
    const pictures = page.getByRole('dialog')
    await expect(pictures).toBeVisible()
    held.resolve()
    await refused
    await settled(page)
    await expect(messages(page).getByText(catalogueTexts.outOfStock)).toHaveCount(0)
    await pictures.getByRole('button', { name: 'Close' }).click()
    await expectToHear(page, catalogueTexts.outOfStock)
  },
)

// Only a phone has such a bar.
test(
  'on a phone the page ends above the bar that buys, however large the letters',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/products/oval-signet-ring')
    await awake(page)
    const buy = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).last()
    const foot = page.getByRole('contentinfo')
    const end = async (what: Locator) => (await placeOf(what)).y + (await placeOf(what)).height
    for (const size of ['100%', '200%']) {
      await page.evaluate((large) => (document.documentElement.style.fontSize = large), size)
      const last = foot.getByRole('link', { name: 'Cookie settings' })
      await last.focus()
      await expect(buy).toBeInViewport({ ratio: 1 })
      // What is laid out only when it is near makes the page longer once more.
      await expect(async () => {
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        const bar = (await placeOf(buy)).y
        expect(await end(last)).toBeLessThan(bar)
        expect(await end(foot.getByRole('list', { name: 'We accept' }))).toBeLessThan(bar)
      }).toPass()
    }
  },
)

test('on a phone a message leaves the bar that buys free', { tag: anyScreen }, async ({ shopper: page }) => {
  await signedIn(page)
  await page.goto('/products/pearl-stud-earrings')
  await awake(page)
  await page.getByRole('heading', { name: 'The details' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 600))
  const buy = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).last()
  await expect(buy).toBeInViewport({ ratio: 1 })
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .dispatchEvent('click')
  await holdMessages(page)
  const message = page.locator('[aria-label=Messages]').getByRole('listitem').first()
  await expect(message).toBeVisible()
  await expect(buy).toBeInViewport({ ratio: 1 })
  const [said, button] = [await message.boundingBox(), await buy.boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test(
  'on a phone a message that makes room for the bar that buys, and one that leaves, shift nothing',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await watchShifts(page)
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await atRest(page)
    const buttons = page.getByRole('main').getByRole('button')
    for (const [nth, name] of [/to wishlist/, 'Add to cart'].entries()) {
      await buttons.and(page.getByRole('button', { name })).first().dispatchEvent('click')
      await holdMessages(page)
      await expect(messages(page).getByRole('listitem')).toHaveCount(nth + 1)
    }
    const places = () =>
      Promise.all([0, 1].map((nth) => placeOf(messages(page).getByRole('listitem').nth(nth))))
    const before = await places()
    await drawn(page)
    const soFar = await shifted(page)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2, behavior: 'instant' }))
    await expect.poll(async () => (await places())[0]?.y).toBeLessThan((before[0]?.y ?? 0) - 40)
    const older = messages(page).getByRole('listitem').last()
    await older.getByRole('button', { name: 'Close message' }).dispatchEvent('click')
    await expect(messages(page).getByRole('listitem')).toHaveCount(1)
    await drawn(page)
    expect(await shifted(page)).toBe(soFar)
  },
)

test(
  'the way to a piece is read out as its places, without the strokes between them',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto(ring)
    const places = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    expect(await places.last().ariaSnapshot()).toBe('- listitem: Oval Sapphire Halo Ring')
  },
)

test(
  'a message that comes moves the one before it, and that is no shift',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await watchShifts(page)
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await atRest(page)
    const said = messages(page).getByRole('listitem')
    const buttons = page.getByRole('main').getByRole('button')
    const press = (name: string | RegExp) =>
      buttons.and(page.getByRole('button', { name })).first().dispatchEvent('click')
    await press(/to wishlist/)
    await holdMessages(page)
    await expect(said).toHaveCount(1)
    await drawn(page)
    const soFar = await shifted(page)
    await press('Add to cart')
    await expect(said).toHaveCount(2)
    await drawn(page)
    expect(await shifted(page)).toBe(soFar)
    // The newest is nearest to the edge, and leaves the other whole.
    const [newest, before] = [await placeOf(said.first()), await placeOf(said.last())]
    expect(before.y + before.height).toBeLessThan(newest.y)
    await said.first().getByRole('button', { name: 'Close message' }).dispatchEvent('click')
    await expect(said).toHaveCount(1)
    await expect
      .poll(async () => (await placeOf(said)).y + (await placeOf(said)).height)
      .toBe(newest.y + newest.height)
    await drawn(page)
    expect(await shifted(page)).toBe(soFar)
  },
)

test(
  'a name that is one long word on another piece’s card makes no page wider',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(ring)
    await awake(page)
    const name = page.locator('section h3 a').first()
    await name.scrollIntoViewIfNeeded()
    await name.evaluate((link) => {
      link.textContent = 'Donaudampfschifffahrtsgesellschaftsjubilaeumsverlobungsring'
    })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width).toBe(320)
  },
)

test(
  'a piece that has changed since its page was made keeps all of that page, before anybody has moved',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await watchShifts(page)
    const slug = 'pearl-stud-earrings'
    await madeEarlier(page, `/products/${slug}`, paths.product(slug), (answer) =>
      answer.replace('Pearl Stud Earrings', 'Pearl Earrings').replace(/"sku":"[^"]+"/, '"sku":"PEARL-9"'),
    )
    await page.goto(`/products/${slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pearl Earrings')
    await drawn(page)
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
    for (const name of ['The details', 'Reviews'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'one-year warranty' })).toBeVisible()
    expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    // Their code brings what has changed.
    await awake(page)
    await expect(page.getByText('PEARL-9')).toBeVisible()
  },
)

test(
  'a piece that somebody else has bought meanwhile is no longer offered on its page once it was refused',
  { tag: anyScreen },
  async ({ shopper: page, request, baseURL }) => {
    forgive(page, answered(400))
    const slug = 'pearl-gift-set'
    const all = 5
    const rival = await newAccount({ request })
    await rival.livesAt()
    await rival.put(slug, undefined, all)
    await signedIn(page)
    await page.goto(`/products/${slug}`)
    await awake(page)
    // Now the browser's own cache has an answer that would pass for fresh, as after a way through the shop.
    await page.evaluate(async (url) => void (await (await fetch(url)).text()), apiRoot + paths.product(slug))
    const main = page.getByRole('main')
    try {
      await rival.order()
      await main.getByRole('button', { name: 'Add to cart' }).first().click()
      await expectToHear(page, catalogueTexts.outOfStock)
      await expect(main.getByRole('button', { name: 'Out of stock' }).first()).toBeVisible()
      await expect(main.getByRole('link', { name: 'Ask us when it is back' })).toBeVisible()
      await expect(main.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
    } finally {
      await changePiece(baseURL, slug, { stock: all })
    }
  },
)

const reviewers = [
  { what: 'may write one', slug: 'rose-gold-knot-stud-earrings', details: {} },
  // Nobody else may review the piece meanwhile, not on the other screen either.
  { what: 'has written one', slug: 'twisted-hoop-earrings', details: { tag: anyScreen } },
]
for (const { what, slug, details } of reviewers)
  test(
    `what is below a piece’s reviews stays where it is when its page learns that the customer ${what}`,
    details,
    async ({ shopper: page, baseURL }) => {
      const customer = await signedIn(page)
      await customer.livesAt()
      await customer.put(slug)
      await customer.order()
      const isWriter = what === 'has written one'
      if (isWriter) {
        const title = `Light as air, says ${customer.email}`
        const data = { rating: 5, title, text: 'I forget that I wear them.' }
        const headers = { authorization: `Bearer ${customer.kept[storageKeys.access]}` }
        const written = await page.request.post(apiRoot + paths.reviews(slug), { data, headers })
        expect(written.status()).toBe(201)
        // Everybody's page has it too, once the server makes a new one, which is up to a minute later.
        const html = async () => (await page.request.get(`/products/${slug}`)).text()
        await expect.poll(html, { timeout: 60_000 }).toContain(title)
      }
      const arrive = await heldBack(page, `${baseURL}${apiRoot}${paths.reviews(slug)}`)
      await watchShifts(page)
      await page.goto(`/products/${slug}`)
      const heading = page.getByRole('heading', { name: 'Reviews', exact: true })
      await heading.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
      await awake(page)
      await atRest(page)
      await drawn(page)
      const soFar = await shifted(page)
      arrive()
      const own = page.getByRole('button', { name: isWriter ? 'Delete your review' : 'Write a review' })
      await expect(own).toBeVisible()
      await drawn(page)
      expect((await shifted(page)) - soFar).toBeLessThan(0.005)
    },
  )
