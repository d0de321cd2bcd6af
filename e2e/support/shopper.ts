import AxeBuilder from '@axe-core/playwright'
import { type Page, test as base, expect } from '@playwright/test'

type Options = {
  /** A page on which anything on the console, any uncaught error and any broken security policy fails the test. */
  shopper: Page
}

/** Failures that a test provokes itself, such as a refused sign-in, are named by it with this. */
export const expected = new WeakMap<Page, RegExp[]>()

export const test = base.extend<Options>({
  shopper: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await use(page)
    const forgiven = expected.get(page) ?? []
    expect(complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)))).toEqual([])
  },
})

/** The page is done loading, fits the window sideways, and has nothing that axe objects to (WCAG 2.2 AA). */
export async function expectGoodPage(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}

/** React has taken over: what is pressed from here on does what it says. */
export async function awake(page: Page) {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

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
export type Somebody = ReturnType<typeof somebody>

/** Registers and signs in through the API of the shop and leaves the browser signed in, as after `/login`. */
export async function signedIn(page: Page, person: Somebody = somebody()): Promise<Somebody> {
  const { firstName: first_name, lastName: last_name, email, phone: contact_no, password } = person
  const registration = {
    first_name,
    last_name,
    email,
    contact_no,
    password,
    confirm_password: password,
    agreed: true,
  }
  await page.request.post('/api/v1/auth/register/', { data: registration })
  const answer = await page.request.post('/api/v1/auth/login/', { data: { email, password } })
  const { access, refresh, user_id } = await answer.json()
  await page.addInitScript(
    ({ tokens, user }) => {
      if (sessionStorage.getItem('test-signed-in')) return
      sessionStorage.setItem('test-signed-in', 'true')
      localStorage.setItem('auth_token', tokens.access)
      localStorage.setItem('refresh_token', tokens.refresh)
      localStorage.setItem('user_data', JSON.stringify(user))
    },
    { tokens: { access, refresh }, user: { id: user_id, first_name, last_name, email } },
  )
  return person
}
