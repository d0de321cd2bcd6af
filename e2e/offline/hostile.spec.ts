import { type Page, type Route, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { answered, arrived, awake, forgive, newAccount, test } from '../support/shopper.ts'

// A worker would answer some calls that this test means to answer.
test.use({ serviceWorkers: 'block' })

/**
 * Each would run its script if the text were taken for markup, or for the content of a script, a style or an attribute.
 */
const run = 'window.hurt=1'
const markup = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<!--<script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</template><script>${run}</script>`,
  `</noscript><script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<script/x>${run}</script>`,
  `<script src=data:text/javascript,${run}></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}">`,
  `<img/src=x/onerror=${run}>`,
  `<image src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<math><mtext><script>${run}</script></mtext></math>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>`,
  `<iframe src="javascript:parent.hurt=1"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<form action="javascript:${run}"><button autofocus>x</button></form>`,
  `<base href="javascript:${run};//">`,
  `<meta http-equiv=refresh content="0;javascript:${run}">`,
  `<link rel=stylesheet href="javascript:${run}">`,
  `<style>@import "javascript:${run}";</style>`,
  `"><svg onload=${run}>`,
  `' onmouseover='${run}' x='`,
  '`${window.hurt=1}`',
  `{{constructor.constructor("${run}")()}}`,
  `\u2028${run}\u2029;${run}//`,
]
const text = markup.join(' ')
const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `java\tscript:${run}`,
  `\u0001javascript:${run}`,
  `data:text/html,<script>parent.hurt=1</script>`,
  `vbscript:${run}`,
  `//elsewhere.example/${run}`,
  `/\\elsewhere.example/${run}`,
]

const isText =
  /^(name|title|subtitle|eyebrow|text|description|short_description|alt_text|button_text|message|author|full_name|address_line_[12]|city|state|postal_code|country|phone|first_name|last_name|contact_no|quality|color|variant_name|variant_label|payment_method|suggestion|label|note|brand|category|sku|meta_title|meta_description|size_unit|weight_unit|coupon_code)$/
const isAddress = /^(link|button_link|tracking_url)$/

let turn = 0
/** The answer with the worst value in every place where somebody could have put something. */
function spoilt(value: unknown, key = ''): unknown {
  if (isAddress.test(key)) return addresses[(turn += 1) % addresses.length]
  if (key === 'tracking_number') return text
  if (Array.isArray(value)) return value.map((one) => spoilt(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilt(one, name)]))
  return typeof value === 'string' && isText.test(key) ? text : value
}

async function answerSpoilt(route: Route) {
  const answer = await route.fetch()
  if (!answer.ok()) return route.fulfill({ response: answer })
  return route.fulfill({ response: answer, json: spoilt(await answer.json()) })
}

/** Like a link of the shop: the browser renders the page from the API's answers. */
async function goInside(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page).toHaveURL(address)
  // The page being left says the same.
  await arrived(page)
}

/** What was sent, as literal text; some of it is only there for screen readers. */
const told = (page: Page) => page.getByRole('main').getByText(run).filter({ visible: true }).first()

/** Nothing has run, and nothing is ready to run when it is hovered or pressed. */
async function expectUnhurt(page: Page, where: string) {
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    const attributes = all.flatMap(({ attributes: own }) => [...own])
    return {
      hurt: Object.hasOwn(window, 'hurt'),
      handlers: attributes.filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
      addresses: attributes
        .filter(({ name }) => ['href', 'src', 'action', 'formaction', 'data', 'srcdoc'].includes(name))
        .map(({ value }) => value)
        // As a browser parses them: without leading invisible characters, line ends and tabs.
        .filter((value) =>
          /^(javascript|vbscript|data:text|\/[/\\])/i.test(value.replaceAll(/^[\p{Cc}\s]+|[\t\n\r]/gu, '')),
        ),
      strangers: all.filter((one) => one.matches('base, object, embed, meta[http-equiv=refresh]')).length,
    }
  })
  expect(found, where).toEqual({ hurt: false, handlers: [], addresses: [], strangers: 0 })
}

test('whatever the API answers, no page that the browser makes of it runs a script', async ({
  shopper: page,
}) => {
  forgive(page, answered(400), answered(404))
  page.on('dialog', (dialog) => expect(dialog.message(), 'a dialog opened').toBe(''))
  const ada = await newAccount(page)
  await ada.livesAt()
  // A piece that no other test visits: it has a review from now on.
  const piece = 'sapphire-halo-drop-earrings'
  await ada.put(piece)
  const number = await ada.order('Ring twice, please.')
  await ada.reviews(piece)
  await ada.keepsCard()
  await ada.put('pearl-stud-earrings')
  await ada.wish('oval-signet-ring')
  const kept = {
    ...ada.kept,
    [storageKeys.user]: JSON.stringify({
      ...JSON.parse(ada.kept[storageKeys.user] ?? '{}'),
      first_name: text,
    }),
  }
  await page.addInitScript((items: Record<string, string>) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, kept)
  await page.route(`**${apiRoot}{products,orders,auth}/**`, answerSpoilt)
  await page.goto('/privacy-policy')
  await awake(page)
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('banner').getByText(run).first()).toBeVisible()
  await expectUnhurt(page, 'the header')

  const places = [
    '/products',
    '/products/rings',
    `/products/${piece}`,
    `/products/search-results?query=${encodeURIComponent(markup[0] ?? '')}`,
    '/',
    '/wishlist',
    '/cart',
    '/cart/checkout',
    '/orders',
    `/orders/${number}`,
    '/account?tab=profile',
    '/account?tab=addresses',
    '/account?tab=payment-methods',
  ]
  for (const place of places) {
    await goInside(page, place)
    // It can be read, as literal text.
    await expect(told(page), place).toBeVisible()
    await expectUnhurt(page, place)
  }

  await goInside(page, `/products/${piece}`)
  const review = page.getByRole('group', { name: 'Reviews of' }).getByRole('listitem')
  await review.scrollIntoViewIfNeeded()
  // Its title, who wrote it and what.
  await expect(review.getByText(run)).toHaveCount(3)
  await expectUnhurt(page, 'a review')

  await goInside(page, '/track-order')
  await page.getByRole('textbox', { name: /Order Number/i }).fill(number)
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(told(page)).toBeVisible()
  await expectUnhurt(page, 'a tracked order')

  await page.route(`**${apiRoot}${paths.trackOrder}**`, (route) =>
    route.fulfill({ status: 404, json: { success: false, message: text, code: 'not_found' } }),
  )
  await page.getByRole('button', { name: 'Track Order' }).click()
  await expect(page.getByText('Placed On')).toBeHidden()
  await expect(told(page)).toBeVisible()
  await expectUnhurt(page, 'a refusal')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
