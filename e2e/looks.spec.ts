import { type Locator, type Page, type Request, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { carouselAutoplay, carouselSpeed } from '#contract/constants.ts'
import { categories } from '#contract/listing.ts'
import { texts } from '#contract/texts.ts'
import { expectToSuitFingers, fingersOn, placeOf } from './support/fingers.ts'
import { bringTo } from './support/shopkeeper.ts'
import { anyScreen, asFineAsItsKind } from './support/screens.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToFit,
  expectToLookGood,
  forgive,
  goToPayment,
  home,
  isPhone,
  logo,
  narrowest,
  noNetwork,
  ownFonts,
  payWith,
  settled,
  signedIn,
  test,
  typeCard,
} from './support/shopper.ts'

const notFound = '/no-such-page'
const [rings, ...others] = categories
const routes = [
  '/',
  '/products',
  rings.path,
  '/products/oval-sapphire-halo-ring',
  '/products/search-results?query=ring',
  '/search-results?query=no-such-thing',
  '/login',
  '/sign-up',
  '/forget-password',
  '/reset-password',
  '/track-order',
  '/contact',
  '/resources/returns-exchanges',
  '/resources/Warranty',
  '/resources/size-guide',
  '/about_us/about_damson_jewels',
  '/about_us/careers',
  '/about_us/site_map',
  '/terms-and-conditions',
  '/privacy-policy',
  '/cookies-settings',
  notFound,
]

for (const route of routes)
  test(`${route} fits every window and every finger, and axe has nothing to say`, async ({
    shopper: page,
  }) => {
    if (route === notFound) forgive(page, answered(404))
    await page.goto(route)
    await awake(page)
    await expectToLookGood(page)
    if (isPhone(page)) await expectToSuitFingers(page)
  })

// But for their pieces, whose names may be long, they are like `/products` and `/products/rings`.
for (const route of ['/products/all-jewellery', '/all-jewellery', ...others.map(({ path }) => path)])
  test(
    `${route} fits the narrowest window, and axe has nothing to say`,
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto(route)
      await awake(page)
      await expectGoodPage(page)
      await page.setViewportSize({ width: narrowest, height: 800 })
      await expectToFit(page)
    },
  )

test(
  'from the wish to the order a finger hits what it presses',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.wish('pearl-stud-earrings')
    await customer.put('pearl-stud-earrings')
    const number = await customer.order()
    await customer.put('oval-signet-ring', 'M')
    for (const route of ['/wishlist', '/orders', `/orders/${number}`, '/cart', '/cart/checkout']) {
      await page.goto(route)
      await awake(page)
      await expectToSuitFingers(page)
    }
    await goToPayment(page)
    await expectToSuitFingers(page)
    await payWith(page)
    await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    await expectToSuitFingers(page)
  },
)

/** View by view, without a key or a wheel: the metric forgives shifts that follow those. */
const readToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    // Headless Chromium now and then stops drawing a page for good, and no later frame shows it: about once in four
    // hundred runs on a busy machine. What is not drawn does not shift.
    const drawn = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        setTimeout(resolve, 5000)
      })
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await drawn()
    }
    const inView = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' || complete)
    await Promise.allSettled(inView.map((image) => image.decode()))
    await drawn()
  })

/** The largest picture in the first view, and how it was loaded. */
const largestPicture = (page: Page) =>
  page.evaluate(() => {
    const area = (image: HTMLImageElement) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      const across = Math.min(right, innerWidth) - Math.max(left, 0)
      return Math.max(0, across) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    }
    const [image] = [...document.querySelectorAll<HTMLImageElement>('main img')].toSorted(
      (one, other) => area(other) - area(one),
    )
    if (!image) throw new Error('No picture in the first view')
    const { pathname } = new URL(image.currentSrc)
    const { width, height } = image.getBoundingClientRect()
    const shape = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
    return {
      address: image.currentSrc,
      offered: [...image.srcset.matchAll(/ (\d+)w/g)].map(([, step]) => Number(step)),
      // A picture that covers a frame of another shape is painted larger than the frame.
      shownWidth: Math.max(width, height * shape) * devicePixelRatio,
      // Of this picture, in any size: a thumbnail is another fetch, but nobody preloads that.
      preloaded: performance
        .getEntriesByType('resource')
        .filter((entry) => 'initiatorType' in entry && entry.initiatorType === 'link')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname === pathname),
      fetches: performance.getEntriesByName(image.currentSrc).length,
    }
  })

test(
  'a policy stands still as the network goes and it says that it is kept',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await watchShifts(page)
    await page.goto('/resources/returns-exchanges')
    await awake(page)
    // Without a network one of the two would not come any more.
    await ownFonts(page)
    await page.context().setOffline(true)
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await readToTheEnd(page)
    expect(await shifted(page)).toBeLessThanOrEqual(0.02)
  },
)

test(
  'on a phone a former price has a line of its own in each font, so that none moves when the shop’s arrives',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    for (const font of ['without', 'with']) {
      if (font === 'without') await page.route('**/*.woff2', (route) => route.abort())
      else await page.unroute('**/*.woff2')
      forgive(page, /ERR_FAILED/)
      await page.goto('/pendant')
      const former = page.getByRole('main').getByRole('article').locator('s')
      await expect(former.first()).toBeAttached()
      if (font === 'with') await ownFonts(page)
      for (const width of [320, 390, 430]) {
        await page.setViewportSize({ width, height: 800 })
        const besides = await former.evaluateAll(
          (prices) =>
            prices.filter((price) => {
              const now = price.previousElementSibling
              return !now || price.getBoundingClientRect().top < now.getBoundingClientRect().bottom - 4
            }).length,
        )
        expect(besides, `${width} px, ${font} the shop’s font`).toBe(0)
      }
    }
  },
)

test('pieces that come in another order move nothing', { tag: anyScreen }, async ({ shopper: page }) => {
  await watchShifts(page)
  await page.goto('/products/rings')
  await awake(page)
  const first = page.getByRole('main').getByRole('article').first().getByRole('heading')
  // By a script, so that nothing is forgiven for the finger's sake: on a slow line pieces come long after it.
  for (const order of ['Price: Low to High', 'Price: High to Low']) {
    const before = await first.innerText()
    await page.getByLabel('Sort by').selectOption(order)
    await expect(first).not.toHaveText(before)
    await drawn(page)
  }
  expect(await shifted(page)).toBeLessThanOrEqual(0.02)
})

for (const route of ['/', '/products', '/products/oval-sapphire-halo-ring']) {
  test.describe(route, () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' }, ...asFineAsItsKind })

    test(`${route} stands still while it loads and is read`, async ({ shopper: page }) => {
      await watchShifts(page)
      await page.goto(route)
      await awake(page)
      await ownFonts(page)
      await page.waitForLoadState('networkidle')
      await readToTheEnd(page)
      await page.waitForLoadState('networkidle')
      expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    })

    test(`${route} preloads its largest picture once, as AVIF, no larger than it needs`, async ({
      shopper: page,
    }) => {
      const kinds = new Map<string, string | undefined>()
      page.on('response', (response) => kinds.set(response.url(), response.headers()['content-type']))
      await page.goto(route)
      await page.waitForLoadState('networkidle')
      const { address, offered, shownWidth, preloaded, fetches } = await largestPicture(page)
      expect(preloaded).toEqual([address])
      expect(fetches).toBe(1)
      expect(kinds.get(address)).toBe('image/avif')
      const taken = offered.indexOf(Number(new URL(address).searchParams.get('w')))
      const enough = offered.findIndex((step) => step >= shownWidth)
      expect(taken, `${address} for ${shownWidth} pixels`).toBeLessThanOrEqual(
        enough === -1 ? offered.length : enough + 1,
      )
    })
  })
}

test.describe('the carousel', () => {
  const dots = (page: Page) => page.getByRole('group', { name: 'Choose a slide' }).getByRole('button')
  const expectSlide = (page: Page, index: number) =>
    expect(dots(page).nth(index)).toHaveAttribute('aria-current', 'true')
  /**
   * Stops the clock from now on; time passes only on demand, and never during a call: it would time out and be taken
   * for a lost connection.
   */
  async function stopClock(page: Page) {
    const calls = new Set<Request>()
    const ended = (request: Request) => void calls.delete(request)
    page.on('request', (request) => request.url().includes(apiRoot) && calls.add(request))
    page.on('requestfinished', ended).on('requestfailed', ended)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const pass = async (milliseconds: number) => {
      await expect.poll(() => calls.size).toBe(0)
      // A call that begins within the leap times out all the same. A typed password keeps the page from reloading.
      await page.evaluate(() => {
        if (document.querySelector('body > input')) return
        const field = Object.assign(document.createElement('input'), { type: 'password', value: 'typed' })
        field.setAttribute('aria-label', 'Keeps the page')
        field.style.position = 'fixed'
        document.body.append(field)
      })
      await page.clock.runFor(milliseconds)
      // What that started takes a while: a slide appears when its picture has been decoded.
      await page.evaluate(async () => {
        const pictures = document.querySelectorAll<HTMLImageElement>('[aria-roledescription=carousel] img')
        await Promise.allSettled([...pictures].map((picture) => picture.decode()))
      })
      await settled(page)
    }
    /** Lets pass, bit by bit, the little time in which scripts take turns, until this is so. */
    const dealUntil = (isSo: () => boolean | Promise<boolean>) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(1)
            return isSo()
          },
          { intervals: [20] },
        )
        .toBe(true)
    return {
      /** The shop has started, and nobody has moved. */
      started: () =>
        dealUntil(() =>
          page.evaluate(() =>
            [...document.querySelectorAll('#root')].some((root) =>
              Object.keys(root).some((key) => key.startsWith('__reactContainer')),
            ),
          ),
        ),
      /** The page has hydrated: see `awake`. */
      awaken: async () => {
        let isAwake = false
        const waking = awake(page).then(() => (isAwake = true))
        await dealUntil(() => isAwake)
        await waking
      },
      /** Lets time pass until this slide is shown: only the page knows from when on the slides move. */
      passUntilSlide: (index: number) =>
        expect
          .poll(
            async () => {
              await pass(carouselSpeed)
              return dots(page).nth(index).getAttribute('aria-current')
            },
            { intervals: [20] },
          )
          .toBe('true'),
      /** Looked at after each turn: slides that went round would be back where they were. */
      expectToStayAt: async (index: number) => {
        for (let turn = 0; turn < 3; turn++) {
          await pass(carouselAutoplay)
          await expectSlide(page, index)
        }
      },
    }
  }
  /** From now on: which of the slides' pictures, and of the slider's code, are fetched. */
  const watchFetches = (page: Page) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const [, part] = /\/(hero-\d|heroSlider)/.exec(request.url()) ?? []
      if (part !== undefined) fetched.add(part)
    })
    return fetched
  }

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test(
      'waits for somebody to be there, then moves on by itself until it is paused',
      { tag: anyScreen },
      async ({ shopper: page }) => {
        const fetched = watchFetches(page)
        const { started, awaken, expectToStayAt, passUntilSlide } = await stopClock(page)
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
        await started()
        await settled(page)
        await expectToStayAt(0)
        expect([...fetched]).toEqual(['hero-1'])

        await awaken()
        await passUntilSlide(1)
        // Each picture is fetched when it is due, no sooner.
        expect([...fetched]).not.toContain('hero-4')
        const pause = page.getByRole('button', { name: 'Pause the slides' })
        await pause.click()
        // With the pointer and the focus there they would stand still in any case.
        await page.mouse.move(1, 1)
        await page.getByRole('button', { name: 'Play the slides' }).blur()
        await expectToStayAt(1)
      },
    )

    test('stands still while it is pointed at, focused or out of sight', async ({ shopper: page }) => {
      const { awaken, expectToStayAt, passUntilSlide } = await stopClock(page)
      await page.goto('/')
      await awaken()
      const carouselItself = page.getByRole('region', { name: 'Highlights' })
      if (!isPhone(page)) {
        await carouselItself.hover()
        await expectToStayAt(0)
        await page.mouse.move(1, 1)
      }
      await carouselItself.getByRole('link').first().focus()
      await expectToStayAt(0)
      await carouselItself.getByRole('link').first().blur()
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      await expect(carouselItself).not.toBeInViewport()
      await expectToStayAt(0)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await expect(carouselItself).toBeInViewport()
      await passUntilSlide(1)
    })
  })

  test('shows its controls once all of it has come', { tag: anyScreen }, async ({ shopper: page }) => {
    const whole = await (await page.request.get('/')).text()
    const controls = page.getByRole('button', { name: /the slides$/, includeHidden: true })
    // With only a part of the page, its picture and the controls below it would visibly move while a slow connection
    // brings the rest.
    await page.route('/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: whole.slice(0, whole.indexOf('href="', whole.indexOf('swiper-wrapper'))),
      }),
    )
    await page.goto('/')
    await expect(controls).toBeAttached()
    await expect(controls).toBeHidden()
    await page.unroute('/')
    await page.goto('/')
    await expect(controls).toBeVisible()
  })

  test('stands still where motion is not welcome', { tag: anyScreen }, async ({ shopper: page }) => {
    const { awaken, expectToStayAt } = await stopClock(page)
    await page.goto('/')
    await awaken()
    await expectToStayAt(0)
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await dots(page).nth(2).click()
    await expectSlide(page, 2)
  })

  test('is swiped, the first time too', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/')
    await awake(page)
    const { x, middle, width } = await placeOf(
      page.getByRole('region', { name: 'Highlights' }).getByRole('img').first(),
    )
    const fingers = await fingersOn(page)
    // Over more than half the width even without the first step, which only starts it: so it counts at any speed.
    const swipe = (way: 1 | -1) =>
      fingers.draw({ x: x + (0.5 - 0.4 * way) * width, y: middle.y }, { x: 0.8 * way * width, y: 0 })
    await swipe(-1)
    await expectSlide(page, 1)
    await swipe(-1)
    await expectSlide(page, 2)
    await swipe(1)
    await expectSlide(page, 1)
  })

  test(
    'stands still, and fetches nothing ahead, where data is to be saved',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      const fetched = watchFetches(page)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await page.clock.install()
      await page.goto('/')
      await awake(page)
      await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.getByRole('main').getByRole('link', { name: 'All jewellery' }).hover()
      await page.getByRole('main').getByRole('link', { name: 'All jewellery' }).focus()
      // Longer than any link, or slide, waits before it fetches something.
      await page.clock.runFor(4 * carouselAutoplay)
      await settled(page)
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
      expect([...fetched]).toEqual(['hero-1'])
    },
  )
})

/** The width in pixels of the list's last picture as fetched, for each pixel of the width shown. */
async function lastDensity(page: Page) {
  const last = page.getByRole('main').locator('li img').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  return last.evaluate(({ currentSrc, clientWidth }: HTMLImageElement) => {
    const width = Number(new URL(currentSrc).searchParams.get('w'))
    return width / (clientWidth * devicePixelRatio)
  })
}

test.describe('on a fine screen', () => {
  test.use(asFineAsItsKind)

  test(
    'pictures come with half the pixels across where data is to be saved',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/products/rings')
      expect(await lastDensity(page)).toBeGreaterThanOrEqual(0.95)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await page.goto('/about_us/site_map')
      await awake(page)
      // Only a page that the browser renders can take that into account.
      await page.getByRole('main').getByRole('link', { name: 'Chains' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Chains' })).toBeVisible()
      expect(await lastDensity(page)).toBeLessThan(0.8)
    },
  )
})

test(
  'what is pressed by a finger looks so as long as it is pressed, and no longer',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/privacy-policy')
    await awake(page)
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
    const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const calm = await ground()
    await button.hover()
    expect(await ground()).toBe(calm)
    await page.mouse.down()
    await expect.poll(ground).not.toBe(calm)
    await page.mouse.move(1, 1)
    await page.mouse.up()
    await expect.poll(ground).toBe(calm)
  },
)

const oneWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

test('an address that is one long word stays within its place, wherever it is read', async ({
  shopper: page,
}) => {
  const customer = await signedIn(page)
  await customer.livesAt({
    ...home,
    full_name: `Ada ${oneWord}`,
    address_line_1: `1 ${oneWord} House`,
    city: oneWord,
  })
  await customer.put('pear-aquamarine-drop-earrings')
  const number = await customer.order()
  await customer.put('pear-aquamarine-drop-earrings')
  const expectInPlace = async () => {
    await expect(page.getByRole('main').getByText(oneWord).first()).toBeVisible()
    await expectToFit(page)
    // Two neighbours may overlap even within a page that fits.
    const beyond = await page
      .getByRole('main')
      .getByText(oneWord)
      .evaluateAll((places) =>
        places
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
    expect(beyond, page.url()).toEqual([])
  }
  for (const route of ['/orders', `/orders/${number}`, '/account?tab=addresses']) {
    await page.goto(route)
    await expectInPlace()
  }
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectInPlace()
  // What is wider than its step may cover the button that continues.
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page)
  await expectInPlace()
})

/** As with the text size set in the browser; from the next page on. */
const enlargeLetters = (page: Page) =>
  page.addInitScript(() => {
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
    enlarge()
    document.addEventListener('DOMContentLoaded', enlarge)
  })

test('letters of twice the size fit the window, and nothing lies on or beyond anything', async ({
  shopper: page,
}) => {
  const customer = await signedIn(page)
  await customer.put('pear-aquamarine-drop-earrings')
  await enlargeLetters(page)
  const main = page.getByRole('main')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  const heroPicture = main.getByRole('region', { name: 'Highlights' }).getByRole('img').first()
  const boxOf = async (part: Locator) => {
    await part.scrollIntoViewIfNeeded()
    const box = await part.boundingBox()
    if (!box) throw new Error('It is not to be seen')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  await page.goto('/')
  await awake(page)
  await expectToFit(page)
  const slides = main.getByRole('region', { name: 'Highlights' })
  const [words, slide] = [await boxOf(slides.getByRole('link').first()), await boxOf(slides)]
  expect(words.bottom, 'the button of the first slide').toBeLessThanOrEqual(slide.bottom)
  const enlarged = await boxOf(heroPicture)
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: 'Email' })
  // A placeholder whose letters are cut off leaves no other trace.
  const room = await email.evaluate((field) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen || !(field instanceof HTMLInputElement)) return null
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    pen.font = font
    const inside = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return inside - pen.measureText(field.placeholder).width
  })
  expect(room, 'the placeholder of the letter').toBeGreaterThanOrEqual(0)
  const shelf = await boxOf(page.getByRole('contentinfo').getByRole('heading', { name: 'Shop', exact: true }))
  const button = await boxOf(subscribe)
  if (!isPhone(page)) expect(button.right, 'the way to subscribe').toBeLessThanOrEqual(shelf.x)
  if (!isPhone(page)) {
    const middle = async (name: string) => {
      const { y, height } = await boxOf(page.getByRole('banner').getByRole('button', { name }))
      return y + height / 2
    }
    const heart = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Wishlist' }))
    expect(
      Math.abs((await middle('Account')) - (heart.y + heart.height / 2)),
      'the account’s button',
    ).toBeLessThan(2)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await expect
      .poll(async () => (await boxOf(heroPicture)).width, 'the picture is of one size')
      .toBeCloseTo(enlarged.width, 0)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  }
  if (isPhone(page)) {
    const banner = page.getByRole('banner')
    const search = await boxOf(banner.getByRole('button', { name: 'Search' }))
    expect(search.right).toBeLessThanOrEqual((await boxOf(logo(page))).x)
  }
  await page.goto('/products/pear-aquamarine-drop-earrings')
  const place = main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last()
  expect((await boxOf(place)).right, 'where the piece is').toBeLessThanOrEqual(
    (await boxOf(main.getByRole('button', { name: 'Share' }))).x,
  )
  await page.goto('/products/oval-sapphire-halo-ring')
  const [size, help] = [main.getByText('Ring size', { exact: true }), main.getByText('Find your size')]
  const [sizeBox, helpBox] = [await boxOf(size), await boxOf(help)]
  expect(
    sizeBox.right <= helpBox.x || sizeBox.bottom <= helpBox.y,
    'the help with a size beside or below what it is for',
  ).toBe(true)
  await page.goto('/cart')
  await expect(main.getByRole('link', { name: 'Pear Aquamarine Drop Earrings' }).first()).toBeVisible()
  await expectToFit(page)
  await page.goto('/cart/checkout')
  const steps = page.getByRole('navigation', { name: 'Checkout steps' }).getByRole('button')
  await expect(steps).toHaveCount(4)
  await expectToFit(page)
  const beyond = await steps.evaluateAll((buttons) =>
    buttons
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  expect(beyond, 'steps').toEqual([])
})

test(
  'on the narrowest phone such letters leave each price its place, and a heading its words whole',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    await enlargeLetters(page)
    await page.setViewportSize({ width: 320, height: 800 })
    for (const route of ['/products', '/search-results?query=ring']) {
      await page.goto(route)
      await awake(page)
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      expect(await outOfPlace(page.getByRole('main')), route).toEqual([])
    }
    await page.goto('/account')
    const heading = page.getByRole('heading', { level: 1, name: 'Profile Information' })
    await expect(heading).toBeVisible()
    const lines = await heading.evaluate((element) =>
      [...(element.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange()
        const [text] = element.childNodes
        if (!text) throw new Error('A heading without words')
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length
      }),
    )
    expect(lines, 'lines of each word').toEqual([1, 1])
  },
)

test(
  'on the narrowest phone such letters let a table scroll, and never the page',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await enlargeLetters(page)
    await page.setViewportSize({ width: 320, height: 800 })
    for (const route of ['/resources/size-guide', '/resources/returns-exchanges', '/cookies-settings']) {
      await page.goto(route)
      await awake(page)
      await expectToFit(page)
    }
    await page.goto('/products/oval-sapphire-halo-ring')
    await awake(page)
    await page.getByRole('button', { name: 'Find your size' }).click()
    const sheet = page.getByRole('dialog', { name: 'Find your size' })
    await expect(sheet.getByRole('table')).toBeAttached()
    const wider = await sheet.evaluate(
      ({ children }) =>
        [...children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    )
    expect(wider, 'parts of the sheet that scroll sideways').toBe(0)
  },
)

test(
  'on the narrowest phone such letters leave the checkout within the window, and its order whole',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('rope-chain-yellow-gold', '50 cm')
    await customer.put('pear-aquamarine-drop-earrings')
    await enlargeLetters(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/cart')
    await page.getByText('Have a coupon?').click()
    const code = page.getByRole('textbox', { name: 'Coupon code' })
    await code.fill('SAVE20')
    const apply = page.getByRole('button', { name: 'Apply' })
    const [words, button] = [await placeOf(page.getByText('Coupon code')), await placeOf(apply)]
    expect(
      words.x + words.width <= button.x || words.y + words.height <= button.y,
      'the button beside or below what it is for',
    ).toBe(true)
    await apply.click()
    await expect(page.getByRole('button', { name: 'Remove coupon SAVE20' })).toBeVisible()
    await expectToFit(page)

    await goToPayment(page)
    const summary = page.getByRole('complementary', { name: 'Order Summary' })
    await summary.getByRole('button').click()
    await expect(summary.getByText('Rope Chain')).toBeVisible()
    await expectToFit(page)
    expect(await outOfPlace(summary)).toEqual([])
    await summary.getByRole('button').click()
    await typeCard(page)
    await page.getByRole('button', { name: 'Save payment details' }).click()
    await expect(page.getByRole('button', { name: 'Change payment details' })).toBeVisible()
    await expectToFit(page)
  },
)

test(
  'on the narrowest phone such letters leave a menu all its ways, and a dialog the one that closes it',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('pear-aquamarine-drop-earrings')
    const number = await customer.order()
    await enlargeLetters(page)
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/products?is_new=true')
    await awake(page)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Menu' }).click()
    const ways = dialog.getByRole('navigation', { name: 'Your shopping' }).getByRole('link')
    await expect(ways).toHaveCount(4)
    for (const way of await ways.all()) await expect(way).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(dialog.getByRole('button', { name: /^Show \d+ piece/ })).toBeVisible()
    expect(await outOfPlace(dialog.getByRole('button', { name: /^Show|^Clear/ }).locator('..'))).toEqual([])

    await page.goto(`/orders/${number}`)
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await expect(question).toBeInViewport({ ratio: 1 })
    const place = await placeOf(question.getByRole('button', { name: 'Close' }))
    const frame = await placeOf(question)
    expect(place.x + place.width).toBeLessThanOrEqual(frame.x + frame.width)
  },
)

test(
  'such letters cut no word from the name of a piece, nor what it is made of',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await enlargeLetters(page)
    await page.goto('/products/rings')
    await awake(page)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    expect(await cutWords(page)).toEqual([])
  },
)

/** The names of pieces, and what they are made of, that are not seen whole. */
const cutWords = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .locator('h3 a, h3 + p')
    .evaluateAll((texts) =>
      texts
        .filter(
          (text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1,
        )
        .map(({ textContent }) => textContent),
    )

test('no list cuts a word from the name of a piece, nor what it is made of', async ({ shopper: page }) => {
  const own = page.viewportSize()
  for (let number = 1; number <= 7; number += 1) {
    await page.goto(`/products?page=${number}`)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    for (const width of isPhone(page) ? [narrowest, 320, 390] : [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await cutWords(page), `page ${number} at ${width} px`).toEqual([])
    }
    if (own) await page.setViewportSize(own)
  }
})

test(
  'what a piece promises is set as a text: its lines are close, and no line ends with a dot',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/oval-sapphire-halo-ring')
    await awake(page)
    await ownFonts(page)
    const row = page.getByRole('listitem').filter({ has: page.getByText('one-year warranty') })
    const returns = row.getByRole('link', { name: '15 days to return, less 15%' })
    const warranty = row.getByRole('link', { name: 'one-year warranty' })
    // Dots are drawn in front of what follows in the same line.
    await expect(row.locator('..')).not.toContainText('·')
    for (const [width, areBeside] of [
      [320, false],
      [390, false],
      [700, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await row.scrollIntoViewIfNeeded()
      const [first, second] = [await placeOf(returns), await placeOf(warranty)]
      expect(second.x > first.x, `beside each other at ${width} px`).toBe(areBeside)
      expect(second.y - first.y, `from line to line at ${width} px`).toBeLessThan(24)
      // A finger's width above or below the words it still finds the link that it is nearer to.
      expect(await opens(page, first.middle.x, first.y - 10)).toBe('/resources/returns-exchanges')
      expect(await opens(page, first.middle.x, first.middle.y + 5)).toBe('/resources/returns-exchanges')
      expect(await opens(page, second.middle.x, second.middle.y - 5)).toBe('/resources/Warranty')
      expect(await opens(page, second.middle.x, second.y + second.height + 10)).toBe('/resources/Warranty')
    }
  },
)

/** Where a finger leads that comes down there. */
const opens = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('a')?.getAttribute('href'),
    [x, y],
  )

test(
  'letters, words and lines that a reader sets apart leave each step of the checkout its place',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.put('pear-aquamarine-drop-earrings')
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/cart/checkout')
    const steps = page.getByRole('navigation', { name: 'Checkout steps' })
    await expect(steps.getByRole('button')).toHaveCount(4)
    await setApart(page)
    await expectToFit(page)
    expect(await outOfPlace(steps)).toEqual([])
  },
)

test(
  'on phones they cut no word from the name of a piece, nor what it is made of, and leave the header its places',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/search-results?query=gold&sort_by=price_high_low')
    await awake(page)
    await setApart(page)
    for (const width of [narrowest, 320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await cutWords(page), `at ${width} px`).toEqual([])
      const [search, way] = [
        await placeOf(page.getByRole('banner').getByRole('button', { name: 'Search' })),
        await placeOf(logo(page)),
      ]
      expect(search.x + search.width, `the search at ${width} px`).toBeLessThanOrEqual(way.x)
    }
  },
)

/** As by a style of the reader's own, to the extent that WCAG 1.4.12 names. */
const setApart = (page: Page) =>
  page.evaluate(() => {
    const own = new CSSStyleSheet()
    own.replaceSync(`
      *:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets.push(own)
  })

/** The texts in there that extend beyond their place, or lie on what stands beside them. */
const outOfPlace = (place: Locator) =>
  place.first().evaluate((root) => {
    const parts = [...root.querySelectorAll<HTMLElement>(':not(svg, svg *)')].filter((part) =>
      part.checkVisibility(),
    )
    const isBeyond = (part: HTMLElement) =>
      part.clientWidth > 1 &&
      part.scrollWidth > part.clientWidth + 1 &&
      getComputedStyle(part).overflowX === 'visible'
    const lieOnEachOther = (one: Element, other: Element) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      return (
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
    }
    const isOnANeighbour = (part: HTMLElement) => {
      const isLaidOut = (one: Element) => ['static', 'relative'].includes(getComputedStyle(one).position)
      const siblings = [...(part.parentElement?.children ?? [])].filter((one) => one !== part)
      const isBeside = /flex|grid/.test(
        part.parentElement ? getComputedStyle(part.parentElement).display : '',
      )
      return (
        isBeside && isLaidOut(part) && siblings.filter(isLaidOut).some((one) => lieOnEachOther(part, one))
      )
    }
    return parts.filter((part) => isBeyond(part) || isOnANeighbour(part)).map((part) => part.innerText)
  })

test(
  'an order’s numbers stay in their places, however narrow the phone and large the letters',
  { tag: anyScreen },
  async ({ shopper: page, baseURL }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('rope-chain-yellow-gold', '50 cm')
    const number = await customer.order()
    await bringTo(baseURL, number, 'shipped', '98765432109876543210')
    const main = page.getByRole('main')
    const own = page.viewportSize()
    if (!own) throw new Error('A page without a window')
    const widths = isPhone(page) ? [320, 390, own.width] : [own.width]
    const expectInPlace = async () => {
      for (const [route, shown] of [
        [`/orders/${number}`, '98765432109876543210'],
        ['/orders', /^£\d,\d{3}\.\d\d$/],
        ['/account', number],
        [`/track-order?order_number=${number}`, '98765432109876543210'],
      ] as const) {
        await page.goto(route)
        await expect(main.getByText(shown).first()).toBeVisible()
        for (const width of widths) {
          await page.setViewportSize({ ...own, width })
          // First: it names what makes the page too wide.
          await expect.poll(() => outOfPlace(page.getByRole('main')), `${route} at ${width} px`).toEqual([])
          await expectToFit(page)
        }
      }
    }
    await expectInPlace()
    await enlargeLetters(page)
    await expectInPlace()
  },
)

test(
  'however narrow the phone and large the letters, a suggestion’s name has room, and its price is not on it',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('link')
    const expectRoom = async (letter: number) => {
      await page.goto('/')
      await awake(page)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('searchbox', { name: 'Search the shop' }).fill('ring')
      await expect(suggestions).toHaveCount(5)
      for (const width of [narrowest, 320, 360, 390]) {
        await page.setViewportSize({ width, height: 800 })
        for (const suggestion of await suggestions.all()) {
          const [whole, name, price] = [
            await placeOf(suggestion),
            await placeOf(suggestion.getByText(/^[^£]+$/)),
            await placeOf(suggestion.getByText('£')),
          ]
          const which = `${await suggestion.textContent()} at ${width} px, letters of ${letter} px`
          expect(name.width, which).toBeGreaterThanOrEqual(4 * letter)
          expect(name.x + name.width <= price.x || name.y + name.height <= price.y, which).toBe(true)
          expect(price.x + price.width, which).toBeLessThanOrEqual(whole.x + whole.width + 1)
        }
      }
    }
    await expectRoom(16)
    await enlargeLetters(page)
    await expectRoom(32)
  },
)

test(
  'a bar to buy from that large letters make taller covers neither a message nor what the keyboard reaches',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await enlargeLetters(page)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/products/twisted-hoop-earrings')
      await awake(page)
      const main = page.getByRole('main')
      const add = main.getByRole('button', { name: 'Add to cart' })
      await main.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded()
      await expect(add.last()).toBeInViewport({ ratio: 1 })
      const price = main.getByText('£620.00').last()
      const bar = await placeOf(price)

      const below = main.getByRole('article').first().getByRole('link').first()
      // In a window without such a bar this would be near enough to its foot.
      await below.evaluate((link) => scrollBy(0, link.getBoundingClientRect().bottom - innerHeight + 80))
      await below.focus()
      const { y, height } = await placeOf(below)
      expect(y + height, 'a link below').toBeLessThanOrEqual(bar.y)

      await add.last().click()
      const message = page.getByText(texts.guest.cart)
      await expect(message).toBeVisible()
      const toLogIn = page.getByRole('button', { name: 'Log in' })
      for (const part of [message, toLogIn]) {
        const box = await placeOf(part)
        expect(box.y + box.height, 'the message').toBeLessThanOrEqual(bar.y)
      }
    }
  },
)
