import { type Locator, type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { texts } from '#contract/texts.ts'
import { placeOf } from './support/fingers.ts'
import { heldBack } from './support/heldBack.ts'
import { bringTo } from './support/shopkeeper.ts'
import { anyScreen, inLongForm, wideInLongForm } from './support/screens.ts'
import {
  awake,
  expectToFit,
  goToPayment,
  isPhone,
  logo,
  narrowest,
  ownFonts,
  signedIn,
  test,
  typeCard,
} from './support/shopper.ts'

/** As with the text size set in the browser; from the next page on. */
const enlargeLetters = (page: Page) =>
  page.addInitScript(() => {
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
    enlarge()
    document.addEventListener('DOMContentLoaded', enlarge)
  })

test(
  'letters of twice the size fit the window, and nothing lies on or beyond anything',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
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
    const shelf = await boxOf(
      page.getByRole('contentinfo').getByRole('heading', { name: 'Shop', exact: true }),
    )
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
  },
)

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
  { tag: [anyScreen, inLongForm] },
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
  'on the narrowest phone such letters keep the way to delete a review off what it says',
  { tag: anyScreen },
  async ({ shopper: page, baseURL }) => {
    const slug = 'classic-gold-hoop-earrings'
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put(slug)
    await customer.order()
    // Of its own, and as short as a word, so that it wraps.
    const title = `Lovely in any light, by day and night ${String(Date.now()).slice(-6)}`
    const data = { rating: 4, title, text: 'I wear it daily.' }
    const headers = { authorization: `Bearer ${customer.kept[storageKeys.access]}` }
    const written = await page.request.post(apiRoot + paths.reviews(slug), { data, headers })
    expect(written.status()).toBe(201)
    const html = async () => (await page.request.get(`/products/${slug}`)).text()
    // The server may keep the page as it was for up to a minute.
    await expect.poll(html, { timeout: 60_000 }).toContain(title)
    await enlargeLetters(page)
    await page.setViewportSize({ width: 320, height: 800 })
    const arrive = await heldBack(page, `${baseURL}${apiRoot}${paths.reviews(slug)}`)
    await page.goto(`/products/${slug}`)
    const heading = page.getByRole('heading', { name: 'Reviews', exact: true })
    await heading.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
    await awake(page)
    await ownFonts(page)
    const review = page.getByRole('listitem').filter({ hasText: title })
    const { height } = await placeOf(review)
    arrive()
    const remove = review.getByRole('button', { name: 'Delete your review' })
    await expect(remove).toBeVisible()
    expect((await placeOf(review)).height, 'the room for it was there').toBe(height)
    for (const width of [narrowest, 320, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const button = await placeOf(remove)
      for (const part of [review.getByText('Rated 4 out of 5').locator('..'), review.getByText(title)]) {
        const box = await placeOf(part)
        expect(
          box.x + box.width <= button.x ||
            box.y + box.height <= button.y ||
            button.y + button.height <= box.y,
          `${await part.innerText()} at ${width} px`,
        ).toBe(true)
      }
      expect(button.x + button.width, 'within the window').toBeLessThanOrEqual(width)
    }
  },
)

test(
  'on the narrowest phone such letters leave a menu all its ways, and a dialog the one that closes it',
  { tag: [anyScreen, inLongForm] },
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

test(
  'no list cuts a word from the name of a piece, nor what it is made of',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
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
  },
)

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
  { tag: [anyScreen, inLongForm] },
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
  { tag: [anyScreen, inLongForm] },
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
  { tag: [anyScreen, inLongForm] },
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
