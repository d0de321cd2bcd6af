import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPictures } from '#server/pictures/imported.ts'
import { contentHash } from '#server/pictures/masters.ts'
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
