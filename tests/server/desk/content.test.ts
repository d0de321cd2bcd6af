import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import type { Banner, HeroSlide, PromiseItem } from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import { promise_items } from '#server/db/schema/content.ts'
import { registerPages } from '#server/pages/register.ts'
import { data, newPiece } from '#tests/server/orders/pieces.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
  folder = mkdtempSync(join(tmpdir(), 'damson-content-'))
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const listed = async <T>(path: string) => ((await shop.call('GET', path)).body as { data: T[] }).data
const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return path
}

test('the offer line is changed, and every page shows it at once', async () => {
  const before = (await shop.app.inject({ url: '/contact' })).headers['etag']
  expect(await desk(shop, 'content', 'set', 'offer', 'Free <engraving>', 'Until Sunday')).toMatchObject({
    code: 0,
  })
  expect(await listed(paths.offerLine)).toEqual([{ text: 'Free <engraving>' }, { text: 'Until Sunday' }])
  for (const url of ['/contact', '/']) {
    const page = await shop.app.inject({ url })
    expect(page.body).toContain('Free &lt;engraving&gt;')
    expect(page.headers['etag']).not.toBe(before)
  }
})

test('without an offer line no page promises anything, least of all what is said while none can be read', async () => {
  expect(await desk(shop, 'content', 'set', 'offer', file('none.json', []))).toMatchObject({ code: 0 })
  for (const url of ['/contact', '/', '/no/such/page']) {
    const page = (await shop.app.inject({ url })).body
    const [, line] = /aria-label="Offer"[^>]*><p [^>]*>([^<]*)<\/p>/.exec(page) ?? []
    expect([line, page.includes(texts.offerLine)], url).toEqual(['', false])
  }
})

test('an empty list, typed as [], hides any part of the home page', async () => {
  for (const [part, path] of [
    ['hero', paths.heroSlider],
    ['banners', paths.offerBanners],
    ['hero_grid', paths.heroGridImages],
    ['promise', paths.promiseItems],
    ['offer', paths.offerLine],
  ] as const) {
    const { text } = await desk(shop, 'content', 'show', part, '--json')
    expect(await desk(shop, 'content', 'set', part, '[]')).toEqual({
      code: 0,
      text: `${part}: 0 items now. The shop shows none.`,
    })
    expect(await listed(path)).toEqual([])
    await desk(shop, 'content', 'set', part, file('again.json', JSON.parse(text)))
  }
})

test('one slide is changed and the others stay, its picture taken from a file', async () => {
  const before = await listed<HeroSlide>(paths.heroSlider)
  const photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#603050' } })
    .png()
    .toBuffer()
  const words = [
    '--title',
    'Winter lights',
    '--image',
    file('winter.png', photo),
    '--alt-text',
    'Three rings in snow',
    '--link',
    '/products/rings',
  ]
  expect(await desk(shop, 'content', 'set', 'hero', '2', ...words)).toMatchObject({ code: 0 })
  const after = await listed<HeroSlide>(paths.heroSlider)
  expect(after.filter((_, at) => at !== 1)).toEqual(before.filter((_, at) => at !== 1))
  expect(after[1]).toEqual({
    ...before[1],
    title: 'Winter lights',
    alt_text: 'Three rings in snow',
    link: '/products/rings',
    image: expect.stringMatching(/^\/pictures\/own\/winter-[0-9a-f]{16}\?v=/),
  })
  const picture = await shop.app.inject({
    url: `${after[1]?.image}&w=1920`,
    headers: { accept: 'image/avif' },
  })
  expect(picture.statusCode).toBe(200)
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(1920)
})

test('a link within the shop that leads to no page, category or piece of it is named, and kept for a piece to come', async () => {
  const before = (await desk(shop, 'content', 'show', 'hero', '--json')).text
  const { text } = await desk(shop, 'content', 'set', 'hero', file('hero.json', JSON.parse(before)))
  expect(text).not.toContain('leads to')
  const { id } = await newPiece(shop)
  const { slug } = data<Product>(await shop.call('GET', paths.product(id)))
  for (const [link, isThere] of [
    ['/products/ring', false],
    ['/product/rings', false],
    ['/contacts?from=home', false],
    ['/products/no%20ring', false],
    ['/products/rings?material=Platinum', true],
    ['/Products/Rings/', true],
    [`/products/${slug}`, true],
    [`/products/${id}`, true],
    ['/products/search-results?query=opal', true],
    ['/resources/warranty', true],
    ['/cart', true],
    ['/', true],
    ['https://elsewhere.example/products/ring', true],
  ] as const) {
    const said = await desk(shop, 'content', 'set', 'hero', '2', '--link', link)
    expect(said.code).toBe(0)
    expect(said.text.split('\n').slice(1), link).toEqual(
      isThere ? [] : [`hero 2 leads to ${link}, which the shop does not have.`],
    )
    expect((await listed<HeroSlide>(paths.heroSlider))[1]?.link).toBe(link)
  }
  await desk(shop, 'content', 'set', 'hero', file('hero.json', JSON.parse(before)))
})

test('a new picture comes with what it shows: the text of the old one would speak of what is gone', async () => {
  const photo = file('snow.png', Buffer.from('no picture'))
  for (const part of ['hero', 'banners', 'hero_grid']) {
    expect(await desk(shop, 'content', 'set', part, '1', '--image', photo)).toEqual({
      code: 2,
      text: 'Please say with --alt-text what the new picture shows.',
    })
  }
})

test('what content show writes or prints, content set reads, and nothing is changed by it', async () => {
  for (const [part, path] of [
    ['hero', paths.heroSlider],
    ['banners', paths.offerBanners],
    ['hero_grid', paths.heroGridImages],
    ['promise', paths.promiseItems],
    ['offer', paths.offerLine],
  ] as const) {
    const before = await listed(path)
    const shown = await desk(shop, 'content', 'show', part, '--json')
    expect(
      await desk(shop, 'content', 'set', part, file(`${part}.json`, JSON.parse(shown.text))),
    ).toMatchObject({
      code: 0,
    })
    expect(await listed(path)).toEqual(before)
    const given = join(folder, `${part}-given.json`)
    const written = await desk(shop, 'content', 'show', part, given)
    expect(written).toMatchObject({ code: 0, text: `${part} is written to ${given}.` })
    expect(written.files).toEqual([{ path: given, content: `${shown.text}\n` }])
  }
  expect((await desk(shop, 'content', 'show', 'promise')).text).toMatch(
    /1\.\n +icon +gem\n +title +Hallmarked/,
  )
})

test('a promise takes an icon that there is, and no other', async () => {
  const before = await listed(paths.promiseItems)
  expect(await desk(shop, 'content', 'set', 'promise', '1', '--icon', 'ring')).toEqual({
    code: 1,
    text: 'promise 1, icon: must be one of gem, truck, return, shield, gift, heart, star, check, clock, package.',
  })
  expect(await listed(paths.promiseItems)).toEqual(before)
})

test('a promise can be without a line below its title, and have one again', async () => {
  const [before] = await listed<PromiseItem>(paths.promiseItems)
  const longer = 'x'.repeat(121)
  for (const [line, kept] of [
    ['', null],
    ['Tested by hand', 'Tested by hand'],
  ] as const) {
    const said = await desk(shop, 'content', 'set', 'promise', '1', '--subtitle', line)
    expect(said).toMatchObject({ code: 0 })
    expect((await listed<PromiseItem>(paths.promiseItems))[0]).toEqual({ ...before, subtitle: kept })
  }
  expect(await desk(shop, 'content', 'set', 'promise', '1', '--subtitle', longer)).toEqual({
    code: 1,
    text: 'promise 1, subtitle: must have at most 120 characters.',
  })
})

test('a file is read as any editor saves it', async () => {
  const shown = await desk(shop, 'content', 'show', 'offer', '--json')
  const path = file('offer.json', {})
  for (const content of [`\uFEFF${shown.text}`, Buffer.from(`\uFEFF${shown.text}`, 'utf16le')]) {
    writeFileSync(path, content)
    expect(await desk(shop, 'content', 'set', 'offer', path)).toMatchObject({ code: 0 })
  }
})

test('texts of the home page stand in one line and the right way round, and something is to be seen of each', async () => {
  expect(
    await desk(shop, 'content', 'set', 'offer', 'Free\n\u202eengraving\u0007 in E\u0301te\u0301'),
  ).toMatchObject({
    code: 0,
  })
  expect(await listed(paths.offerLine)).toEqual([{ text: 'Free engraving in Été' }])
  expect(await desk(shop, 'content', 'set', 'offer', '\u200b')).toEqual({
    code: 1,
    text: 'offer 1, text: must not be empty.',
  })
})

test('a list with one bad item changes nothing', async () => {
  const before = await listed<Banner>(paths.offerBanners)
  const shown = JSON.parse((await desk(shop, 'content', 'show', 'banners', '--json')).text) as Banner[]
  for (const [change, why] of [
    [{ button_link: 'javascript:alert(1)' }, 'banners 2, button_link: must be a page of the shop'],
    [{ button_link: '//elsewhere.example' }, 'banners 2, button_link: must be a page of the shop'],
    [{ title: '' }, 'banners 2, title: must not be empty'],
    [{ title: 'Gold\0' }, 'banners 2, title: has a character that no text can have'],
    [{ alt_text: 'A ring \ud83d' }, 'banners 2, alt_text: has a character that no text can have'],
    [{ banner_type: 'sale' }, 'banners 2, banner_type: must be special_offer or new_collection'],
    [{ image: '/pictures/rings/none' }, 'There is no picture /pictures/rings/none.'],
    [{ image: 'none.jpg' }, 'The picture cannot be used: there is no file none.jpg.'],
    [{ colour: 'red' }, 'banners 2, colour: is no field of it'],
  ] as const) {
    const [first, second] = shown
    const said = await desk(
      shop,
      'content',
      'set',
      'banners',
      file('bad.json', [first, { ...second, ...change }]),
    )
    expect(said.code).toBe(1)
    expect(said.text).toContain(why)
  }
  expect(await listed(paths.offerBanners)).toEqual(before)
})

test.each([
  [['set']],
  [['set', 'footer', '1', '--title', 'x']],
  [['set', 'hero']],
  [['set', 'hero', '1']],
  [['set', 'hero', 'one', '--title', 'x']],
  [['set', 'promise', '1', '--image', 'x.jpg']],
  [['show', 'footer']],
])('content %j is wrong use', async (words) => {
  expect((await desk(shop, 'content', ...words)).code).toBe(2)
})

test('what is changed is counted in plain words, and a file that is not there is named', async () => {
  expect((await desk(shop, 'content', 'set', 'offer', 'One', 'Two')).text).toBe(
    'offer: 2 items now. The shop shows the first.',
  )
  expect((await desk(shop, 'content', 'set', 'offer', 'One')).text).toBe(
    'offer: 1 item now. The shop shows it.',
  )
  expect(await desk(shop, 'content', 'set', 'banners', '/nowhere/banners.json')).toEqual({
    code: 1,
    text: 'There is no file /nowhere/banners.json.',
  })
})

test.each([
  [{ title: 'x' }, 'it must be a list, in [ ]'],
  ['x', 'it must be a list, in [ ]'],
  [['x'], 'each item must be an object, in { }'],
])('a file that is no list of items is told what it must be: %j', async (content, why) => {
  const path = file('odd.json', content)
  expect(await desk(shop, 'content', 'set', 'offer', path)).toEqual({
    code: 1,
    text: `${path} is no list of items (${why}).`,
  })
})

test('an item that is not there is not changed', async () => {
  expect(await desk(shop, 'content', 'set', 'promise', '9', '--title', 'x')).toEqual({
    code: 1,
    text: 'promise has no item 9; it has 4.',
  })
})

test.runIf(inject('postgres') !== null)(
  'of two items of a part that are changed at once on PostgreSQL both are: neither puts the other one back',
  async () => {
    const other = await openShop({ engine: 'postgres' })
    try {
      const setting = await other.db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${promise_items} in share row exclusive mode`)
        const setting = [1, 2].map((number) =>
          desk(other, 'content', 'set', 'promise', String(number), '--title', `Changed ${number}`),
        )
        await eventually(async () => expect(await lockWaits(other.db)).toBe(2))
        return setting
      })
      expect((await Promise.all(setting)).map(({ code }) => code)).toEqual([0, 0])
      const items = (await other.call('GET', paths.promiseItems)).body as { data: PromiseItem[] }
      expect(items.data.map(({ title }) => title).slice(0, 2)).toEqual(['Changed 1', 'Changed 2'])
    } finally {
      await other.close()
    }
  },
)
