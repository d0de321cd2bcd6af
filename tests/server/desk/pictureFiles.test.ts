import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { type ServerResponse, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import * as v from 'valibot'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { parseCommand } from '#server/desk/arguments.ts'
import { pictureFetcher } from '#server/desk/pictureFetcher.ts'
import { pictureSource, readPicture } from '#server/desk/pictureFiles.ts'
import { openPort } from '#tests/support/openPort.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damson-pictures-'))
  return () => rmSync(folder, { recursive: true, force: true })
})
const file = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content)
const read = (name: string) => readPicture(name, [folder])
const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#804060' } })

/** A PNG, or an AVIF, that says it is so many pixels wide and high: what a decoder makes room for. */
function sayingSize(picture: Buffer, kind: 'png' | 'avif', width: number, height: number): Buffer {
  const said = Buffer.from(picture)
  // In an AVIF four bytes follow the name of the box.
  const at = kind === 'png' ? said.indexOf('IHDR') + 4 : said.indexOf('ispe') + 8
  said.writeUInt32BE(width, at)
  said.writeUInt32BE(height, at + 4)
  if (kind === 'png') said.writeUInt32BE(crc32(said.subarray(at - 4, at + 13)), at + 13)
  return said
}

test('a picture of more pixels than there is memory for is refused by its size, and is not decoded', async () => {
  const png = await plain.clone().png().toBuffer()
  const avif = await plain.clone().avif().toBuffer()
  const tooMany = (name: string, size: string, most: number) =>
    `${name} is too large: ${size}, at most ${most} million pixels can be read`
  for (const [name, content, message] of [
    ['bomb.png', sayingSize(png, 'png', 30_000, 30_000), tooMany('bomb.png', '30000 by 30000', 120)],
    ['wide.png', sayingSize(png, 'png', 12_001, 10_000), tooMany('wide.png', '12001 by 10000', 120)],
    // Decoded, it would take three times the memory of others.
    ['bomb.avif', sayingSize(avif, 'avif', 8_000, 5_001), tooMany('bomb.avif', '8000 by 5001', 40)],
  ] as const) {
    file(name, content)
    await expect(read(name)).rejects.toThrow(message)
  }
})

test('a JPEG of which a decoder only warns, as some phones write them, is read; half of one is not', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const length = jpeg.readUInt16BE(scan + 2)
  const odd = Buffer.from(jpeg)
  // Which coefficients the scan has: from 0 to 63, by the standard.
  odd[scan + 2 + length - 2] = 0
  file('phone.jpg', odd)
  expect(await read('phone.jpg')).toMatchObject({ name: expect.stringMatching(/^own\/phone-/) })
  file('half.jpg', odd.subarray(0, scan + Math.floor((odd.length - scan) / 2)))
  await expect(read('half.jpg')).rejects.toThrow('cannot be read as a picture')
})

test('a picture is kept as it is looked at, no larger than it was given nor than it is ever shown', async () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#804060' } }).jpeg()
  // A phone that is held upright writes its pictures lying, and says so.
  file('phone.jpg', await photo(900, 600).withMetadata({ orientation: 6 }).toBuffer())
  file('smallest.jpg', await photo(400, 400).toBuffer())
  file('camera.jpg', await photo(2_400, 1_800).toBuffer())
  for (const [name, width, height] of [
    ['phone.jpg', 600, 900],
    ['smallest.jpg', 400, 400],
    ['camera.jpg', 2_000, 1_500],
  ] as const) {
    const { content } = await read(name)
    expect(await sharp(Buffer.from(content, 'base64')).metadata(), name).toMatchObject({ width, height })
  }
})

test('a picture that would be blurred, because it is too narrow or too low, is refused by its size', async () => {
  for (const [width, height] of [
    [399, 900],
    [900, 399],
  ] as const) {
    file('blurred.png', await plain.clone().resize(width, height).png().toBuffer())
    await expect(read('blurred.png')).rejects.toThrow(`blurred.png is too small: ${width} by ${height}`)
  }
})

test('what is no plain file, or far too long for a picture, is not read', async () => {
  // Of which no end would come.
  for (const device of ['/dev/zero', '/dev/tty'])
    await expect(read(device)).rejects.toThrow(`${device} is no file`)
  file('film.jpg', '')
  truncateSync(join(folder, 'film.jpg'), 3 * 1024 ** 3)
  await expect(read('film.jpg')).rejects.toThrow('film.jpg is larger than 20 MB')
})

test('a picture may have as many bytes as are allowed and not one more, in a folder as on the web', async () => {
  const most = 20 * 1024 * 1024
  for (const [name, size] of [
    ['most.jpg', most],
    ['more.jpg', most + 1],
  ] as const) {
    file(name, '')
    truncateSync(join(folder, name), size)
  }
  expect(await pictureSource([folder])('most.jpg')).toHaveLength(most)
  await expect(read('more.jpg')).rejects.toThrow('more.jpg is larger than 20 MB')
  // Of a connection's parts nobody knows beforehand where they end.
  const parts = (...sizes: number[]) =>
    new ReadableStream<Uint8Array>({
      start(body) {
        for (const size of sizes) body.enqueue(Buffer.alloc(size))
        body.close()
      },
    })
  const web = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => web.mockRestore())
  const fetched = pictureFetcher(1_000)
  web.mockResolvedValueOnce(new Response(parts(999, 1)))
  expect(await fetched('https://damson.test/most.jpg')).toHaveLength(1_000)
  web.mockResolvedValueOnce(new Response(parts(1_000, 1)))
  await expect(fetched('https://damson.test/more.jpg')).rejects.toThrow('more.jpg is larger than')
})

test('a picture is found by its name however a Mac, or anybody else, writes an accent', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  const [one, two] = ['Zoë front.jpg'.normalize('NFD'), 'Zoë side.jpg'.normalize('NFC')]
  file(one, jpeg)
  file(two, jpeg)
  for (const name of [one.normalize('NFC'), two.normalize('NFD'), one, two])
    expect((await read(name)).name).toMatch(/^own\/zoe-(front|side)-[0-9a-f]{16}$/)
})

/** What the import of a piece with these pictures sends to the shop, and what it has found wrong with them. */
async function gathered(images: readonly string[], ...words: readonly string[]) {
  const products = [{ sku: 'A-1', images: images.map((image) => ({ image, alt_text: 'A ring' })) }]
  file('all.json', JSON.stringify({ products }))
  const parsed = parseCommand(['catalogue', 'import', join(folder, 'all.json'), ...words])
  if (parsed.kind === 'help' || 'alone' in parsed.command) throw new Error('It is another command')
  const Gathered = v.object({
    pictures: v.record(v.string(), v.unknown()),
    problems: v.array(v.object({ message: v.string() })),
  })
  const { pictures, problems } = v.parse(Gathered, await parsed.command.prepare(parsed.typed))
  return { pictures: Object.keys(pictures), problems: problems.map(({ message }) => message) }
}

test('a dry run decodes each picture, and makes nothing of it', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = sharp({ create: { width: 900, height: 700, channels: 3, background: '#804060', noise } })
  const jpeg = await photo.clone().jpeg().toBuffer()
  file('whole.jpg', jpeg)
  // The better part of it is there: all but its last lines.
  file('half.jpg', jpeg.subarray(0, jpeg.length * 0.9))
  file('half.png', (await photo.png().toBuffer()).subarray(0, jpeg.length * 0.9))
  const making = vi.spyOn(Object.getPrototypeOf(photo), 'avif')
  onTestFinished(() => making.mockRestore())
  const names = ['half.jpg', 'whole.jpg', 'half.png']
  const said = (name: string) => `${name} cannot be read as a picture; please save it as JPEG and name that`
  const outcome = { pictures: ['whole.jpg'], problems: [said('half.jpg'), said('half.png')] }
  expect(await gathered(names, '--dry-run')).toEqual(outcome)
  expect(making).not.toHaveBeenCalled()
  expect(await gathered(names)).toEqual(outcome)
  expect(making).toHaveBeenCalled()
})

test('several pictures are fetched at once, and told of in the order of the file', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  const asked: ServerResponse[] = []
  const web = createServer((_request, response) => {
    asked.push(response)
    // None of them alone, and the first one last.
    if (asked.length === 4) for (const one of asked.reverse()) one.end(jpeg)
  })
  onTestFinished(() => void web.close())
  const site = `http://127.0.0.1:${await openPort(web)}`
  const urls = [1, 2, 3, 4].map((at) => `${site}/${at}.jpg`)
  expect(await gathered(urls, '--dry-run')).toEqual({ pictures: urls, problems: [] })
})

test('a host that answers nothing is not waited for again and again, and others are asked all the same', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  const [dead, alive] = [createServer(), createServer((_request, response) => response.end(jpeg))]
  const patience: AbortController[] = []
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    patience.push(limit)
    return limit.signal
  })
  onTestFinished(() => {
    limits.mockRestore()
    dead.closeAllConnections()
    for (const web of [dead, alive]) web.close()
  })
  const [host, other] = [`127.0.0.1:${await openPort(dead)}`, `127.0.0.1:${await openPort(alive)}`]
  const urls = Array.from({ length: 9 }, (_, at) => `http://${host}/${at}.jpg`)
  let asked = 0
  dead.on('request', () => {
    asked += 1
    if (asked === 4) for (const limit of patience) limit.abort(new DOMException('It is over', 'TimeoutError'))
  })
  const { pictures, problems } = await gathered([...urls, `http://${other}/one.jpg`], '--dry-run')
  expect(asked).toBe(4)
  expect(problems).toEqual(
    urls.map((url, at) =>
      at < 4 ? `${url} is not answered in time` : `${url} was not asked for, because ${host} does not answer`,
    ),
  )
  expect(pictures).toEqual([`http://${other}/one.jpg`])
})

test('a host that was silent once and answers again is asked on, whatever it answers', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  let patience = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    patience = new AbortController()
    return patience.signal
  })
  const web = createServer((request, response) => {
    if (request.url === '/silent.jpg') patience.abort(new DOMException('It is over', 'TimeoutError'))
    else if (request.url === '/none.jpg') response.writeHead(404).end()
    else response.end(jpeg)
  })
  onTestFinished(() => {
    limits.mockRestore()
    web.closeAllConnections()
    web.close()
  })
  const site = `http://127.0.0.1:${await openPort(web)}`
  const fetched = pictureSource([])
  const said = async (name: string) =>
    fetched(`${site}/${name}`).then(
      (content) => content.length,
      (error: Error) => error.message,
    )
  const [silent, none] = [`${site}/silent.jpg is not answered in time`, `${site}/none.jpg answers 404`]
  for (const [name, outcome] of [
    ['silent.jpg', silent],
    ['none.jpg', none],
    ['silent.jpg', silent],
    ['ring.jpg', jpeg.length],
    ['silent.jpg', silent],
    ['ring.jpg', jpeg.length],
  ] as const)
    expect(await said(name)).toBe(outcome)
})

test('one picture is decoded at a time, which may take most of the memory that there is', async () => {
  const photo = plain.clone().jpeg()
  const names = [1, 2, 3, 4].map((at) => `${at}.jpg`)
  const jpeg = await photo.toBuffer()
  for (const name of names) file(name, jpeg)
  const prototype = Object.getPrototypeOf(photo)
  const { toBuffer } = prototype
  let atWork = 0
  let most = 0
  const decoding = vi.spyOn(prototype, 'toBuffer').mockImplementation(function (this: unknown) {
    atWork += 1
    most = Math.max(most, atWork)
    return toBuffer.call(this).finally(() => (atWork -= 1))
  })
  onTestFinished(() => decoding.mockRestore())
  for (const words of [['--dry-run'], []]) expect((await gathered(names, ...words)).pictures).toEqual(names)
  expect(decoding).toHaveBeenCalledTimes(2 * names.length)
  expect(most).toBe(1)
})

test('of a catalogue’s pictures no more are in memory at once than one call takes, however many there are', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = { width: 800, height: 800, channels: 3, background: '#804060', noise } as const
  const names = ['one.avif', 'two.avif', 'three.avif', 'four.avif']
  const contents: Record<string, string> = {}
  for (const name of names) {
    const content = await sharp({ create: photo }).avif({ lossless: true, effort: 0 }).toBuffer()
    file(name, content)
    contents[name] = content.toString('base64')
  }
  const images = names.map((image, at) => ({ image, alt_text: 'A ring', is_default: at === 0 }))
  file('all.json', JSON.stringify({ products: [{ sku: 'A-1', images }] }))
  const parsed = parseCommand(['catalogue', 'import', join(folder, 'all.json')])
  if (parsed.kind === 'help' || 'alone' in parsed.command) throw new Error('It is another command')
  const { prepare, inTurns } = parsed.command
  const gathered = await prepare(parsed.typed)
  expect(JSON.stringify(gathered).length).toBeLessThan(5_000)

  const turns: string[] = []
  const sent: Record<string, string> = {}
  for (const turn of inTurns?.(gathered) ?? []) {
    const { ahead, isDryRun } = JSON.parse(JSON.stringify(turn))
    turns.push(ahead === undefined ? `import, dry: ${isDryRun}` : 'pictures')
    for (const name of Object.keys(ahead ?? {})) sent[name] = ahead[name].content
  }
  expect(turns).toEqual(['import, dry: true', 'pictures', 'pictures', 'import, dry: false'])
  expect(Object.keys(sent)).toEqual(names)
  expect(names.filter((name) => sent[name] !== contents[name])).toEqual([])
})
