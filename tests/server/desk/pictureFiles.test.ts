import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { parseCommand } from '#server/desk/arguments.ts'
import { readPicture } from '#server/desk/pictureFiles.ts'

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

test('what is no plain file, or far too long for a picture, is not read', async () => {
  // Of which no end would come.
  for (const device of ['/dev/zero', '/dev/tty'])
    await expect(read(device)).rejects.toThrow(`${device} is no file`)
  file('film.jpg', '')
  truncateSync(join(folder, 'film.jpg'), 3 * 1024 ** 3)
  await expect(read('film.jpg')).rejects.toThrow('film.jpg is larger than 20 MB')
})

test('a picture is found by its name however a Mac, or anybody else, writes an accent', async () => {
  const jpeg = await plain.clone().jpeg().toBuffer()
  const [one, two] = ['Zoë front.jpg'.normalize('NFD'), 'Zoë side.jpg'.normalize('NFC')]
  file(one, jpeg)
  file(two, jpeg)
  for (const name of [one.normalize('NFC'), two.normalize('NFD'), one, two])
    expect((await read(name)).name).toMatch(/^own\/zoe-(front|side)-[0-9a-f]{16}$/)
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
