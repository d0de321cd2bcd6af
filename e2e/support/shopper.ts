import { type APIRequestContext, type Locator, type Page, test as base, expect } from '@playwright/test'
import type { NewAddress } from '#contract/address.ts'
import type { Cart } from '#contract/cart.ts'
import { mostSavedCards } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import type { Order } from '#contract/order.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import type { WishlistEntry } from '#contract/wishlist.ts'
import { complaints } from './axe.ts'
import { hearing } from './heard.ts'
import { reportViolations } from './policy.ts'

type Options = {
  /**
   * A page on which any console output, uncaught error or violated security policy fails the test, as it does on pages
   * that its browser opens beside it.
   */
  shopper: Page
}

const forgiven = new WeakMap<Page, RegExp[]>()

/** Allows a complaint that the test provokes itself, such as the browser's line about a refusal. */
export function forgive(page: Page, ...patterns: RegExp[]) {
  forgiven.set(page, [...(forgiven.get(page) ?? []), ...patterns])
}

const ears = new WeakMap<Page, Awaited<ReturnType<typeof hearing>>>()

/** Waits until the shop has shown this message on the `shopper` page. */
export async function expectToHear(page: Page, text: string) {
  const ear = ears.get(page)
  if (ear === undefined) throw new Error('Nobody listens to this page')
  await ear.expect(text)
}

export const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

/** Keeps the messages on screen, as while a mouse is over them. */
export const holdMessages = (page: Page) => messages(page).dispatchEvent('mouseover')

/** What the browser writes about an answer with this status. */
export const answered = (status: number) => new RegExp(`responded with a status of ${status}`)

export const test = base.extend<Options>({
  shopper: async ({ page, context }, use) => {
    const complaints: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    context.on('weberror', (error) => complaints.push(error.error().message))
    await reportViolations(context)
    await context.addInitScript(() => {
      // A busy server must not be taken for a lost connection, after which the shop would reload its page.
      const limit = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => limit(10 * milliseconds)
    })
    ears.set(page, await hearing(page))
    forgive(page, /^Service Worker registration blocked by Playwright$/)
    await use(page)
    // A request that a test holds up may still be on its way when its page closes.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    const known = forgiven.get(page) ?? []
    expect(complaints.filter((text) => !known.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/** The shop's name at the top of each page, which leads home. */
export const logo = (page: Page) => page.getByRole('banner').getByRole('link', { name: shop.name })

/** Whether this is the small screen, on which menus and filters are sheets. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/**
 * Waits until no navigation is in progress. An address, and even a heading, changes before its page does: a check of
 * the whole page at that moment sees the one being left.
 */
export async function arrived(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.waitForFunction(() => {
    // The router's own handle for its devtools; a page that has not hydrated has none, and navigates nowhere.
    const router: unknown = Object.getOwnPropertyDescriptor(window, '__TSR_ROUTER__')?.value
    if (router === undefined) return true
    const { state } = router as { state: { status: string } }
    return state.status === 'idle'
  })
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** The page has one heading of level 1 and fits the window's width. */
export async function expectToFit(page: Page) {
  await arrived(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // What depends on the window's width may follow it a moment later.
  await expect.poll(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
}

/** The page fits, and axe finds nothing wrong with it (WCAG 2.2 AA). */
export async function expectGoodPage(page: Page) {
  await expectToFit(page)
  // A control half behind something that is fixed to the window's edge would count as too small.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  expect(await complaints(page, { type: 'tag', values })).toEqual([])
}

/** The text is in the shop's own fonts, which a page has once both of them are loaded. */
export const ownFonts = (page: Page) =>
  page.waitForFunction(
    () => [...document.fonts].filter(({ family }) => !family.includes('Fallback')).length === 2,
  )

/** Except for its colours the page at night is that of the day. */
async function expectGoodAtNight(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  // Colours do not change in what is laid out only when somebody comes near.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
  })
  const values = ['color-contrast', 'link-in-text-block']
  expect(await complaints(page, { type: 'rule', values }), 'at night').toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** What a scrollbar that takes space leaves of 320 pixels, as on a desktop magnified to four times its size. */
export const narrowest = 303

/** Axe finds nothing wrong by day or night, and nothing extends beyond the window, however wide. */
export async function expectToLookGood(page: Page) {
  const own = page.viewportSize()
  await expectGoodPage(page)
  await expectGoodAtNight(page)
  for (const width of isPhone(page) ? [320, narrowest] : [768, 1920]) {
    await page.setViewportSize({ width, height: own?.height ?? 900 })
    await expectToFit(page)
  }
  if (own) await page.setViewportSize(own)
}

/** How many documents have come so far: one that is only asked for leaves the one before it to be pressed. */
export function documentsOf(page: Page): () => number {
  let documents = 0
  page.on('domcontentloaded', () => {
    documents += 1
  })
  return () => documents
}

/** React has taken over: whatever is pressed from here on works. Parts that wait for an interaction get one. */
export async function awake(page: Page) {
  await page.mouse.move(1, 1)
  await page.waitForFunction(() => {
    document.dispatchEvent(new PointerEvent('pointermove'))
    // Page numbers hydrate when they are near, or reached by keyboard.
    document.querySelector('nav[aria-label=Pages]')?.dispatchEvent(new FocusEvent('focusin'))
    const isReact = (element: Element, name: string) =>
      Object.keys(element).some((key) => key.startsWith(`__react${name}`))
    const controls = [...document.querySelectorAll(':is(header, main) :is(a, button, input, select)')]
    const asleep = controls.filter((control) => !isReact(control, 'Props'))
    // Some wait until they are near, or reached by keyboard.
    for (const control of asleep) control.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    const isStarted = [...document.querySelectorAll('#root')].some((root) => isReact(root, 'Container'))
    return isStarted && asleep.length === 0
  })
  await settled(page)
}

/**
 * React has finished what it had begun. It works in short tasks, each of which schedules the next by a message to
 * itself: messages sent in between take turns with them, whatever the clock says.
 */
export const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        let turns = 0
        port1.addEventListener('message', () => {
          turns += 1
          if (turns < 50) return port2.postMessage(null)
          port1.close()
          resolve(true)
        })
        port1.start()
        port2.postMessage(null)
      }),
  )

/** The shop follows the network: the code for that is loaded a moment after the page. */
export const watching = (page: Page) => expect(page.locator('#root ~ div > [role=status]')).toBeAttached()

/** The same for one control that hydrates by itself, such as one in the footer once it is near. */
export const awakeToo = (control: Locator) =>
  expect
    .poll(() =>
      control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true)

let people = 0
export const somebody = () => {
  people += 1
  return {
    firstName: 'Ada',
    lastName: 'Quince',
    email: `ada-${process.pid}-${Date.now()}-${people}@example.com`,
    phone: '02079460123',
    password: 'plum-stone-7',
  }
}
type Somebody = ReturnType<typeof somebody>

export const home: NewAddress = {
  full_name: 'Ada Quince',
  phone: '02079460123',
  address_line_1: '14 Orchard Row',
  address_line_2: '',
  city: 'London',
  state: 'Greater London',
  postal_code: 'EC1R 4QL',
  country: 'United Kingdom',
  is_default: true,
}

/** Who may call the shop's API: a page, or a test. */
type Caller = { request: APIRequestContext }

/** Registers an account through the shop's API. */
export async function registered({ request }: Caller, person: Somebody = somebody()): Promise<Somebody> {
  const { firstName, lastName, email, phone, password } = person
  const answer = await request.post(apiRoot + paths.register, {
    data: {
      first_name: firstName,
      last_name: lastName,
      email,
      contact_no: phone,
      password,
      confirm_password: password,
      agreed: true,
    },
  })
  expect(answer.ok()).toBe(true)
  return person
}

/** Leaves the browser signed in to a new account, as after `/login`; returns what else the API does for its owner. */
export async function signedIn(page: Page) {
  const account = await newAccount(page)
  await page.addInitScript((items: Record<string, string>) => {
    // Once: from here on the browser keeps its own session.
    if (sessionStorage.getItem('test-signed-in')) return
    sessionStorage.setItem('test-signed-in', 'true')
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, account.kept)
  return account
}

/** A new account and a session of it; returns what the API does for its owner. */
export async function newAccount({ request }: Caller, own: Partial<Somebody> = {}) {
  const person = await registered({ request }, { ...somebody(), ...own })
  const { email, password, firstName: first_name, lastName: last_name } = person
  const login = await request.post(apiRoot + paths.login, { data: { email, password } })
  const { access, refresh, user_id: id } = await login.json()

  const call = async (method: string, path: string, data?: unknown) => {
    const answer = await request.fetch(apiRoot + path, {
      method,
      headers: { authorization: `Bearer ${access}` },
      ...(data !== undefined && { data }),
    })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.json()
  }
  return {
    ...person,
    /** What localStorage holds while the session lasts. */
    kept: {
      [storageKeys.access]: access,
      [storageKeys.refresh]: refresh,
      [storageKeys.user]: JSON.stringify({ id, first_name, last_name, email }),
    },
    /** The server's cart, the line added first on top: `pearl-stud-earrings 2`. */
    async cart(): Promise<string[]> {
      const { data }: { data: Cart } = await call('GET', paths.cart)
      return data.items.map(({ product, quantity }) => `${product.slug} ${quantity}`)
    },
    /** The server's wishlist, the newest wish first. */
    async wishlist(): Promise<string[]> {
      const { data }: { data: WishlistEntry[] } = await call('GET', paths.wishlist)
      return data.map(({ product }) => product.slug)
    },
    /** Removes a piece from the cart, as on another device. */
    async takeOut(slug: string) {
      const { data }: { data: Cart } = await call('GET', paths.cart)
      for (const { id: item, product } of data.items)
        if (product.slug === slug) await call('DELETE', paths.cartItem(item))
    },
    /** Adds a piece to the cart. */
    async put(slug: string, variantName?: string, quantity = 1) {
      const { data: product } = await call('GET', paths.product(slug))
      const variant = product.variants.find((one: { name: string }) => one.name === variantName)
      await call('POST', paths.cartItems, {
        product_id: product.id,
        variant_id: variant?.id ?? null,
        quantity,
      })
    },
    /** Adds a piece to the wishlist. */
    async wish(slug: string) {
      const { data: product } = await call('GET', paths.product(slug))
      await call('POST', paths.wishlist, { product_id: product.id })
    },
    livesAt: async (address: NewAddress = home) => void (await call('POST', paths.addresses, address)),
    async orders(): Promise<Order[]> {
      return (await call('GET', paths.orderHistory)).data.orders
    },
    /** Orders what is in the cart. */
    async order(note = ''): Promise<string> {
      const { data: addresses } = await call('GET', paths.addresses)
      const placed = await call('POST', paths.checkout, {
        shipping_address_id: addresses[0].id,
        payment_method: 'card',
        payment_data: card(),
        note,
      })
      return placed.order_number
    },
    /** Writes a review of a piece that was ordered. */
    reviews: async (slug: string) =>
      void (await call('POST', paths.reviews(slug), { rating: 5, title: 'Lovely', text: 'They shine.' })),
    /** Saves a Mastercard. */
    keepsCard: async () => void (await call('POST', paths.paymentMethods, card('5555555555554444'))),
    /** Saves as many other cards as one account can keep. */
    async fillWallet() {
      for (let month = 1; month <= mostSavedCards; month += 1)
        await call('POST', paths.paymentMethods, { ...card('5555555555554444'), expiry: `${month}/40` })
    },
    /** Leaves no address in the book. */
    async movesOut() {
      const { data: addresses } = await call('GET', paths.addresses)
      for (const { id: left } of addresses) await call('DELETE', paths.address(left))
    },
  }
}

/** A test card of the embedded gateway; the default one is accepted. */
const card = (card_number = '4242424242424242', cvv = '123') => ({
  name: 'Ada Quince',
  card_number,
  expiry: `12/${(new Date().getUTCFullYear() + 3) % 100}`,
  cvv,
})

/** From the first step of the checkout to the second, which has a button of the same name. */
export async function goToShipping(page: Page) {
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping', exact: true })).toBeVisible()
}

/** From the first step of the checkout to the third, where the address is known. */
export async function goToPayment(page: Page, delivery = /^Standard/) {
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: delivery }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
}

/** Types a card in step 3 of the checkout, and continues to the review. */
export async function payWith(page: Page, number?: string) {
  await typeCard(page, number)
  await usePayment(page)
}

/** The test card's number, or more than half of it: four of its digits alone may occur in any id. */
export const cardNumber = /42424242|4242 4242/

/** Fills in the payment step, and no more. */
export async function typeCard(page: Page, number?: string, code?: string) {
  const { name, card_number, expiry, cvv } = card(number, code)
  await page.getByLabel('Card number').fill(card_number)
  await page.getByLabel('Name on card').fill(name)
  await page.getByLabel('Expiry').fill(expiry)
  await page.getByLabel('Security code').fill(cvv)
}

/** Continues to the review with what is filled in. */
export async function usePayment(page: Page) {
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
}

/**
 * What the browser writes about calls that were not answered, and axe about style sheets that it cannot fetch again. It
 * writes about refusals, too: `answered`.
 */
export const noNetwork = /net::ERR_|Couldn't load preload assets/
