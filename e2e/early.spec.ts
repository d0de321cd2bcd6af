import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { paths } from '#contract/paths.ts'
import { productTexts } from '#contract/productTexts.ts'
import { built } from './support/built.ts'
import { heldBack, itsCode } from './support/heldBack.ts'
import { anyScreen, inLongForm, wideInLongForm, wideScreen } from './support/screens.ts'
import { awake, expectToHear, isPhone, registered, settled, signedIn, test } from './support/shopper.ts'

const main = (page: Page) => page.getByRole('main')

/** Opens a page whose code stays on its way until the shopper has done what they are quick enough for. */
async function quickly(page: Page, path: string, act: () => Promise<void>) {
  const arrive = await heldBack(page, itsCode)
  await page.goto(path, { waitUntil: 'commit' })
  // The page's first script comes a moment after it is seen.
  await page.waitForFunction(() => window.early !== undefined)
  await act()
  arrive()
}

const slug = 'round-brilliant-solitaire-ring'
const name = 'Round Brilliant Solitaire Ring'

test(
  'a step back before a page that was loaded again has its code leads to the page before, which stays in the history',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const listing = '/products/rings?material=Platinum'
    const title = main(page).getByRole('heading', { level: 1 })
    await page.goto(listing)
    await awake(page)
    await main(page).getByRole('article').first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(listing)
    await awake(page)
    const piece = new URL(page.url()).pathname
    const pieceTitle = await title.innerText()

    const arrive = await heldBack(page, itsCode)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => window.early !== undefined)
    await page.goBack({ waitUntil: 'commit' })
    await expect(title).toHaveText('Rings')
    arrive()
    await awake(page)
    await expect(page).toHaveURL(listing)
    await page.goForward()
    await expect(title).toHaveText(pieceTitle)
    await expect(page).toHaveURL(piece)
    await page.goBack()
    await expect(title).toHaveText('Rings')
    await expect(page).toHaveURL(listing)
  },
)

test(
  'a size and a piece that are chosen before the page has its code are in the cart when it has, once',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    const added: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') added.push(new URL(request.url()).pathname)
    })
    const add = main(page).getByRole('button', { name: 'Add to cart' }).first()
    const heart = main(page).getByRole('button', { name: `Add ${name} to wishlist` })
    const size = main(page).getByRole('radio').nth(3)
    await quickly(page, `/products/${slug}`, async () => {
      await main(page).getByRole('radio').nth(2).check({ force: true })
      await size.check({ force: true })
      await add.click()
      await expect(add).toHaveAttribute('aria-busy', 'true')
      await add.click()
      await heart.click()
    })
    await expect(main(page).getByRole('link', { name: 'In Cart', exact: true }).first()).toBeVisible()
    await expect(main(page).getByRole('button', { name: `Remove ${name} from wishlist` })).toBeVisible()
    await expect(size).toBeChecked()
    expect(new URL(page.url()).searchParams.get('variant')).toBe(await size.getAttribute('value'))
    await expect(main(page).locator('button[aria-busy]')).toHaveCount(0)
    const sent = (path: string) => added.filter((one) => one === apiRoot + path).length
    await expect.poll(() => [sent(paths.cartItems), sent(paths.wishlist)]).toEqual([1, 1])
    await settled(page)
    expect([sent(paths.cartItems), sent(paths.wishlist)]).toEqual([1, 1])
  },
)

test(
  'who adds a piece before the page has its code is at its link to the cart when it has',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    await quickly(page, '/products/pearl-stud-earrings', async () => {
      await main(page).getByRole('button', { name: 'Add to cart' }).first().click()
    })
    await expect(main(page).getByRole('link', { name: 'In Cart', exact: true }).first()).toBeFocused()
  },
)

test(
  'what is opened before the page has its code opens once, and closes as ever',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    await quickly(page, `/products/${slug}`, async () => {
      await main(page).getByRole('button', { name: 'Find your size' }).click()
    })
    const dialog = page.getByRole('dialog', { name: 'Find your size' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(main(page).getByRole('button', { name: 'Find your size' })).toBeFocused()
  },
)

test(
  'a listing is sorted and filtered as it was asked to be before it had its code',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const isSmall = isPhone(page)
    await quickly(page, '/products/rings', async () => {
      await main(page).getByRole('combobox', { name: 'Sort by' }).selectOption('price_low_high')
      if (isSmall)
        await main(page)
          .getByRole('button', { name: /Filter/ })
          .click()
      else
        await main(page)
          .getByRole('checkbox', { name: /^Bestsellers/ })
          .check()
    })
    await expect(page).toHaveURL(/sort_by=price_low_high/)
    await expect(main(page).getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_low_high')
    if (isSmall) await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    else {
      await expect(page).toHaveURL(/is_bestseller=true/)
      await expect(main(page).getByRole('checkbox', { name: /^Bestsellers/ })).toBeChecked()
    }
  },
)

test(
  'who logs in before the page has its code is logged in by it, and nothing typed goes elsewhere',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const { email, password } = await registered(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    await quickly(page, '/login', async () => {
      await main(page).getByLabel('Email', { exact: true }).fill(email)
      await main(page).getByLabel('Password', { exact: true }).fill(password)
      await main(page).getByLabel('Password', { exact: true }).press('Enter')
      await expect(main(page).getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true')
    })
    await expect(page).toHaveURL('/')
    expect(sent).toEqual(['GET /login'])
  },
)

test(
  'a part of the page whose code is still to come does what it was asked when it has it',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share')
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.resolve() })
    })
    const come = await heldBack(page, `/${built('src/features/catalogue/ShareButton.tsx')}`)
    await page.goto(`/products/${slug}`)
    const share = main(page).getByRole('button', { name: 'Share' })
    await share.click()
    await expect(share).toHaveAttribute('aria-busy', 'true')
    come()
    await expectToHear(page, productTexts.linkCopied)
    await expect(share).not.toHaveAttribute('aria-busy')
  },
)

test(
  'so does the newsletter at the foot of the page, and the page stays',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const come = await heldBack(page, `/${built('src/shell/Footer.tsx')}`)
    await page.goto('/resources/Warranty')
    const footer = page.getByRole('contentinfo')
    const field = footer.getByRole('textbox', { name: 'Email address for the newsletter' })
    await field.fill(`early-${Date.now()}@example.com`)
    await field.press('Enter')
    come()
    await expect(footer.getByText(newsletterTexts.almostThere)).toBeVisible()
  },
)

test(
  'a heart that turns out to be filled stays so: who pressed it while it was empty wanted the piece',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const account = await signedIn(page)
    const bestsellers = await page.request.get(`${apiRoot}${paths.products}?is_bestseller=true`)
    const [wished] = (await bestsellers.json()).results.data
    await account.wish(wished.slug)
    const known = page.waitForResponse(
      (answer) => new URL(answer.url()).pathname === apiRoot + paths.wishlist,
    )
    const come = await heldBack(page, `/${built('src/routes/-HomeBelow.tsx')}`)
    await page.goto('/')
    const heart = main(page)
      .getByRole('button', { name: `Add ${wished.name} to wishlist` })
      .first()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-busy', 'true')
    await (await known).finished()
    await settled(page)
    come()
    const filled = main(page)
      .getByRole('button', { name: `Remove ${wished.name} from wishlist` })
      .first()
    await expect(filled).toBeVisible()
    await expect(main(page).locator('button[aria-busy]')).toHaveCount(0)
    await settled(page)
    await expect(filled).toBeVisible()
    expect(await account.wishlist()).toEqual([wished.slug])
  },
)

test(
  'slides that stand still anyway are not set in motion by who paused them before the page had its code',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    await quickly(page, '/', async () => {
      const pause = main(page).getByRole('button', { name: 'Pause the slides' })
      await pause.click()
      await expect(pause).toHaveAttribute('aria-busy', 'true')
    })
    const play = main(page).getByRole('button', { name: 'Play the slides' })
    await expect(play).toBeVisible()
    await expect(main(page).locator('button[aria-busy]')).toHaveCount(0)
    await settled(page)
    await expect(play).toBeVisible()
  },
)

test(
  'a weight that is typed before the filters have their code is filtered by, as one that is typed later',
  {
    tag: wideScreen,
  },
  async ({ shopper: page }) => {
    const from = main(page).getByLabel('From weight in grams')
    const to = main(page).getByLabel('To weight in grams')
    await quickly(page, '/products/rings', async () => {
      await main(page).getByText('Weight', { exact: true }).click()
      await from.fill('2')
      await to.fill('9')
    })
    await expect(page).toHaveURL(/min_weight=2/)
    await to.press('End')
    await to.pressSequentially('.5')
    await to.press('Enter')
    await expect(page).toHaveURL(/max_weight=9\.5/)
    await expect(from).toHaveValue('2')
  },
)

test(
  'a card that is matched before the page has its code is as large as it was drawn',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const slider = main(page).getByRole('slider', { name: 'Size of the drawn card' })
    await quickly(page, '/resources/size-guide', () => slider.fill('5'))
    await expect(slider).toHaveAttribute('aria-valuetext', '428 pixels wide')
    await expect(slider).toHaveValue('5')
    await main(page).getByRole('button', { name: 'The card fits' }).click()
    await expect(main(page).getByRole('slider', { name: 'Ring size' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('ring_sizer'))).toBe('5')
  },
)

test(
  'who leaves after a press has given it up, should the page come back as it was; what was chosen stays chosen',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const size = main(page).getByRole('radio').nth(3)
    const find = main(page).getByRole('button', { name: 'Find your size' })
    await quickly(page, `/products/${slug}`, async () => {
      await size.check({ force: true })
      await find.click()
      await expect(find).toHaveAttribute('aria-busy', 'true')
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
      await expect(find).not.toHaveAttribute('aria-busy')
    })
    await expect(page).toHaveURL(/variant=/)
    await expect(size).toBeChecked()
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)
