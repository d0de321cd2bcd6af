import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories } from '#contract/listing.ts'
import { shop as ours } from '#contract/shop.ts'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { packs } from '#contract/worker.ts'
import { announceChange } from '#server/changes.ts'
import { tally } from '#server/metrics/tally.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { bootScript, ownScripts } from '#tests/support/bootScript.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: 'https://shop.example' } })
  await registerPages(shop.app, shop.config)
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const ask = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })

/** The status that a browser gets which follows at most one redirect. */
async function open(path: string): Promise<number> {
  const { statusCode, headers } = await ask(path)
  if (headers.location === undefined) return statusCode
  const { pathname, search } = new URL(headers.location, new URL(path, shop.config.publicUrl))
  return (await ask(pathname + search)).statusCode
}

describe('a page', () => {
  it('comes with everything visible in it, and runs no script inline but the one of the build that loads the others', async () => {
    const answer = await ask('/products/oval-sapphire-halo-ring')
    const html = answer.body
    expect(answer.statusCode).toBe(200)
    const visible = ['Oval Sapphire Halo Ring', '£2,450.00', 'Add to cart', 'You may also like']
    expect(visible.filter((text) => !html.includes(text))).toEqual([])
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>(.*?)<\/script>/gs)]
    const run = inline.filter(([, attributes = '']) => !/type="application\/(ld\+)?json"/.test(attributes))
    expect(run.map(([, , script]) => script)).toEqual([bootScript])
    expect(answer.headers['content-security-policy']).toContain(`script-src ${ownScripts};`)
    expect(html.match(/<link rel="preload" as="image"[^>]*>/g)).toHaveLength(1)
  })

  it.each([
    ['/no/such/page', 404, /no-store/],
    ['/products/no-such-piece', 404, /no-store/],
    ['/', 200, /^public/],
    ['/cart', 200, /no-store/],
  ])('%s is answered with %i', async (path, status, caching) => {
    const answer = await ask(path)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toMatch(caching)
    expect(answer.headers['x-robots-tag']).toBe(path === '/cart' ? 'noindex' : undefined)
  })

  it.each(['/', '/products', '/cart', '/products?q=1'])(
    '%s comes from memory as it was made',
    async (path) => {
      const told: unknown[] = []
      const ids = new Set<string | null>()
      for (let time = 0; time < 3; time++) {
        const answer = await fetch(address + path, { headers: { 'accept-encoding': 'br' } })
        const { 'x-request-id': _id, date: _date, ...others } = Object.fromEntries(answer.headers)
        ids.add(answer.headers.get('x-request-id'))
        told.push({ status: answer.status, ...others, body: await answer.text() })
      }
      expect(told).toEqual(Array(3).fill(told[0]))
      expect(ids.size).toBe(3)
      expect(told[0]).toMatchObject({ status: 200, 'content-encoding': 'br', vary: 'accept-encoding' })
    },
  )

  it('that the browser has already is not sent again', async () => {
    const { headers } = await ask('/products')
    const again = await ask('/products', { 'if-none-match': String(headers['etag']) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  /** Asks for a page, and once it was made anew asks for it again as somebody who has the former one. */
  async function askAnew(path: string) {
    const former = await ask(path)
    const made = tally.pagesMade
    await announceChange(shop.db)
    const again = await ask(path, { 'if-none-match': String(former.headers['etag']) })
    expect(tally.pagesMade - made).toBe(1)
    return { former, again }
  }

  it.each(['/', '/products', '/products?price=0-300', '/products/oval-sapphire-halo-ring'])(
    'that is made anew is sent anew, and says when it was read: a browser would ask again for all that is older than a minute: %s',
    async (path) => {
      const { former, again } = await askAnew(path)
      const readAt = ({ body }: typeof former) =>
        Math.min(...[...body.matchAll(/"dataUpdatedAt":(\d+)/g)].map(([, at]) => Number(at)))
      expect(again.statusCode).toBe(200)
      expect(readAt(again)).toBeGreaterThan(readAt(former))
    },
  )

  it.each(['/contact', '/pages/contact.html', packs.pages])(
    'of words alone that is made anew and is still the same is not sent again: %s',
    async (path) => {
      const { former, again } = await askAnew(path)
      expect([again.statusCode, again.headers['etag']]).toEqual([304, former.headers['etag']])
      // What other tests ask for is not in memory yet.
      await announceChange(shop.db)
    },
  )

  it.each([
    ['whole', '/newsletter?unsubscribe=a-token', 'No more letters?'],
    ['without its token', '/newsletter?unsubscribe=', newsletterTexts.invalidLeave],
    ['without anything', '/newsletter', newsletterTexts.invalidLink],
  ])('a link to leave the newsletter that comes %s is no other page’s', async (_how, path, said) => {
    const { statusCode, body } = await ask(path)
    expect([statusCode, body.includes(said)]).toEqual([200, true])
  })

  it.each([
    '/verify-email?token=a-secret',
    '/reset-password?token=a-secret',
    '/newsletter?token=a-secret',
    '/newsletter?unsubscribe=a-secret',
    '/track-order?order_number=a-secret',
    '/login?state=a&code=a-secret',
    '/login?error=access_denied&state=a-secret',
    '/login?from=/orders/DMS-AAAA2222',
    '/sign-up?from=%2Ftrack-order%3Forder_number%3DDMS-AAAA2222',
    '/no/such/page?x=1&token=a-secret',
  ])('whose address is one reader’s affair is kept nowhere and tells nobody: %s', async (path) => {
    const { headers } = await ask(path)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers['etag']).toBeUndefined()
  })

  it.each(['/verify-email?token=a-secret', '/products/no-such-piece'])(
    'is not kept in memory either, nor is one that is not there: %s',
    async (path) => {
      await ask(path)
      const known = tally.pagesFromCache
      await ask(path)
      expect(tally.pagesFromCache).toBe(known)
    },
  )

  it('with nothing secret in its address is kept, whatever its values look like', async () => {
    for (const path of ['/track-order', '/products/search-results?query=token%3D1']) {
      const { headers } = await ask(path)
      expect(headers['cache-control']).toMatch(/^public/)
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    }
  })

  it('is found at an address as long as a piece may have', async () => {
    const slug = 'ring-'.repeat(24).slice(0, 119) + 's'
    await shop.pool.query('update products set slug = $1 where slug = $2', [slug, 'heart-charm-anklet'])
    const { statusCode, body } = await ask(`/products/${slug}`)
    expect([statusCode, body.includes('Heart Charm Anklet')]).toEqual([200, true])
  })

  it('of a piece has one address: its number and other spellings lead there, with all that they ask for', async () => {
    const slug = 'oval-signet-ring'
    const { rows } = await shop.pool.query<{ id: number }>('select id from products where slug = $1', [slug])
    for (const path of [`products/${rows[0]?.id}`, 'products/Oval-Signet-Ring', `pRoducts/${slug}`])
      for (const query of ['', '?variant=3', '?variant=3&utm_source=a-friend']) {
        const { statusCode, headers } = await ask(`/${path}${query}`)
        expect([statusCode, headers['location']]).toEqual([301, `/products/${slug}${query}`])
        // The piece may be given another address, and this one may then be another piece's.
        expect(headers['cache-control']).toBe('no-store')
      }
    expect((await ask('/products/No-Such-Piece')).statusCode).toBe(404)
  })

  it('has one address without a last slash, which search engines are told for good', async () => {
    for (const path of ['/products', '/products/rings', '/privacy-policy']) {
      const { statusCode, headers } = await ask(`${path}/?utm_source=a-friend`)
      expect([statusCode, headers['location']]).toEqual([308, `${path}?utm_source=a-friend`])
    }
  })

  it('of the warranty keeps its capital: other spellings lead there for good, with all that they ask for', async () => {
    for (const spelling of ['/resources/warranty', '/Resources/WARRANTY'])
      for (const query of ['', '?utm_source=a-friend']) {
        const { statusCode, headers } = await ask(`${spelling}${query}`)
        expect([statusCode, headers['location']]).toEqual([301, `/resources/Warranty${query}`])
      }
    expect((await ask('/resources/Warranty')).statusCode).toBe(200)
  })

  it.each([
    ['/pRoducts/RINGS', '/products/rings'],
    ['/Contact?utm_source=a-friend', '/contact?utm_source=a-friend'],
    ['/resources/warranty', '/resources/Warranty'],
    ['/Search-Results?query=Pearl&sort_by=Price', '/search-results?query=Pearl&sort_by=Price'],
    ['/TRACK-order?order_number=DMS-Aaaa2222', '/track-order?order_number=DMS-Aaaa2222'],
    ['/Verify-Email?token=A-Secret', '/verify-email?token=A-Secret'],
    ['/Orders/DMS-aAAA2222', '/orders/DMS-aAAA2222'],
    ['/Products/A%20b', '/products/A%20b'],
    // A letter that is a small k to the router, too.
    ['/trac%E2%84%AA-order', '/track-order'],
  ])('has one address, in small letters or capitals: %s leads to it', async (path, own) => {
    const made = tally.pagesMade
    const { statusCode, headers } = await ask(path)
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([301, own, 'no-store'])
    expect(tally.pagesMade).toBe(made)
    const isSecret = /token|order_number/.test(path)
    expect(headers['referrer-policy'] === 'no-referrer').toBe(isSecret)
  })

  it('to choose a new password is where password managers ask for it, and what no site has is not there', async () => {
    const { statusCode, headers } = await ask('/.well-known/change-password')
    expect([statusCode, headers['location']]).toEqual([303, '/account#password'])
    const improbable = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await ask(`/.well-known/${improbable}`)).statusCode).toBe(404)
  })

  it('is one and the same for all whom an advertisement or a mail leads to it', async () => {
    for (const path of ['/', '/products/oval-signet-ring?variant=3']) {
      const { etag } = (await ask(path)).headers
      const made = tally.pagesMade
      for (const appended of [
        'utm_source=a-friend&utm_medium=mail',
        'gclid=Cj0K&gad_source=1&gad_campaignid=2',
        'mc_eid=1&fbclid',
        'srsltid=AfmBO',
      ]) {
        const answer = await fetch(`${address}${path}${path.includes('?') ? '&' : '?'}${appended}`)
        expect([answer.status, answer.headers.get('etag')], appended).toEqual([200, etag])
      }
      expect(tally.pagesMade).toBe(made)
    }
  })

  it('of which nothing is shown, for its address leads elsewhere, leaves nothing behind that waits', async () => {
    const waiting = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const redirects = 30
    const lead = async () => expect((await ask('/products/')).headers.location).toBe('/products')
    // The first redirect may leave timers that the others do not.
    await lead()
    const before = waiting()
    for (let time = 0; time < redirects; time++) await lead()
    // Other things may wait meanwhile, but not as many.
    expect(waiting() - before).toBeLessThan(redirects / 2)
  })

  it('of which something could not be read is kept by nobody, and whole the next time', async () => {
    const tables = ['hero_slides', 'reviews', 'offer_lines']
    const pages = ['/?away', '/products/oval-signet-ring', '/contact', '/pages/contact.html', packs.pages]
    const told = () =>
      Promise.all(
        pages.map(async (path) => {
          const { headers, statusCode } = await ask(path)
          return `${statusCode} ${String(headers['cache-control']).split(',')[0]} ${path}`
        }),
      )
    for (const table of tables) await shop.pool.query(`alter table ${table} rename to ${table}_away`)
    const away = await told()
    for (const table of tables) await shop.pool.query(`alter table ${table}_away rename to ${table}`)
    expect(away).toEqual(pages.map((path) => `200 no-store ${path}`))
    const isWorkers = (path: string) => path.startsWith('/pages/') || path === packs.pages
    expect(await told()).toEqual(
      pages.map((path) => `200 ${isWorkers(path) ? 'no-cache' : 'public'} ${path}`),
    )
  })

  it.each([
    '/products',
    '/products/all-jewellery',
    '/all-jewellery',
    ...categories.map(({ path }) => path),
    '/products/search-results',
    '/search-results',
  ])('%s takes what no database can hold for nothing said', async (path) => {
    const said = ['category', 'material', 'gemstone', 'collection', 'price', 'sort_by', 'query', 'page']
    const answers = said.map(async (name) => `${await open(`${path}?${name}=%00a`)} ${name}`)
    expect(await Promise.all(answers)).toEqual(said.map((name) => `200 ${name}`))
  })

  it.each(['/%5E', '/x%5ey', '/products/x%5Ey'])(
    'that is not there is so also where the router writes its address as no browser does: %s',
    async (path) => expect(await open(path)).toBe(404),
  )

  it('is never the answer to a missing file', async () => {
    const answer = await ask('/assets/gone-12345678.js')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each(['/api', '/api/', '/api/?page=2', '/api/v1/'])('is never the answer to %s', async (path) => {
    const { statusCode, headers, body } = await ask(path)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
  })
})

describe('a file', () => {
  it.each([
    ['a part of it that there is not', { range: 'bytes=99999999-' }, 416],
    ['a part that is none', { range: 'bytes=a-b' }, 416],
    ['a version of it that there is not', { 'if-match': '"other"' }, 412],
    ['it as it was long ago', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412],
  ])('is refused to who asks for %s, which is no failure of the server', async (_what, headers, status) => {
    const assets = /"\/(assets\/[^"]+\.js)"/.exec((await ask('/')).body)?.[1]
    for (const path of [`/${assets}`, '/favicon.svg', packs.code]) {
      const answer = await ask(path, headers)
      expect([answer.statusCode, answer.json()]).toEqual([
        status,
        { message: expect.any(String), code: 'invalid_input' },
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('what machines read of a page', () => {
  const structured = async (path: string): Promise<unknown[]> =>
    [
      ...(await ask(path)).body.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs),
    ].map(([, text]) => JSON.parse(text ?? ''))

  it.each(['/', '/products/oval-sapphire-halo-ring'])(
    'has whole addresses only, its canonical one among them: %s',
    async (path) => {
      const html = (await ask(path)).body
      expect(/<link [^>]*rel="canonical"[^>]*>/.exec(html)?.[0]).toContain(`"https://shop.example${path}"`)
      const texts = JSON.stringify(await structured(path)).match(/"[^"]*"/g) ?? []
      expect(texts.filter((text) => /^"(\/|shop:)/.test(text))).toEqual([])
      expect(texts.some((text) => text.startsWith('"https://shop.example'))).toBe(true)
    },
  )

  it('says on the home page whose shop it is and where it can be searched', async () => {
    const home = (await structured('/')).flat()
    expect(home).toContainEqual(expect.objectContaining({ '@type': 'Organization', name: ours.name }))
    expect(home).toContainEqual(
      expect.objectContaining({
        '@type': 'WebSite',
        potentialAction: expect.objectContaining({ '@type': 'SearchAction' }),
      }),
    )
  })
})
