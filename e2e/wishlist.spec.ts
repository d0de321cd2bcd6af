import { type Page, expect } from '@playwright/test'
import { savedTexts } from '#contract/savedTexts.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { fingersOn, placeOf } from './support/fingers.ts'
import { heldBack } from './support/heldBack.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToHear,
  forgive,
  holdMessages,
  messages,
  registered,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'
import { atRest, drawn, shifted, watchShifts } from './support/shifts.ts'
import { recordsOf } from './support/stored.ts'
import { anyScreen, inLongForm } from './support/screens.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const calls = '**/products/wishlist/'

test('a guest’s wish comes true after the login, back on its page', async ({ shopper: page }) => {
  const { email, password } = await registered(page)
  await watchShifts(page)
  await page.goto('/products/pearl-stud-earrings')
  await awake(page)
  const heart = main(page).getByRole('button', { name: /Pearl Stud Earrings (to|from) wishlist/ })
  await heart.click()
  await expectToHear(page, texts.guest.wishlistAdd)
  await holdMessages(page)
  await expectGoodPage(page)
  await messages(page).getByRole('button', { name: 'Log in' }).click()
  await main(page).getByLabel('Email', { exact: true }).fill(email)
  await main(page).getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/products/pearl-stud-earrings')
  await expect(heart).toBeVisible()
  await drawn(page)
  // Half a second after the press a browser takes whatever moves for an accident: the footer, which was in view.
  expect(await shifted(page)).toBeLessThan(0.05)
  await expectToHear(page, wishlistTexts.addedAfterLogin)
  await expect(heart).toHaveAccessibleName('Remove Pearl Stud Earrings from wishlist')
  // The name says what it does; a state as well would say the opposite.
  await expect(heart).not.toHaveAttribute('aria-pressed')
  await page.reload()
  await awake(page)
  await expect(heart).toHaveAccessibleName('Remove Pearl Stud Earrings from wishlist')
})

test('a wish goes at once, and comes back when its removal is refused', async ({ shopper: page }) => {
  forgive(page, answered(422))
  const ada = await signedIn(page)
  await ada.wish('oval-signet-ring')
  await ada.wish('pearl-stud-earrings')
  await page.goto('/wishlist')
  await expect(title(page)).toHaveText('My Wishlist (2)')
  await expectGoodPage(page)

  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await held
    return route.fulfill({ status: 422, json: { message: 'It is being engraved', code: 'invalid_input' } })
  })
  await main(page).getByRole('button', { name: 'Remove Oval Signet Ring from wishlist' }).click()
  // The server has not answered yet.
  await expect(title(page)).toHaveText('My Wishlist (1)')
  await expect(title(page)).toBeFocused()
  answer()
  await expectToHear(page, 'It is being engraved')
  await expect(title(page)).toHaveText('My Wishlist (2)')

  await page.unroute(calls)
  await main(page).getByRole('button', { name: 'Remove Oval Signet Ring from wishlist' }).click()
  await expect(title(page)).toHaveText('My Wishlist (1)')
  await main(page).getByRole('button', { name: 'Remove Pearl Stud Earrings from wishlist' }).click()
  await expect(title(page)).toHaveText('My Wishlist (0)')
  await expect(page.getByRole('heading', { name: wishlistTexts.empty })).toBeVisible()
  await expectToHear(page, wishlistTexts.removed)
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/')
})

test(
  'two taps remove one piece, and not the next one, too, which has taken its place',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const ada = await signedIn(page)
    for (const slug of ['pearl-stud-earrings', 'twisted-hoop-earrings', 'classic-gold-hoop-earrings']) {
      await ada.wish(slug)
      await ada.put(slug)
    }
    const fingers = await fingersOn(page)
    for (const path of ['/wishlist', '/cart']) {
      await page.goto(path)
      const removals = main(page).getByRole('button', { name: /^Remove / })
      await expect(removals).toHaveCount(3)
      const pressed = page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            let presses = 0
            window.addEventListener('click', () => (presses += 1) === 2 && resolve(), true)
          }),
      )
      await fingers.tapTwice((await placeOf(removals.first())).middle)
      await pressed
      await expect(removals).toHaveCount(2)
      await settled(page)
      await expect(removals).toHaveCount(2)
    }
    await expect.poll(() => ada.wishlist()).toHaveLength(2)
    await expect.poll(() => ada.cart()).toHaveLength(2)
  },
)

test('a wishlist that cannot be had says so, and can be tried again', async ({ shopper: page }) => {
  forgive(page, answered(503), /net::ERR_/)
  const ada = await signedIn(page)
  await ada.wish('oval-signet-ring')
  await page.route(calls, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/wishlist')
  const failure = main(page).getByRole('alert')
  await expect(failure).toContainText(`Error: ${wishlistTexts.loadFailed}`)
  await expectGoodPage(page)
  await page.unroute(calls)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(title(page)).toHaveText('My Wishlist (1)')
  await expect(title(page)).toBeFocused()
})

test(
  'on a slow line the wishes stay where they are while the page says how old they are',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const ada = await signedIn(page)
    await ada.wish('oval-signet-ring')
    await page.goto('/wishlist')
    await expect(title(page)).toHaveText('My Wishlist (1)')
    await expect.poll(async () => JSON.stringify(await recordsOf(page))).toContain('Oval Signet Ring')

    const arrive = await heldBack(page, calls)
    await watchShifts(page)
    await page.reload()
    await expect(title(page)).toHaveText('My Wishlist (1)')
    await atRest(page)
    await drawn(page)
    const soFar = await shifted(page)
    const age = main(page).getByText(savedTexts.copyFrom(''))
    await expect(age).toBeVisible()
    await drawn(page)
    expect((await shifted(page)) - soFar).toBeLessThan(0.001)
    const [said, wish] = [await placeOf(age), await placeOf(main(page).getByRole('listitem').first())]
    expect(said.y + said.height).toBeLessThanOrEqual(wish.y)
    arrive()
    await expect(age).toBeHidden()
    await drawn(page)
    expect((await shifted(page)) - soFar).toBeLessThan(0.001)
  },
)

test('a message hides nothing that the keyboard comes to', { tag: anyScreen }, async ({ shopper: page }) => {
  await page.goto('/products/rings')
  await awake(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/ })
    .first()
    .click()
  await expectToHear(page, texts.guest.wishlistAdd)
  await holdMessages(page)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--said')))
    .not.toBe('')
  const hidden = await page.evaluate(() => {
    const message = document.querySelector('[aria-label="Messages"] > li')?.getBoundingClientRect()
    if (message === undefined) throw new Error('Nothing was said')
    return Array.from(document.querySelectorAll<HTMLElement>('main a, main button'))
      .filter((control) => {
        control.focus()
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        return x > message.left && x < message.right && y > message.top && y < message.bottom
      })
      .map((control) => control.ariaLabel ?? control.textContent)
  })
  expect(hidden).toEqual([])
})
