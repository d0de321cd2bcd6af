import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import type { Product } from '#contract/catalogue.ts'
import { customerPaths } from '#contract/customerPages.ts'
import { categories } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'
import { shop as ours } from '#contract/shop.ts'
import { postalAddress } from '#contract/shopDetails.ts'
import { staticPaths } from '#contract/staticPages.ts'
import { announceChange } from '#server/changes.ts'
import { product_images, products, variants as variantRows } from '#server/db/schema/catalogue.ts'
import { registerPages } from '#server/pages/register.ts'
import { registerForSearchEngines } from '#server/pages/sitemap.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { statementsOf } from '#tests/support/statementsOf.ts'
import { data, newPiece, readyShopper } from '../orders/pieces.ts'

const origin = 'https://shop.example'
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: origin } })
  registerForSearchEngines(shop.app, shop)
  await registerPages(shop.app, shop.config)
})
afterAll(() => shop.close())

const pieces = ['/products/oval-sapphire-halo-ring', '/products/round-brilliant-solitaire-ring']
/** Pages for search engines: every one has a title, a description and a picture of its own. */
const indexed = [
  '/',
  '/products',
  ...categories.map(({ path }) => path),
  ...pieces,
  '/sign-up',
  '/track-order',
  ...staticPaths,
]
/** Other addresses of the same page, and which one is canonical. */
const aliases = {
  '/all-jewellery': '/products',
  '/products/all-jewellery': '/products',
  '/products?material=Platinum': '/products',
  '/products?sort_by=newest&page=2': '/products',
  '/products/oval-sapphire-halo-ring?variant=1': '/products/oval-sapphire-halo-ring',
  '/contact?utm_source=a-friend': '/contact',
}
const redirected = ['/forgot-password', '/products/pendants']
/** Not for search engines: a step on somebody's way, or somebody's own page. */
const hidden = [
  '/login',
  '/forget-password',
  '/reset-password',
  '/verify-email',
  '/newsletter',
  '/saved',
  '/products/search-results?query=ring',
  '/search-results?query=ring',
  '/track-order?order_number=DMS-AAAA2222',
  '/account',
  '/cart',
  '/cart/checkout',
  '/wishlist',
  '/orders',
  '/account',
  '/orders/DMS-AAAA2222',
]

const ask = (url: string) => shop.app.inject({ url })
const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function headOf(url: string) {
  const { body: html, statusCode, headers } = await ask(url)
  const value = (pattern: RegExp) => {
    const found = [...html.matchAll(pattern)].map(([, text]) => decode(text ?? ''))
    expect(found.length, `${url}: ${pattern.source}`).toBeLessThanOrEqual(1)
    return found[0]
  }
  return {
    statusCode,
    header: headers['x-robots-tag'],
    title: value(/<title[^>]*>(.*?)<\/title>/g),
    canonical: value(/<link [^>]*rel="canonical" href="([^"]*)"/g),
    meta: (name: string) =>
      value(new RegExp(`<meta [^>]*(?:name|property)="${name}" content="([^"]*)"`, 'g')),
  }
}

describe('every page that search engines are to show', () => {
  it('says of itself what no other says, in a length that is shown whole', async () => {
    const titles = new Map<string | undefined, string>()
    const descriptions = new Map<string | undefined, string>()
    for (const path of indexed) {
      const { title, meta, ...head } = await headOf(path)
      const description = meta('description')
      expect({ path, same: titles.get(title), text: descriptions.get(description) }).toEqual({ path })
      titles.set(title, path)
      descriptions.set(description, path)
      expect(title?.length, `${path}: ${title}`).toBeLessThanOrEqual(70)
      // What a piece is called there, its catalogue says.
      expect(title, path).toContain(pieces.includes(path) ? '' : ours.name)
      expect(description?.length, `${path}: ${description}`).toBeGreaterThanOrEqual(40)
      expect(description?.length, `${path}: ${description}`).toBeLessThanOrEqual(160)
      expect(head, path).toMatchObject({ statusCode: 200, canonical: origin + path, header: undefined })
      expect(meta('robots'), path).toBeUndefined()
    }
  })

  it('can be shared with a title, a text, its own address and a picture that is there', async () => {
    const pictures = new Set<string>()
    for (const path of indexed) {
      const { meta } = await headOf(path)
      expect(
        { title: meta('og:title'), text: meta('og:description'), address: meta('og:url') },
        path,
      ).toEqual({ title: expect.any(String), text: meta('description'), address: origin + path })
      expect(meta('og:image:alt'), path).toBeTruthy()
      expect(meta('twitter:card'), path).toBe('summary_large_image')
      pictures.add(meta('og:image') ?? `none at ${path}`)
    }
    expect(pictures.size).toBe(3)
    for (const picture of pictures) {
      expect(picture.startsWith(`${origin}/pictures/`), picture).toBe(true)
      const { statusCode, headers } = await ask(picture.slice(origin.length))
      expect({ picture, statusCode, type: headers['content-type'] }).toMatchObject({
        statusCode: 200,
        type: 'image/jpeg',
      })
    }
  })

  it('names the one address that counts', async () => {
    for (const [alias, path] of Object.entries(aliases)) {
      expect({ alias, canonical: (await headOf(alias)).canonical }).toEqual({
        alias,
        canonical: origin + path,
      })
    }
  })

  it('is led to with all that was asked for', async () => {
    const { statusCode, headers } = await ask('/products/pendants?material=Platinum&sort_by=newest')
    expect([statusCode, headers['location']]).toEqual([301, '/pendant?material=Platinum&sort_by=newest'])
  })

  it('of a listing, later pages have an address and a title of their own', async () => {
    const [first, second] = await Promise.all([headOf('/products'), headOf('/products?page=2')])
    expect(second.canonical).toBe(`${origin}/products?page=2`)
    expect(second.title).not.toBe(first.title)
  })

  it.each([
    ['/products?page=2&ref=mail', '/products?page=2'],
    ['/products?slug=oval-signet-ring', '/products'],
    ['/products/rings?category=Earrings', '/products/rings'],
    ['/products/rings?category=Earrings&category=Pendants', '/products/rings'],
    ['/pendant?category=', '/pendant'],
    ['/search-results?query=ring&category=Rings', '/search-results?query=ring'],
  ])('of a listing, what is no part of its address makes no other page of it: %s', async (asked, plain) => {
    const { statusCode, headers } = await ask(asked)
    expect([statusCode, headers['location']]).toEqual([308, plain])
  })

  it('of a listing, a page beyond the last is none of its own', async () => {
    for (const path of ['/products?page=99', '/products/rings?page=99', '/pendant?page=99']) {
      const { statusCode, canonical, meta } = await headOf(path)
      expect({ path, statusCode, canonical }).toEqual({ path, statusCode: 200, canonical: undefined })
      expect(meta('robots'), path).toBe('noindex, follow')
    }
  })
})

describe('what is nobody else’s affair', () => {
  it('is kept out of searches', async () => {
    for (const path of hidden) {
      const { meta, header, statusCode } = await headOf(path)
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
      expect([meta('robots'), header].join(' '), path).toContain('noindex')
    }
  })

  it('and no page is in neither of these lists', () => {
    const tree = readFileSync('src/routeTree.gen.ts', 'utf8')
    const known = [...tree.matchAll(/^ {2}'(\/[^']*)': typeof/gm)].map(([, path]) => path ?? '')
    const pattern = (path: string) =>
      new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)
    const listed = [...indexed, ...Object.keys(aliases), ...redirected, ...hidden].map(
      (path) => path.split('?')[0] ?? '',
    )
    const forgotten = new Set(known.filter((path) => !path.startsWith('/_customer')))
    for (const path of forgotten) if (listed.some((one) => pattern(path).test(one))) forgotten.delete(path)
    expect([...forgotten]).toEqual([])
  })
})

describe('structured data', () => {
  const dataOf = async (path: string): Promise<{ '@type': string }[]> =>
    [
      ...(await ask(path)).body.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
    ].flatMap(([, text]) => JSON.parse(text ?? ''))
  const ofType = async (path: string, type: string) =>
    (await dataOf(path)).find((data) => data['@type'] === type)

  it('gives the way to a category and to a piece', async () => {
    expect(await ofType('/products/rings', 'BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: `${origin}/` },
        { position: 2, name: 'All Jewellery', item: `${origin}/products` },
        { position: 3, name: 'Rings' },
      ],
    })
    expect(await ofType('/products/oval-sapphire-halo-ring', 'BreadcrumbList')).toMatchObject({
      itemListElement: [{ name: 'Home' }, { name: 'Rings' }, { name: 'Oval Sapphire Halo Ring' }],
    })
  })

  it('offers a piece at its price, under its name where nobody wrote a title, and rates it only once somebody has', async () => {
    const { id } = await newPiece(shop, { price: 24_900 })
    const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
    const unrated = await ofType(`/products/${slug}`, 'Product')
    expect(unrated).toMatchObject({
      name: 'Damson Ring',
      offers: { price: '249.00', priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
    })
    expect(unrated).not.toHaveProperty('aggregateRating')
    expect((await headOf(`/products/${slug}`)).title).toBe(`Damson Ring | ${ours.name}`)

    const buyer = await readyShopper(shop, [{ product_id: id }])
    await buyer.checkout()
    const words = { rating: 4, title: 'Lovely', text: 'It shines.' }
    await buyer.call('POST', paths.reviews(id), { body: words })
    // Another address of the same page: the first is cached for half a minute.
    expect(await ofType(`/products/${slug}?again`, 'Product')).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
    })
  })

  it('offers each variant for itself, at its own price, as there is of it, and at an address that chooses it', async () => {
    const { id, variants } = await newPiece(shop, { price: 24_900, sizes: [2, 0] })
    const [small = 0, large = 0] = variants
    await shop.db.update(variantRows).set({ price: 27_900 }).where(eq(variantRows.id, large))
    const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
    const offered = (variant: number, name: string, price: string, availability: string) => ({
      '@type': 'Product',
      sku: expect.any(String),
      name: `Damson Ring, ${name}`,
      size: name,
      image: [`${origin}/pictures/ring.avif`],
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'GBP',
        availability: `https://schema.org/${availability}`,
        url: `${origin}/products/${slug}?variant=${variant}`,
      },
    })
    expect(await ofType(`/products/${slug}`, 'ProductGroup')).toMatchObject({
      name: 'Damson Ring',
      url: `${origin}/products/${slug}`,
      productGroupID: slug,
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        offered(small, 'Size 0', '249.00', 'InStock'),
        offered(large, 'Size 1', '279.00', 'OutOfStock'),
      ],
    })
  })

  it.each([
    ['Stone', {}],
    ['Metal colour', { variesBy: ['https://schema.org/color'] }],
    ['Metal', { variesBy: ['https://schema.org/material'] }],
    ['Chain length', { variesBy: ['https://schema.org/size'] }],
  ])('says that variants by %s vary by nothing else', async (variant_label, varies) => {
    const { id } = await newPiece(shop, { sizes: [2] })
    await shop.db.update(products).set({ variant_label }).where(eq(products.id, id))
    const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
    const group = await ofType(`/products/${slug}`, 'ProductGroup')
    expect(group).toMatchObject(varies)
    const named = JSON.stringify(group).match(/"(size|color|material)":"Size 0"/g) ?? []
    expect(named).toHaveLength(Object.keys(varies).length)
  })

  it('says of every offer how it is delivered, and of the shop where it is and how it takes pieces back', async () => {
    const { id } = await newPiece(shop)
    const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
    expect(await ofType(`/products/${slug}`, 'OfferShippingDetails')).toMatchObject({
      '@id': `${origin}/#delivery`,
      shippingRate: { value: '0.00', currency: 'GBP' },
      shippingDestination: { addressCountry: 'GB' },
      deliveryTime: { transitTime: { minValue: 5, maxValue: 7, unitCode: 'DAY' } },
    })
    expect(await ofType(`/products/${slug}`, 'Product')).toMatchObject({
      offers: {
        shippingDetails: { '@id': `${origin}/#delivery` },
        hasMerchantReturnPolicy: { '@id': `${origin}/#returns` },
      },
    })
    const returns = {
      '@type': 'MerchantReturnPolicy',
      '@id': `${origin}/#returns`,
      applicableCountry: 'GB',
      merchantReturnDays: 15,
      restockingFee: 15,
      returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
      merchantReturnLink: `${origin}/resources/returns-exchanges`,
    }
    expect(await ofType(`/products/${slug}`, 'MerchantReturnPolicy')).toMatchObject(returns)
    expect(await ofType('/', 'Organization')).toMatchObject({
      address: { '@type': 'PostalAddress', ...postalAddress },
      hasMerchantReturnPolicy: { '@id': `${origin}/#returns` },
    })
    expect(await ofType('/', 'MerchantReturnPolicy')).toMatchObject(returns)
  })

  it('says nothing of pictures and materials that a piece has not', async () => {
    const { id } = await newPiece(shop)
    await shop.db.delete(product_images).where(eq(product_images.product_id, id))
    const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
    const bare = await ofType(`/products/${slug}`, 'Product')
    expect(bare).toMatchObject({ name: 'Damson Ring' })
    expect(bare).not.toHaveProperty('image')
    expect(bare).not.toHaveProperty('material')
  })
})

describe('what crawlers ask for first', () => {
  const addressesIn = (map: string) =>
    [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '')

  it('is a map of every piece and every page that they may show', async () => {
    const { body, headers } = await ask('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    const listed = addressesIn(body)
    const { count } = (await shop.call('GET', 'products/product/')).body as { count: number }
    const pieces = listed.filter((address) => /\/products\/[^/]+$/.test(address))
    expect(pieces.length).toBe(count + categories.filter(({ path }) => path.startsWith('/products/')).length)
    expect(new Set(listed).size).toBe(listed.length)
    const missing = indexed.filter((path) => !listed.includes(origin + path) && path !== '/sign-up')
    expect(missing).toEqual([])
    for (const path of [...redirected, ...hidden, ...Object.keys(aliases)])
      expect(listed).not.toContain(origin + path)
  })

  it('tells them where the map is and what is private', async () => {
    const { body, headers } = await ask('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
    for (const path of customerPaths) expect(body).toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
    // A page that may not be crawled cannot say that it is not to be indexed.
    for (const path of indexed) expect(body).not.toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
  })

  it('lets them ask for what a page that they show asks for itself, and list none of that', async () => {
    const { body } = await ask('/robots.txt')
    const closed = Array.from(body.matchAll(/^Disallow: (.*)$/gm), ([, start = '']) => start)
    const [, piece = ''] = pieces[0]?.split('/products/') ?? []
    const reads = [paths.health, paths.products, paths.filter, paths.product(piece), paths.reviews(piece)]
    const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    for (const path of reads) {
      const url = `${apiRoot}${path}`
      expect(
        closed.filter((start) => url.startsWith(start)),
        url,
      ).toEqual([])
      // Read, and then from what is kept.
      for (const answer of [await fetch(address + url), await fetch(address + url)])
        expect([answer.status, answer.headers.get('x-robots-tag')], url).toEqual([200, 'noindex'])
    }
  })

  it('has no part that is made up, and asks the database for none, however many are asked for', async () => {
    await ask('/sitemap.xml')
    const statements = await statementsOf(shop, async () => {
      for (let part = 2; part < 12; part++) expect((await ask(`/sitemap-${part}.xml`)).statusCode).toBe(404)
    })
    expect(statements).toBeLessThan(5)
  })

  it('is a map of maps where there are more pieces than one may have', async () => {
    const known = await ask('/sitemap.xml')
    // Everything from which a sitemap is made, in less time than it takes to write so many pieces.
    await shop.pool.query(`
      alter table products rename to products_away;
      create view products as select id, slug from products_away
        union all select 1000000 + n, 'many-' || n from generate_series(1, 50001) n`)
    await announceChange(shop.db)
    const maps = addressesIn((await ask('/sitemap.xml')).body)
    expect(maps.every((map) => new RegExp(`^${origin}/sitemap-\\d+\\.xml$`).test(map))).toBe(true)
    const files = await Promise.all(maps.map((map) => ask(map.slice(origin.length))))
    const beyond = await ask(`/sitemap-${maps.length + 1}.xml`)
    await shop.pool.query('drop view products; alter table products_away rename to products')
    const listed = files.map(({ body }) => addressesIn(body))
    expect(listed.every(({ length }) => length > 0 && length <= 50_000)).toBe(true)
    const all = new Set(listed.flat())
    expect(all.size).toBe(listed.flat().length)
    const pieces = Array.from({ length: 50_001 }, (_, n) => `${origin}/products/many-${n + 1}`)
    expect(all).toEqual(new Set([...addressesIn(known.body), ...pieces]))
    expect(beyond.statusCode).toBe(404)
  })
})
