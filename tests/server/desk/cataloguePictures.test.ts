import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { openPort } from '#tests/support/openPort.ts'
import { desk } from './desk.ts'
import { catalogueOn, json, opal } from './importing.ts'

/** A HEIC as a phone writes it, made from an AVIF because nothing here can encode one: its boxes declare HEVC. */
function asHeic(avif: Buffer): Buffer {
  const more = 27
  const boxAt = (name: string) => avif.indexOf(name) - 4
  const end = boxAt('av1C') + 12
  const heic = Buffer.concat([avif.subarray(0, end), Buffer.alloc(more), avif.subarray(end)])
  const lengths = ['meta', 'iprp', 'ipco', 'av1C'].map(boxAt)
  for (const at of [...lengths, boxAt('iloc') + 20]) heic.writeUInt32BE(heic.readUInt32BE(at) + more, at)
  heic.write('hvcC\u0001', boxAt('av1C') + 4, 'latin1')
  const named = heic.toString('latin1').replaceAll('av01', 'hvc1').replaceAll('avif', 'heic')
  return Buffer.from(named, 'latin1')
}

/** Removes all pieces but one of each category. */
const leaveFew = ({ pool }: Shop) =>
  pool.query(`
    delete from products
    where id not in (select min(product_id) from product_categories group by category_id)`)

describe.each(engines())('pictures of a catalogue on %s', (engine) => {
  const on = catalogueOn(engine)
  const { file, importFile, exportFile, shown, everything } = on

  test('pictures come by path and by address on the web, and are shown', async () => {
    const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#804060' } })
      .jpeg()
      .toBuffer()
    file('Opal front.JPG', photo)
    const web = createServer((request, response) => {
      response.statusCode = request.url === '/side.jpg' ? 200 : 404
      response.end(request.url === '/side.jpg' ? photo : 'no')
    })
    const site = `http://127.0.0.1:${await openPort(web)}`
    const withPictures = (...images: string[]) =>
      json({
        ...opal,
        images: images.map((image, at) => ({ image, alt_text: 'An opal ring', is_default: at === 0 })),
      })
    try {
      const refused = await importFile(
        'opal.json',
        withPictures('Opal front.JPG', `${site}/none.jpg`, 'opal.json'),
      )
      expect(refused.text).toContain(`${site}/none.jpg answers 404`)
      expect(refused.text).toContain('opal.json is not a picture')
      expect((await on.shop.call('GET', paths.product('opal-ring'))).status).toBe(404)
      expect((await on.shop.pool.query('select 1 from picture_masters')).rows).toEqual([])

      expect(await importFile('opal.json', withPictures('Opal front.JPG', `${site}/side.jpg`))).toMatchObject(
        { code: 0 },
      )
      const { images } = await shown('opal-ring')
      expect(images.map(({ image }) => image)).toEqual([
        expect.stringMatching(/^\/pictures\/own\/opal-front-[0-9a-f]{16}\?v=[0-9a-f]{8}$/),
        expect.stringMatching(/^\/pictures\/own\/side-[0-9a-f]{16}\?v=[0-9a-f]{8}$/),
      ])
      const picture = await on.shop.app.inject({
        url: `${images[0]?.image}&w=480`,
        headers: { accept: 'image/webp' },
      })
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['cache-control']).toContain('immutable')
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 480,
        height: 360,
      })

      // Importing it again changes nothing, and neither does exporting and importing it.
      for (const content of [
        withPictures('Opal front.JPG', `${site}/side.jpg`),
        await exportFile('again.json'),
      ])
        expect((await importFile('again.json', content)).text).toContain('0 new, 0 changed')

      // Once the piece is gone, orders go on showing its pictures, and an earlier export brings it back with them.
      const earlier = await exportFile('earlier.json')
      await desk(on.shop, 'catalogue', 'remove', opal.sku)
      expect((await on.shop.app.inject({ url: `${images[0]?.image}&w=480` })).statusCode).toBe(200)
      expect((await importFile('earlier.json', earlier)).text).toContain('1 new, 0 changed')
      const again = (await shown('opal-ring')).images
      expect(again.map(({ image }) => image)).toEqual(images.map(({ image }) => image))
      await desk(on.shop, 'catalogue', 'remove', opal.sku)
    } finally {
      web.close()
    }
  })

  test('a picture whose download breaks off is refused by its address', async () => {
    const web = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half of it', () => response.destroy())
    })
    const site = `http://127.0.0.1:${await openPort(web)}`
    try {
      const images = [{ image: `${site}/half.jpg`, alt_text: 'A ring', is_default: true }]
      const said = await importFile('half.json', json({ ...opal, sku: 'HALF-9', slug: 'half-9', images }))
      expect(said).toMatchObject({
        code: 1,
        text: expect.stringContaining(`${site}/half.jpg cannot be downloaded`),
      })
    } finally {
      web.close()
    }
  })

  test('a picture that cannot be decoded is refused by its name, one that is an AVIF stays as it is', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#804060', noise } })
    const avif = await plain.clone().avif({ effort: 0 }).toBuffer()
    const jpeg = await plain.jpeg().toBuffer()
    file('phone.heic', asHeic(avif))
    file('half.avif', avif.subarray(0, avif.length / 2))
    file('half.jpg', jpeg.subarray(0, jpeg.length / 2))
    file('whole.avif', avif)
    file('empty.jpg', '')
    const shownBy = (image: string) =>
      json({
        ...opal,
        sku: 'SHOT-1',
        slug: 'shot',
        images: [{ image, alt_text: 'A ring', is_default: true }],
      })
    for (const name of ['phone.heic', 'half.avif', 'half.jpg'])
      expect(await importFile('shot.json', shownBy(name))).toMatchObject({
        code: 1,
        text: expect.stringContaining(`${name} cannot be read as a picture; please save it as JPEG`),
      })
    expect((await importFile('shot.json', shownBy('empty.jpg'))).text).toContain('empty.jpg is empty')
    // What every object has, and no folder.
    for (const name of ['constructor', '__proto__'])
      expect(await importFile('shot.json', shownBy(name))).toMatchObject({
        code: 1,
        text: expect.stringContaining(`there is no file ${name}`),
      })
    expect(await importFile('shot.json', shownBy('whole.avif'))).toMatchObject({ code: 0 })
    const [shot] = (await shown('shot')).images
    expect((await on.shop.app.inject({ url: `${shot?.image}&w=320` })).statusCode).toBe(200)
    await on.shop.pool.query("delete from products where sku = 'SHOT-1'")
  })

  // Each of them reads all pictures four times: so one kind of file with each database. The demo's are too many for one
  // call, which has nothing to do with the database; once is enough for that.
  test.each([engine === 'embedded' ? 'all.json' : 'all.csv'])(
    'exported to %s with its pictures, it is the same here, and comes whole to another shop',
    async (name) => {
      const isWhole = engine === 'embedded'
      if (!isWhole) await leaveFew(on.shop)
      const known = await on.shop.db.$count(products)
      const photo = { create: { width: 640, height: 480, channels: 3, background: '#406080' } } as const
      const front = await sharp(photo).jpeg().toBuffer()
      file('Moonstone front.jpg', front)
      const images = [{ image: 'Moonstone front.jpg', alt_text: 'A ring', is_default: true }]
      const ring = { ...opal, sku: 'MOON-1', name: 'Moonstone Ring', images }
      await importFile('moon.json', json(ring))

      const target = join(on.folder, 'taken along')
      const said = await desk(
        on.shop,
        'catalogue',
        'export',
        join(target, name),
        '--pictures',
        join(target, 'pictures'),
      )
      const [catalogue, ...pictures] = said.files ?? []
      expect(said.text).toBe(
        `${(await on.shop.db.$count(products)).toString()} pieces written to ${join(target, name)}, and ${pictures.length} pictures to ${join(target, 'pictures')}.`,
      )
      expect(catalogue?.content).toMatch(/own\/moonstone-front-[0-9a-f]{16}\.avif/)
      expect(catalogue?.content).not.toContain('/pictures/')
      for (const { path, content, encoding } of said.files ?? []) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, content, encoding)
      }

      const before = await everything()
      expect((await desk(on.shop, 'catalogue', 'import', join(target, name))).text).toMatch(
        /^0 new, 0 changed, /,
      )
      expect(await everything()).toEqual(before)

      const other = await openShop({ engine })
      if (!isWhole) await leaveFew(other)
      const came = await desk(other, 'catalogue', 'import', join(target, name))
      expect(came.text).toContain(`1 new, 0 changed, ${known} as they were.\nNew:\n`)
      expect(came.text).toContain('MOON-1  Moonstone Ring')
      const { data: piece } = (await other.call('GET', paths.product('moonstone-ring'))).body as {
        data: Product
      }
      const [shot] = piece.images
      expect(shot?.image).toMatch(/^\/pictures\/own\/moonstone-front-[0-9a-f]{16}\?v=/)
      expect((await other.app.inject({ url: `${shot?.image}&w=320` })).statusCode).toBe(200)
      await other.close()
    },
  )
})
