import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { contactTexts } from '#contract/contactTexts.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { notOpened } from '#contract/notOpened.ts'
import { paths } from '#contract/paths.ts'
import { built } from './support/built.ts'
import { texts } from '#contract/texts.ts'
import { e2ePort } from './support/dataDir.ts'
import { heldBack, itsCode } from './support/heldBack.ts'
import { openLine } from './support/line.ts'
import { anyScreen, inLongForm, wideInLongForm } from './support/screens.ts'
import {
  answered,
  awake,
  documentsOf,
  expectToFit,
  expectToHear,
  forgive,
  isPhone,
  noNetwork,
  signedIn,
  test,
  watching,
} from './support/shopper.ts'

// A worker would have the code.
test.use({ serviceWorkers: 'block' })

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const line = (page: Page) => page.getByRole('alert').filter({ hasText: networkTexts.tryAgain })
const tryAgain = (page: Page) => line(page).getByRole('link', { name: networkTexts.tryAgain })

/** The part of the build that is the page's own. */
const ownPart = (route: string) =>
  `/${built(`src/routes/${route}?tsr-split=component---loader---pendingComponent`)}`

/**
 * The line is lost when the page asks for this, for everything but documents and the script that starts the shop, until
 * what is returned is called.
 */
async function lostFrom(page: Page, script: string): Promise<() => Promise<void>> {
  forgive(page, noNetwork)
  let isLost = false
  await page.route('**', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    isLost ||= pathname === script
    const isSpared = request.isNavigationRequest() || pathname === `/${built('index.html')}`
    return isLost && !isSpared ? route.abort() : route.fallback()
  })
  return () => page.unroute('**')
}

/**
 * Presses Try Again and then has the code that was lost come: were it the other way about, an attempt of the page's own
 * might take the line away from under the press.
 */
async function tryAgainUntilBack(page: Page, back: () => Promise<unknown>) {
  const arrive = await heldBack(page, /\/assets\//)
  await tryAgain(page).click()
  await back()
  arrive()
}

for (const [path, route, name, pressed, done] of [
  ['/products/rings', 'products.rings.tsx', 'Rings', /^Add .* to wishlist$/, /^Remove .* from wishlist$/],
  ['/products/pearl-stud-earrings', 'products.$slug.tsx', 'Pearl Stud Earrings', 'Add to cart', 'In Cart'],
] as const)
  test(
    `${path}, whose line is lost before its own code has come, can be read, says so to who presses, and does it when it is back`,
    { tag: wideInLongForm },
    async ({ shopper: page }) => {
      await signedIn(page)
      const back = await lostFrom(page, ownPart(route))
      await page.goto(path)
      await main(page).getByRole('button', { name: pressed }).first().click()
      await expect(line(page)).toBeVisible()
      await tryAgain(page).click()
      await expect(line(page)).toContainText('Still no answer from the shop')
      await expect(title(page)).toHaveText(name)
      await expectToFit(page)
      await tryAgainUntilBack(page, back)
      await expect(
        main(page)
          .locator('button, a')
          .and(page.getByLabel(done).or(page.getByText(done)))
          .first(),
      ).toBeVisible()
      await expect(line(page)).toHaveCount(0)
      await expect(title(page)).toHaveText(name)
    },
  )

test(
  'a page of whose files not one has come says so to who presses, and does it when they can be had',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await signedIn(page)
    await page.route('**/assets/**', (route) => route.abort())
    await page.goto('/products/pearl-stud-earrings')
    await main(page).getByRole('button', { name: 'Add to cart' }).click()
    await expect(line(page)).toBeVisible()
    await tryAgainUntilBack(page, () => page.unroute('**/assets/**'))
    await expect(main(page).getByText('In Cart').first()).toBeVisible()
  },
)

/** The page comes over a line on which all its scripts stand still, on every connection there may be. */
async function standing(page: Page, path: string) {
  const line = await openLine(e2ePort)
  const scripts = /^\/assets\/.*\.js$/
  line.standStill(scripts)
  page.on('close', () => void line.cut())
  await page.goto(line.origin + path)
  // As many as a browser opens to one server.
  await expect.poll(() => line.passed().filter((asked) => scripts.test(asked)).length).toBe(6)
  return {
    origin: line.origin,
    /** What is asked for from here on is answered. */
    mend: () => line.standStill(null),
  }
}

test(
  'a page whose scripts stand still does what was pressed once they are asked for again, as the page it is',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await signedIn(page)
    const documents = documentsOf(page)
    const { mend } = await standing(page, '/products/pearl-stud-earrings')
    await main(page).getByRole('button', { name: 'Add to cart' }).click()
    await expect(line(page)).toBeVisible()
    mend()
    await tryAgain(page).click()
    await expect(main(page).getByText('In Cart').first()).toBeVisible()
    await expect(line(page)).toHaveCount(0)
    expect(documents()).toBe(1)
  },
)

test(
  'a link on a page whose scripts stand still is followed: the browser would wait for these',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await page.clock.install()
    const { origin, mend } = await standing(page, '/products/rings')
    // By then it is no longer taken for slow.
    await page.clock.fastForward('00:10')
    mend()
    const next = page.waitForEvent('domcontentloaded')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click({ noWaitAfter: true })
    await next
    await expect(page).toHaveURL(`${origin}/contact`)
    await awake(page)
  },
)

test(
  'nor is the page that it leads to given up when their minute is over, on a line that is still slow',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await page.clock.install()
    const { origin, mend } = await standing(page, '/products/rings')
    const over = page.waitForEvent('console', (said) => said.text() === 'The minute is over')
    // The test's own clock cannot be put on while another page is on its way.
    await page.evaluate(() => void setTimeout(() => console.log('The minute is over'), 61_000))
    await page.clock.fastForward('00:56')
    const arrive = await heldBack(page, `${origin}/contact`)
    const next = page.waitForEvent('domcontentloaded')
    const press = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await over
    mend()
    arrive()
    await press
    await next
    await expect(page).toHaveURL(`${origin}/contact`)
    await awake(page)
  },
)

test(
  'a link to a place on a page whose scripts are slow in coming leaves them on their way',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.clock.install()
    const documents = documentsOf(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const arrive = await heldBack(page, itsCode)
    await page.goto('/privacy-policy')
    await expect.poll(() => asked.some((url) => url.endsWith(`/${built('index.html')}`))).toBe(true)
    await page.clock.fastForward('00:10')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect(page).toHaveURL(/#main$/)
    arrive()
    await awake(page)
    expect(asked.filter((url) => url.endsWith(`/${built('index.html')}`))).toHaveLength(1)
    expect(documents()).toBe(1)
  },
)

test(
  'a page whose scripts and pictures stand still asks for them again after a minute',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await page.clock.install()
    const documents = documentsOf(page)
    const { mend } = await standing(page, '/products/rings')
    mend()
    await page.clock.fastForward('01:10')
    await awake(page)
    expect(documents()).toBe(1)
  },
)

/** A page is awake, and from here on what is asked for at such a path stands still. */
async function stillFrom(page: Page, paths: RegExp) {
  forgive(page, noNetwork, /dynamically imported module/)
  await page.clock.install()
  const line = await openLine(e2ePort)
  page.on('close', () => void line.cut())
  await page.goto(`${line.origin}/products/rings`)
  await awake(page)
  // What tells of a slow line comes later, and would never come from then on.
  await watching(page)
  const before = line.passed().length
  line.standStill(paths)
  return {
    origin: line.origin,
    asked: () =>
      line
        .passed()
        .slice(before)
        .filter((path) => paths.test(path)),
    mend: () => line.standStill(null),
  }
}

const cart = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Cart' })

/** The menu of this screen, and its code. */
function menuOf(page: Page) {
  const [name, source] = isPhone(page)
    ? ['Menu', 'src/shell/MobileMenu.tsx']
    : ['Account', 'src/shell/AccountPanel.tsx']
  return { menu: page.getByRole('banner').getByRole('button', { name }), code: `/${built(source)}` }
}

test(
  'a menu whose code is lost says that the shop cannot be reached, and opens for who presses when it can',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    const documents = documentsOf(page)
    await page.goto('/products/rings')
    await awake(page)
    const { menu, code } = menuOf(page)
    const lost = [code, `**${apiRoot}${paths.health}`]
    for (const path of lost) await page.route(path, (route) => route.abort())
    await menu.click()
    if (!isPhone(page)) await expect(page.getByText(texts.loading)).toBeVisible()
    await expect(page.getByText(networkTexts.offline)).toBeVisible()
    for (const path of lost) await page.unroute(path)
    await expect.poll(documents).toBe(2)
    await awake(page)
    await menu.click()
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  },
)

test(
  'a menu whose code is gone says so at each press, once the page has been loaded anew for it, and opens when it can',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    forgive(page, answered(404))
    const documents = documentsOf(page)
    await page.goto('/products/rings')
    await awake(page)
    const { menu, code } = menuOf(page)
    await page.route(code, (route) => route.fulfill({ status: 404 }))
    await menu.click()
    await expect.poll(documents).toBe(2)
    await awake(page)
    await menu.click()
    await expectToHear(page, texts.networkError)
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByText(texts.loading)).toBeHidden()
    await page.unroute(code)
    await menu.click()
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  },
)

test(
  'the next page whose code stands still is said to be slow, and is opened anew after a minute',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const documents = documentsOf(page)
    const { origin, asked, mend } = await stillFrom(page, /^\/assets\/.*\.js$/)
    await cart(page).click()
    await expect.poll(() => asked().length).toBeGreaterThan(0)
    await page.clock.runFor('00:05')
    // What covers the page leaves it free.
    await expect(page.getByText(texts.loading)).toBeVisible()
    await page.getByText(networkTexts.slow).click({ trial: true })
    mend()
    await page.clock.runFor('00:56')
    await expect(page).toHaveURL(new RegExp(`^${origin}/login`))
    await awake(page)
    await expect(title(page)).toHaveText('Welcome back')
    await expect.poll(documents).toBe(2)
  },
)

test(
  'what stands still is given up where somebody tries again, on however many connections',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    await page.addInitScript(() => {
      // The server's silence counts after a tenth of a second.
      const limit = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => limit(milliseconds / 50)
    })
    const { origin, asked, mend } = await stillFrom(page, /^\/assets\/still-/)
    await page.evaluate(() => {
      for (let count = 0; count < 6; count += 1) new Image().src = `/assets/still-${count}.avif`
    })
    await expect.poll(() => asked().length).toBe(6)
    mend()
    await cart(page).click()
    await page.clock.runFor('00:05')
    await page.getByRole('button', { name: networkTexts.tryAgain }).click()
    await expect(page).toHaveURL(new RegExp(`^${origin}/login`))
    await awake(page)
    await expect(title(page)).toHaveText('Welcome back')
  },
)

test(
  'what is typed and sent while the page’s code is lost is sent, once, as soon as it can be had',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(paths.contactUs))
        sent.push(request.postDataJSON())
    })
    await page.route(itsCode, (route) => route.abort())
    const isLost = page.waitForEvent('requestfailed')
    await page.goto('/contact')
    await isLost
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Is the ring still there?' }
    await main(page).getByLabel('Name').fill(message.name)
    await main(page).getByLabel('Email').fill(message.email)
    await main(page).getByRole('textbox', { name: 'Message' }).fill(message.message)
    await main(page).getByRole('button', { name: 'Send message' }).click()
    await page.unroute(itsCode)
    await expect(main(page).getByText(contactTexts.thankYou)).toBeVisible()
    expect(sent).toMatchObject([message])
  },
)

test(
  'a page whose code is gone for good is loaded again once, says so to who presses, and again at their word',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, answered(404))
    const documents = documentsOf(page)
    await page.route(itsCode, (route) => route.fulfill({ status: 404 }))
    await page.goto('/contact')
    await expect.poll(documents).toBe(2)
    await main(page).getByRole('button', { name: 'Send message' }).click()
    await expect(line(page)).toBeVisible()
    await tryAgainUntilBack(page, () => page.unroute(itsCode))
    await expect(line(page)).toHaveCount(0)
    await awake(page)
    expect(documents()).toBe(2)
  },
)

test(
  'whoever asks again while an attempt of the page’s own is failing is not taken for answered by that one',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    const documents = documentsOf(page)
    const fails = Promise.withResolvers<void>()
    let isLineBad = true
    let imported = 0
    await page.route(itsCode, async (route) => {
      if (isLineBad) return route.abort()
      if (route.request().resourceType() !== 'script') return route.fallback()
      imported += 1
      if (imported > 1) return route.fallback()
      await fails.promise
      return route.abort()
    })
    const isLost = page.waitForEvent('requestfailed')
    await page.goto('/contact')
    await isLost
    await main(page).getByRole('button', { name: 'Send message' }).click()
    await expect(line(page)).toBeVisible()
    isLineBad = false
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => imported).toBe(1)
    const answer = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
    await tryAgain(page).click()
    await (await answer).finished()
    fails.resolve()
    await awake(page)
    await expect(line(page)).toHaveCount(0)
    expect(documents()).toBe(1)
  },
)

/** What shows a tracked order. */
const ofTrackedOrder = () => `/${built('src/features/orders/TrackedOrderCard.tsx')}`

/** A customer has ordered, and is where orders are tracked; resolves to the order's number. */
async function orderToTrack(page: Page): Promise<string> {
  const customer = await signedIn(page)
  await customer.livesAt()
  await customer.put('pearl-stud-earrings')
  const number = await customer.order()
  await page.goto('/track-order')
  await awake(page)
  return number
}

test(
  'what shows a tracked order is asked for beside it; where it is lost the page says so, and shows the order at their word',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    forgive(page, noNetwork, /dynamically imported module|Unable to preload CSS/)
    const number = await orderToTrack(page)
    const card = ofTrackedOrder()
    await page.route(card, (route) => route.abort())
    const mayAnswer = Promise.withResolvers<void>()
    await page.route(`**${apiRoot}${paths.trackOrder}**`, (route) =>
      mayAnswer.promise.then(() => route.continue()),
    )
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === card)
    await main(page).getByLabel('Order number').fill(number)
    await main(page).getByRole('button', { name: 'Track Order' }).click()
    await asked
    mayAnswer.resolve()
    await expect(title(page)).toHaveText(notOpened)
    await page.unroute(card)
    await main(page).getByRole('button', { name: networkTexts.tryAgain }).click()
    await expect(main(page).getByRole('heading', { level: 2, name: 'Pending' })).toBeVisible()
    await expect(main(page).getByText(`Order #${number}`)).toBeVisible()
  },
)

for (const [path, heading] of [
  ['/cart', 'Your cart'],
  ['/cart/checkout', 'Checkout'],
  ['/wishlist', 'My Wishlist (1)'],
] as const)
  test(
    `${path}, whose customer’s own code is gone, says that it could not be opened, and opens at their word`,
    { tag: path === '/cart/checkout' ? anyScreen : [anyScreen, inLongForm] },
    async ({ shopper: page }) => {
      forgive(page, answered(404), /dynamically imported module/)
      const customer = await signedIn(page)
      await customer.put('pearl-stud-earrings')
      await customer.wish('pearl-stud-earrings')
      const own = `/${built('src/shell/personal.ts')}`
      await page.route(own, (route) => route.fulfill({ status: 404 }))
      await page.goto(path)
      await expect(title(page)).toHaveText(notOpened)
      await page.unroute(own)
      await main(page).getByRole('button', { name: networkTexts.tryAgain }).click()
      await expect(title(page)).toHaveText(heading)
      await expect(main(page).getByText('Pearl Stud Earrings').first()).toBeAttached()
    },
  )

test(
  'a tracked order whose card is long in coming is said to be loading',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const number = await orderToTrack(page)
    const arrive = await heldBack(page, ofTrackedOrder())
    await main(page).getByLabel('Order number').fill(number)
    await main(page).getByRole('button', { name: 'Track Order' }).click()
    await expect(main(page).getByText(texts.loading)).toBeVisible()
    arrive()
    await expect(main(page).getByText(`Order #${number}`)).toBeVisible()
    await expect(main(page).getByText(texts.loading)).toBeHidden()
  },
)

test(
  'a heart whose code stands still is said to be slow',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const { asked } = await stillFrom(
      page,
      new RegExp(`^/${built('src/features/wishlist/changes.ts')}$`.replaceAll('.', String.raw`\.`)),
    )
    const heart = main(page)
      .getByRole('button', { name: /^Add .* to wishlist$/ })
      .first()
    await heart.click()
    await expect.poll(() => asked().length).toBe(1)
    await page.clock.runFor('00:05')
    await expect(page.getByText(networkTexts.slow)).toBeVisible()
  },
)

test(
  'whoever goes on where neither the next page nor the one that tells of failures can be had is told so, and stays in the shop',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    forgive(page, noNetwork, /dynamically imported module|Unable to preload CSS/)
    await page.route(`/${built('later')}`, (route) => route.abort())
    // Nor must the page find out meanwhile that there is a network, and load itself anew.
    await page.route(`**${apiRoot}${paths.health}`, (route) => route.abort())
    await page.goto('/products/rings')
    await awake(page)
    await page.route('**', (route) => route.abort())
    await cart(page).click()
    await expect(title(page)).toHaveText(notOpened)
    await tryAgain(page).click()
    await expect(line(page)).toContainText('Still no answer from the shop')
    await page.unrouteAll()
    await tryAgain(page).click()
    await expect(title(page)).toHaveText('Welcome back')
  },
)
