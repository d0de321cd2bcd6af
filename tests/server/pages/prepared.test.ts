import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shop as ours } from '#contract/shop.ts'
import { staticPaths } from '#contract/staticPages.ts'
import { packs } from '#contract/worker.ts'
import { announceChange } from '#server/changes.ts'
import { offer_lines } from '#server/db/schema/content.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { bootScript, ownScripts } from '#tests/support/bootScript.ts'

const offer = 'Two & more pieces <10% off>'
let shop: Shop
let other: Shop
beforeAll(async () => {
  const environment = { PUBLIC_URL: 'https://shop.example', API_BASE: 'https://api.shop.example' }
  shop = await openShop({ environment })
  await shop.db.update(offer_lines).set({ text: offer })
  await registerPages(shop.app, shop.config)
  other = await openShop()
  await registerPages(other.app, other.config)
})
afterAll(() => Promise.all([shop.close(), other.close()]))

const ask = (url: string, from: Shop = shop) => from.app.inject({ url })
const stateOf = (html: string): unknown => JSON.parse(/id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('a page that the build has finished', () => {
  it.each([...staticPaths])('%s is whole, with what only the running server knows', async (path) => {
    const { body: html, statusCode, headers } = await ask(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringMatching(/^public, max-age=0/),
      etag: expect.any(String),
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.shop.example;")
    expect(html).toContain('<meta name="api-base" content="https://api.shop.example">')
    expect(html).toContain(`rel="canonical" href="https://shop.example${path}"`)
    expect(html).toContain('Two &amp; more pieces &lt;10% off&gt;')
    expect(JSON.stringify(stateOf(html))).toContain(offer)
    expect(html.replace(bootScript, '')).not.toMatch(/shop:\/|\{[a-z-]+\}/)
  })

  it('calls its own origin where the API has no other', async () => {
    const { body: html, headers } = await ask('/contact', other)
    expect(html).toContain('<meta name="api-base" content="">')
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  it('is the same whatever its query', async () => {
    expect((await ask('/contact?utm_source=a-friend')).headers['etag']).toBe(
      (await ask('/contact')).headers['etag'],
    )
  })

  it('stays the same for caches while nothing in it changes', async () => {
    const first = await ask('/contact')
    const again = await openShop({
      environment: { PUBLIC_URL: 'https://shop.example', API_BASE: 'https://api.shop.example' },
    })
    try {
      await again.db.update(offer_lines).set({ text: offer })
      await registerPages(again.app, again.config)
      expect((await ask('/contact', again)).headers['etag']).toBe(first.headers['etag'])
    } finally {
      await again.close()
    }
  })

  it('keeps its policy for what is inline true', async () => {
    const { body: html, headers } = await ask('/contact')
    const css = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64')
    expect(headers['content-security-policy']).toContain(`style-src-elem 'self' 'sha256-${hash}'`)
    expect(html).toContain(bootScript)
    expect(headers['content-security-policy']).toContain(`script-src ${ownScripts}`)
  })
})

describe('addresses that lead nowhere', () => {
  it.each(['/no/such/page', '/products/rings/x', '/contact/us', '/pages/none.html'])(
    '%s is answered with the same page, as not found',
    async (path) => {
      const answer = await ask(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toBe((await ask('/nowhere')).body)
      expect(answer.body).toContain('This page could not be found')
    },
  )
})

describe('what the service worker keeps', () => {
  const listed: { file: string; revision: string }[] = JSON.parse(
    readFileSync('dist/server/pages.json', 'utf8'),
  )

  it('has every static page, the frame and the page for lost visitors, each with 200', async () => {
    expect(listed).toHaveLength(staticPaths.length + 2)
    for (const { file } of listed) {
      const { statusCode, headers } = await ask(`/${file}`)
      expect({ file, statusCode, robots: headers['x-robots-tag'] }).toEqual({
        file,
        statusCode: 200,
        robots: 'noindex',
      })
    }
  })

  it('links its styles, in the order of their layers, under a policy that holds', async () => {
    const [whole, kept] = await Promise.all([ask('/contact'), ask('/pages/contact.html')])
    const css = /<style>(.*?)<\/style>/s.exec(kept.body)?.[1] ?? ''
    expect(css).toBe('@layer reset,ui,feature;')
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(css))).toString('base64')
    expect(kept.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    const links = (html: string) => html.match(/<link rel="stylesheet" href="[^"]+"/g)
    expect(links(kept.body)).toEqual(links(whole.body))
    expect(kept.body).not.toContain(' disabled>')
  })

  it('has the script that loads the others as a file, which the worker has, and runs none that is inline', async () => {
    const { body, headers } = await ask('/pages/contact.html')
    const [, file = ''] = /<script type="module" src="\/([^"]+)"><\/script>/.exec(body) ?? []
    expect(readFileSync(`dist/client/${file}`, 'utf8')).toBe(bootScript)
    expect(readFileSync('dist/client/sw.js', 'utf8')).toContain(file)
    expect(body).not.toContain(bootScript)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  it.each(['/pages/contact.html', packs.pages, packs.code])(
    'is asked for anew, by caches too, for of another build it would be of no use: %s',
    async (url) => {
      const { statusCode, headers } = await shop.app.inject({ url })
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
      const again = await shop.app.inject({ url, headers: { 'if-none-match': String(headers['etag']) } })
      expect(again.statusCode).toBe(304)
    },
  )

  it('comes in one light pack too, page by page the same and under the same policy', async () => {
    const pack = await shop.app.inject({ url: packs.pages, headers: { 'accept-encoding': 'br' } })
    expect(pack.headers['content-encoding']).toBe('br')
    expect(pack.rawPayload.length).toBeLessThanOrEqual(60_000)
    const packed: Record<string, string> = JSON.parse(String(brotliDecompressSync(pack.rawPayload)))
    const timeless = (html: string) => html.replaceAll(/At":\d+/g, '')
    expect(Object.keys(packed)).toEqual(listed.map(({ file }) => `/${file}`))
    for (const [path, html] of Object.entries(packed)) {
      const { body, headers } = await ask(path)
      expect(timeless(html) === timeless(body), path).toBe(true)
      expect(headers['content-security-policy']).toBe(pack.headers['content-security-policy'])
    }
  })

  it('has the offer of the day as soon as the jeweller has changed it, as the page itself has', async () => {
    const addresses = ['/contact', '/pages/contact.html', packs.pages]
    const said = async () =>
      (await Promise.all(addresses.map((url) => ask(url, other)))).map(({ body }) => body)
    const fresh = 'A ring for each finger'
    for (const body of await said()) expect(body).not.toContain(fresh)
    await other.db.update(offer_lines).set({ text: fresh })
    await announceChange(other.db)
    for (const body of await said()) expect(body).toContain(fresh)
  })

  it('has a frame with no page in it that names the shop only', async () => {
    const { body: html } = await ask('/pages/frame.html')
    expect(html).toMatch(new RegExp(`<title[^>]*>${ours.name} \\|`))
    expect(html).toMatch(/<div id="root">/)
    // The one heading is that of what is said where no script ever comes to fill it.
    expect([...html.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, words]) => words)).toEqual([
      'This page could not be opened',
    ])
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('changes its revisions with the addresses that the server fills in', async () => {
    const [mine, theirs] = await Promise.all([ask('/sw.js'), ask('/sw.js', other)])
    expect(mine.headers['content-type']).toContain('text/javascript')
    expect(mine.headers['cache-control']).toBe('no-cache')
    const source = readFileSync('dist/client/sw.js', 'utf8')
    const named = listed.filter((page) => source.includes(page.revision))
    expect(named.length).toBeGreaterThanOrEqual(staticPaths.length)
    for (const { revision } of named) {
      const [one, two] = [mine, theirs].map(
        ({ body }) => new RegExp(`${revision}-[0-9a-f]{8}`).exec(body)?.[0],
      )
      expect(one).toBeDefined()
      expect(two).toBeDefined()
      expect(one).not.toBe(two)
    }
  })
})
