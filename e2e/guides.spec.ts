import { type Locator, type Page, expect } from '@playwright/test'
import { shopDetails } from '#contract/shopDetails.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { contactTexts } from '#contract/contactTexts.ts'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { bankCard, measurableSizes, ringSizes } from '#contract/sizes.ts'
import type { PageKind } from '#contract/vitals.ts'
import { built } from './support/built.ts'
import { linkMailed } from './support/mails.ts'
import { prepared } from './support/offline.ts'
import { measuredOn } from './support/shopkeeper.ts'
import { awake, awakeToo, expectGoodPage, expectToHear, signedIn, somebody, test } from './support/shopper.ts'

/** In CSS pixels. */
const expectToBeWide = (drawing: Locator, width: number) =>
  expect
    .poll(() => drawing.evaluate((element) => element.getBoundingClientRect().width))
    .toBeCloseTo(width, 0)

test('the ring sizer draws every size true, once a bank card has shown the screen’s scale', async ({
  shopper: page,
}) => {
  await page.goto('/resources/size-guide')
  await awake(page)
  await expect(page.getByRole('row')).toHaveCount(1 + ringSizes.length)

  const perMillimetre = 5.5
  await page.getByRole('slider', { name: 'Size of the drawn card' }).fill(String(perMillimetre))
  const fits = page.getByRole('button', { name: 'The card fits' })
  const card = page.locator('div:has(> span:only-child:empty)')
  const side = bankCard.height
  await expectToBeWide(card, side * perMillimetre)
  await fits.click()
  await expect(page.getByRole('heading', { name: '2. Lay your ring on the disc' })).toBeFocused()

  const slider = page.getByRole('slider', { name: 'Ring size' })
  const disc = page.locator('[style*="--diameter"]')
  for (const index of [0, 6, ringSizes.length - 1, measurableSizes.length - 1]) {
    await slider.fill(String(index))
    const size = measurableSizes[index]
    await expect(slider).toHaveAttribute('aria-valuetext', `UK ${size?.uk}, US ${size?.us}`)
    await expectToBeWide(disc, (size?.diameter ?? 0) * perMillimetre)
  }
  await expectGoodPage(page)

  await page.reload()
  await awake(page)
  await expect(page.getByRole('heading', { name: '2. Lay your ring on the disc' })).toBeVisible()
  await page.getByRole('button', { name: 'Match the card again' }).click()
  await expect(fits).toBeVisible()
})

test('of every finger measured beside a ring it is said which of the ring’s sizes to take, and a press takes it', async ({
  shopper: page,
}) => {
  await page.goto('/products/oval-sapphire-halo-ring')
  await awake(page)
  const names = await page
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.parentElement?.textContent ?? ''))
  expect(names.join('')).toBe('HIJKLMNOPQRS')
  await page.getByRole('button', { name: 'Find your size' }).click()
  const sheet = page.getByRole('dialog', { name: 'Find your size' })
  const advice = sheet.getByRole('status').filter({ hasText: 'this piece' })
  await expect(sheet.getByRole('status').filter({ hasText: 'sizes H to S' })).toBeVisible()
  await sheet.getByRole('button', { name: 'The card fits' }).click()

  const slider = sheet.getByRole('slider', { name: 'Ring size' })
  const button = sheet.getByRole('button', { name: /^Choose / })
  for (const [index, { uk }] of measurableSizes.entries()) {
    await slider.fill(String(index))
    const letter = uk.charAt(0)
    const wanted = uk === letter ? letter : String.fromCharCode((uk.codePointAt(0) ?? 0) + 1)
    const taken = uk === 'G' ? 'H' : names.includes(wanted) ? wanted : null
    if (taken === null) {
      await expect(sheet).toContainText('This piece comes in sizes H to S. For yours, ask us:')
      await expect(button).toBeHidden()
      continue
    }
    await expect(advice).toContainText(`take ${taken}`)
    await expect(button).toHaveText(`Choose ${taken}`)
    expect(await advice.textContent()).toMatch(
      taken === uk ? new RegExp(`take ${taken}\\.`) : /, the next size up\./,
    )
  }
  await expectGoodPage(page)

  await slider.fill(String(measurableSizes.findIndex(({ uk }) => uk === 'M½')))
  await button.click()
  await expect(sheet).toBeHidden()
  const radio = page.getByRole('radio', { name: 'N', exact: true })
  await expect(radio).toBeChecked()
  await expect(radio).toBeFocused()
  await expect(page).toHaveURL(/variant=\d+/)
})

test('what may be kept and measured is the visitor’s choice, and Reject All keeps the essential only', async ({
  shopper: page,
}) => {
  const chosen = (): Promise<unknown> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), storageKeys.cookiePreferences)
  const box = (name: string) => page.getByRole('checkbox', { name })
  await page.goto('/cookies-settings')
  await awake(page)
  await expect(box('Essential')).toBeDisabled()
  await expect(box('Essential')).toBeChecked()
  await expect(box('Performance')).not.toBeChecked()
  expect(await chosen()).toBeNull()

  await box('Performance').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your choice is saved in this browser.')).toBeVisible()
  await expect.poll(chosen).toEqual({ essential: true, performance: true, marketing: false })

  await page.reload()
  await awake(page)
  await expect(box('Performance')).toBeChecked()
  await page.getByRole('button', { name: 'Reject All' }).click()
  await expect(box('Performance')).not.toBeChecked()
  await expect.poll(chosen).toEqual({ essential: true, performance: false, marketing: false })
  expect(await page.context().cookies()).toEqual([])
})

test('whoever wants to be forgotten by this browser is, preferences and all', async ({ shopper: page }) => {
  await signedIn(page)
  await page.goto('/cookies-settings')
  await awake(page)
  await page.evaluate((key) => localStorage.setItem(key, 'ada@example.com'), storageKeys.rememberMe)
  await page.getByRole('button', { name: 'Accept All' }).click()
  const way = page.getByRole('button', { name: 'Forget me on this browser' })
  await way.click()
  await page.getByRole('button', { name: 'Keep everything' }).click()
  await expect(way).toBeFocused()
  expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(3)

  await way.click()
  await page.getByRole('button', { name: 'Forget me', exact: true }).click()
  await expectToHear(page, 'This browser has forgotten you.')
  await expect(page.getByRole('checkbox', { name: 'Performance' })).not.toBeChecked()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await page.goto('/cart')
  await expect(page).toHaveURL(/\/login/)
})

/** From now on a page without an idle moment, in which measurements could be noted. */
const keepBusy = (page: Page) =>
  page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const began = performance.now()
      while (performance.now() - began < 20);
      port2.postMessage(null)
    }
    port2.postMessage(null)
  })

test('how fast a page is goes to the shop when it is left, for as long as the visitor allows it', async ({
  shopper: page,
  baseURL,
}) => {
  const viewsOf = async (kind: PageKind) => (await measuredOn(baseURL, kind)).get('TTFB') ?? 0
  const choose = async (button: string) => {
    await page.goto('/cookies-settings')
    await awake(page)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(/(allowed|used) now\.$/)).toBeVisible()
  }
  const measuring = built('src/shell/vitals.ts')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const lookUnmeasured = async () => {
    asked.length = 0
    await page.goto('/')
    // It requests the code that measures, if it does, together with what this waits for.
    await prepared(page)
    expect(asked).not.toContain(`/${measuring}`)
  }
  // A visitor who leaves before the page and its measuring code have loaded is not measured.
  const stayAndLeave = async (address: string) => {
    const code = page.waitForResponse(`/${measuring}`)
    await page.goto(address)
    await awake(page)
    const href = (await code).url()
    const told = (...types: string[]) =>
      page.evaluate(
        async ([module, ...all]) => {
          // Once this import resolves, the module has run and registered its observers; one registered later is
          // notified later.
          await import(module ?? '')
          for (const type of all)
            await new Promise<void>((resolve) => {
              new PerformanceObserver(() => resolve()).observe({ type, buffered: true })
            })
          await new Promise((resolve) => setTimeout(resolve))
        },
        [href, ...types],
      )
    await told('paint', 'largest-contentful-paint')
    await keepBusy(page)
    await page.getByRole('heading', { level: 1 }).tap()
    await told('first-input')
    await page.goto('/terms-and-conditions')
  }

  const before = await viewsOf('search')
  await lookUnmeasured()
  await choose('Accept All')
  await stayAndLeave('/products/search-results?query=ring')
  await expect.poll(() => viewsOf('search')).toBe(before + 1)
  expect([...(await measuredOn(baseURL, 'search')).keys()].toSorted()).toEqual([
    'CLS',
    'FCP',
    'INP',
    'LCP',
    'TTFB',
  ])

  await choose('Reject All')
  await lookUnmeasured()
  await choose('Accept All')
  await stayAndLeave('/products/search-results?query=pearl')
  await expect.poll(() => viewsOf('search')).toBe(before + 2)
  expect(await viewsOf('home')).toBe(0)
})

test('a message reaches the shop, and the map is asked for only by who wants it', async ({
  shopper: page,
}) => {
  const elsewhere: string[] = []
  await page.route(/openstreetmap\.org/, (route) => {
    elsewhere.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>Map</title>' })
  })
  await page.goto('/contact')
  await awake(page)
  await page.getByLabel('Name', { exact: true }).fill('Ada Quince')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Send message' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(contactTexts.messageRequired)
  await message.fill('Do you make this ring in size M?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(contactTexts.thankYou)).toBeVisible()
  await expect(message).toHaveValue('')

  expect(elsewhere).toEqual([])
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.getByTitle(new RegExp(`^Map of ${shopDetails.address[0]}`))).toBeFocused()
  await expect.poll(() => elsewhere.length).toBe(1)
  await expect(page.getByRole('link', { name: 'Open in OpenStreetMap' })).toBeVisible()
})

test('the letter comes to who asks for it twice: in the footer and from the mail', async ({
  shopper: page,
  baseURL,
}) => {
  const { email } = somebody()
  await page.goto('/about_us/careers')
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await awake(page)
  const field = footer.getByRole('textbox', { name: 'Email address for the newsletter' })
  await awakeToo(field)
  await field.fill('ada@')
  await field.press('Enter')
  await expect(footer.getByText(newsletterTexts.emailInvalid)).toBeVisible()
  await field.fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByText(newsletterTexts.almostThere)).toBeVisible()

  await page.goto(await linkMailed(baseURL, email, '/newsletter?token='))
  await awake(page)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByText(newsletterTexts.confirmed)).toBeVisible()
})
