import '#tests/support/page.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { categories, gemstones, materials, product_images, products } from '#server/db/schema/catalogue.ts'
import {
  banners,
  hero_grid_images,
  hero_slides,
  offer_lines,
  promise_items,
} from '#server/db/schema/content.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { bootScript, ownScripts } from '#tests/support/bootScript.ts'

const scripts = [
  '</script><script>window.hurt=1</script>',
  '<!--<script>window.hurt=1</script>',
  '<img src=x onerror="window.hurt=1">',
  '"><svg onload=window.hurt=1>',
  "' onmouseover='window.hurt=1",
  '</title><script>window.hurt=1</script>',
  '</style><script>window.hurt=1</script>',
  '</template></textarea><iframe srcdoc="<script>window.hurt=1</script>">',
  '\u2028\u2029{{constructor.constructor("window.hurt=1")()}}${window.hurt=1}',
].join(' ')
const address = 'javascript:window.hurt=1'

/** The marks by which each filled place is recognised, since one of them alone would be on most pages. */
const marks: string[] = []
function filling(place: string, hurt = scripts): string {
  marks.push(`[${place}]`)
  return `${hurt}//[${place}]`
}

let shop: Shop
let slug = ''
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop
  // Every text that the jeweller's desk or another program could have put there.
  const [piece] = await db.select().from(products).limit(1)
  slug = piece?.slug ?? ''
  await db.update(products).set({
    name: filling('name of a piece'),
    description: filling('description of a piece'),
    short_description: filling('short description of a piece'),
    meta_title: filling('title of a page'),
    meta_description: filling('description of a page'),
    is_featured: true,
  })
  await db.update(product_images).set({ alt_text: filling('picture of a piece') })
  await db.update(materials).set({ description: filling('description of a material') })
  await db
    .update(gemstones)
    .set({ name: filling('gemstone') })
    .where(eq(gemstones.id, 1))
  await db
    .update(categories)
    .set({ name: filling('category') })
    .where(eq(categories.slug, 'rings'))
  await db.update(hero_slides).set({
    alt_text: filling('picture of a slide'),
    title: filling('title of a slide'),
    button_text: filling('button of a slide'),
    eyebrow: filling('eyebrow of a slide'),
    subtitle: filling('subtitle of a slide'),
    link: filling('link of a slide', address),
  })
  await db.update(banners).set({
    alt_text: filling('picture of a banner'),
    title: filling('title of a banner'),
    button_text: filling('button of a banner'),
    button_link: filling('link of a banner', address),
  })
  await db.update(hero_grid_images).set({
    alt_text: filling('picture of the grid'),
    link: filling('link of the grid', address),
  })
  await db.update(promise_items).set({
    title: filling('title of a promise'),
    subtitle: filling('subtitle of a promise'),
  })
  await db.update(offer_lines).set({ text: filling('offer') })
  await registerPages(shop.app, shop.config)
})
afterAll(() => shop.close())

const query = encodeURIComponent(scripts)
const pages = () => [
  '/',
  '/products',
  '/products/rings',
  `/products/${slug}`,
  `/products/search-results?query=${query}`,
  `/products?material=${query}&category=${query}`,
  `/login?from=${query}`,
  `/login?from=${encodeURIComponent(address)}`,
  `/track-order?order_number=${query}`,
  `/reset-password?token=${query}`,
  `/verify-email?token=${query}`,
  `/no/such/${query}`,
]

/** As a browser does: if an address is normalised first, it follows the redirect within the shop. */
async function open(url: string): Promise<Awaited<ReturnType<Shop['app']['inject']>>> {
  const answer = await shop.app.inject({ method: 'GET', url })
  if (answer.statusCode < 300 || answer.statusCode >= 400) return answer
  const location = String(answer.headers.location)
  expect(location).toMatch(/^\/(?![/\\])/)
  return open(location)
}

describe('whatever the content or the address says, a page runs no script of it', () => {
  test('and every place that was filled with one is among those looked at', async () => {
    const seen = (await Promise.all(pages().map(open))).map(({ body }) => body).join('')
    expect(marks.filter((mark) => !seen.includes(mark))).toEqual([])
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])('page %i of the list', async (index) => {
    const url = pages()[index] ?? ''
    const answer = await open(url)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['content-security-policy']).toContain(`script-src ${ownScripts};`)
    const document = new DOMParser().parseFromString(answer.body, 'text/html')
    const inline = [...document.scripts].filter(({ src }) => src === '')
    // Our own, or data for our own, which no browser runs, and intact in spite of its content.
    for (const script of inline) {
      if (script.text === bootScript) continue
      expect(script.type).toMatch(/^application\/(ld\+)?json$/)
      expect(() => JSON.parse(script.text)).not.toThrow()
    }
    for (const script of document.querySelectorAll('script[src]')) {
      expect(script.getAttribute('src')).toMatch(/^\/assets\//)
    }
    expect(document.querySelectorAll('iframe, object, embed, base, form[action^="javascript"]')).toHaveLength(
      0,
    )
    const attributes = [...document.querySelectorAll('*')].flatMap(({ attributes: own }) => [...own])
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([])
    const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src')
    expect(addresses.filter(({ value }) => /^\s*(javascript|data|vbscript):/i.test(value))).toEqual([])
  })
})
