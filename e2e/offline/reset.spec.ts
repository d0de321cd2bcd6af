import { type Page, expect } from '@playwright/test'
import { authTexts } from '#contract/authTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { paths } from '#contract/paths.ts'
import { willShow } from '../support/heard.ts'
import { linkMailed } from '../support/mails.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToHear,
  forgive,
  registered,
  signedIn,
  test,
} from '../support/shopper.ts'

// Whether a worker keeps the page with the token is another matter: in `pages.test.ts` it is `no-store`.
test.use({ serviceWorkers: 'block' })

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a forgotten password is replaced by a mailed link, which leaves the address bar and works once', async ({
  shopper: page,
  baseURL,
}) => {
  forgive(page, answered(400))
  const ada = await registered(page)
  await page.goto('/forgot-password')
  await expect(page).toHaveURL('/forget-password')
  await awake(page)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await field(page, 'Email').fill(ada.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(title(page)).toHaveText(passwordTexts.checkYourEmail)
  await expect(page.getByRole('link', { name: passwordTexts.returnToLogin })).toHaveAttribute(
    'href',
    '/login',
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field(page, 'Email')).toHaveValue(ada.email)

  await page.goto('/reset-password')
  await expect(title(page)).toHaveText(passwordTexts.noLink)
  await page.goto('/reset-password?token=nobodys')
  await expect(title(page)).toHaveText(passwordTexts.invalidToken)

  const link = await linkMailed(baseURL, ada.email, '/reset-password?token=')
  const sentOn: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') sentOn.push(`${request.url()} ${request.headers()['referer'] ?? ''}`)
  })
  await page.goto(link)
  await awake(page)
  await expect(page).toHaveURL('/reset-password')
  const password = field(page, 'New password')
  for (const [typed, strength] of [
    ['plum', 'Weak'],
    ['plumstone8', 'Good'],
    ['Plum-stone-8', 'Strong'],
  ] as const) {
    await password.fill(typed)
    await expect(page.getByRole('main').getByText(strength, { exact: true })).toBeVisible()
  }
  await field(page, 'Confirm password').fill('Plum-stone-9')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await field(page, 'Confirm password').fill('Plum-stone-8')
  const resetting = page.getByRole('button', { name: 'Reset Password' })
  await Promise.all([willShow(page, passwordTexts.reset), resetting.click()])
  // Except for the page itself nothing was requested with the token in its address or referrer.
  const [, token = ''] = link.split('token=')
  expect(sentOn.filter((one) => one.includes(token))).toHaveLength(1)
  await expect(page).toHaveURL('/login')

  await awake(page)
  await field(page, 'Email').fill(ada.email)
  await field(page, 'Password').fill('Plum-stone-8')
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
  await Promise.all([willShow(page, authTexts.loggedIn), login.click()])
  await page.goto(link)
  await expect(title(page)).toHaveText(passwordTexts.invalidToken)
})

test('whoever sets a password where somebody else is logged in is told so, and logs in once those are logged out', async ({
  shopper: page,
  baseURL,
}) => {
  const ben = await signedIn(page)
  const ada = await registered(page)
  await page.request.post(apiRoot + paths.forgotPassword, { data: { email: ada.email } })
  await page.goto(await linkMailed(baseURL, ada.email, '/reset-password?token='))
  await awake(page)
  await field(page, 'New password').fill('Plum-stone-8')
  await field(page, 'Confirm password').fill('Plum-stone-8')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText(passwordTexts.reset)).toBeVisible()
  await expect(page.getByText(`This browser is logged in as ${ben.email}`)).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expectGoodPage(page)

  await page.getByRole('main').getByRole('button', { name: 'Sign Out and Log In' }).click()
  await expectToHear(page, authTexts.loggedOut)
  await expect(page).toHaveURL('/login')
  await field(page, 'Email').fill(ada.email)
  await field(page, 'Password').fill('Plum-stone-8')
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
  await Promise.all([willShow(page, authTexts.loggedIn), login.click()])
  const kept = () => page.evaluate<unknown>(() => JSON.parse(localStorage.getItem('user_data') ?? 'null'))
  await expect.poll(kept).toMatchObject({ email: ada.email })
})
