import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPictures } from '#server/pictures/imported.ts'
import { contentHash } from '#server/pictures/masters.ts'
import { formatFor } from '#server/pictures/sizes.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const widthOf = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.inject({ url, headers: { accept: 'image/avif,*/*', ...headers } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/avif')
  return (await sharp(answer.rawPayload).metadata()).width
}

test('a picture comes in the width asked for or the next larger, never larger than its master', async () => {
  expect(await widthOf('/pictures/hero/hero-1?w=240')).toBe(240)
  expect(await widthOf('/pictures/hero/hero-1?w=241')).toBe(320)
  // For wide screens, as wide as the masters of the hero allow.
  expect(await widthOf('/pictures/hero/hero-1?w=1500')).toBe(1920)
  expect(await widthOf('/pictures/hero/hero-1?w=9999')).toBe(1920)
  expect(await widthOf('/pictures/rings/oval-signet-ring-1?w=1920')).toBe(1000)
})

test('of a picture of which a power cut has left only the name, another is made', async () => {
  expect(await widthOf('/pictures/hero/hero-2?w=240')).toBe(240)
  const folder = join(shop.dataDir, 'pictures')
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /hero-2/.test(name) || /240/.test(name),
  )
  expect(made.length).toBeGreaterThan(0)
  for (const name of made) if (statSync(join(folder, name)).isFile()) truncateSync(join(folder, name))
  expect(await widthOf('/pictures/hero/hero-2?w=240')).toBe(240)
})

test('whose browser saves data gets no picture wider than 800 pixels, and caches keep the two apart', async () => {
  const lean = { 'save-data': 'on' }
  expect(await widthOf('/pictures/hero/hero-1?w=1280', lean)).toBe(800)
  expect(await widthOf('/pictures/hero/hero-1', lean)).toBe(800)
  expect(await widthOf('/pictures/hero/hero-1?w=320', lean)).toBe(320)
  const { headers } = await shop.app.inject({ url: '/pictures/hero/hero-1?w=320' })
  expect(headers['vary']).toContain('Save-Data')
})

test('a picture of the jeweller’s own is shown while an import has the database for itself', async () => {
  const blank = { width: 8, height: 8, channels: 3, background: '#ffffff' } as const
  const content = await sharp({ create: blank }).avif().toBuffer()
  const name = 'own/opal-0123456789abcdef'
  const picture = { name, hash: contentHash(content), content: content.toString('base64') }
  await keepPictures(shop.db, [picture], new Date())
  expect(await widthOf(`/pictures/${name}?w=160`)).toBe(8)
  // The embedded database has one connection.
  await shop.db.transaction(async () => expect(await widthOf(`/pictures/${name}?w=160`)).toBe(8))
})

test.each([
  ['image/avif,image/webp,*/*', 'avif'],
  ['image/webp,*/*', 'webp'],
  ['IMAGE/WEBP;q=0.8', 'webp'],
  ['image/avif;q=0,image/webp', 'webp'],
  ['image/avif; q=0.0, image/webp;q=0', 'jpeg'],
  ['image/avif;q=0.01', 'avif'],
  ['*/*', 'jpeg'],
  [undefined, 'jpeg'],
])('whose browser accepts %s gets %s', (accept, format) => {
  expect(formatFor(accept)).toBe(format)
})

test('who has a picture is not sent it again, but in another width or format', async () => {
  const ask = (query: string, headers: Record<string, string>) =>
    shop.app.inject({ url: `/pictures/hero/hero-1?${query}`, headers: { accept: 'image/webp', ...headers } })
  const etag = String((await ask('w=320', {})).headers['etag'])
  const again = await ask('w=320', { 'if-none-match': etag })
  expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, vary: 'Accept, Save-Data' } })
  expect((await ask('w=240', { 'if-none-match': etag })).statusCode).toBe(200)
  expect((await ask('w=320', { 'if-none-match': etag, accept: 'image/jpeg' })).statusCode).toBe(200)
})

test('a picture that cannot be made fails for all who wait for it, and holds nobody else up', async () => {
  const name = 'own/broken'
  const content = Buffer.from('No picture at all').toString('base64')
  await keepPictures(shop.db, [{ name, hash: '00000000', content }], new Date())
  const asked = [1, 2, 3].map(() => shop.app.inject({ url: `/pictures/${name}?w=320` }))
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  expect(await widthOf('/pictures/hero/hero-2?w=240')).toBe(240)
  expect((await shop.app.inject({ url: `/pictures/${name}?w=320` })).statusCode).toBe(500)
})
