import { beforeEach, expect, it, vi } from 'vitest'
import { pictureBounds } from '../../sw/bounds.ts'
import { servePictures } from '../../sw/pictures.ts'
import { openShelf } from '../../sw/shelf.ts'
import { stores } from './caches.ts'

const origin = 'https://shop.example'
const url = `${origin}/pictures/hero/hero-3?w=800`
const minute = 60_000
vi.stubGlobal('location', { origin })
let asked = 0
vi.stubGlobal('fetch', async () => {
  asked += 1
  return picture('new', 'public, max-age=300')
})
const picture = (content: string, rules: string) =>
  new Response(content, { headers: { 'content-type': 'image/avif', 'cache-control': rules } })

beforeEach(() => {
  stores.clear()
  asked = 0
})

/** Opens the picture, of which one was kept so long ago under these rules, twice; returns what came each time. */
async function openTwice(rules: string, ago: number) {
  const shelf = openShelf('damson-pictures', pictureBounds)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ago })
  await shelf.put(url, picture('old', rules))
  vi.useRealTimers()
  const serve = servePictures(shelf)
  const open = async () => {
    const later: Promise<unknown>[] = []
    const event = { request: new Request(url), waitUntil: (one: Promise<unknown>) => void later.push(one) }
    const answer = await serve(event)
    await Promise.all(later)
    return answer.text()
  }
  return [await open(), await open()]
}

it('a picture that may change under its address comes as it is kept, and is asked for again beside', async () => {
  expect(await openTwice('public, max-age=300', 6 * minute)).toEqual(['old', 'new'])
  expect(asked).toBe(1)
})

it.each([
  ['one that never changes', 'public, max-age=31536000, immutable', 6 * minute],
  ['one that is as young as browsers may keep it', 'public, max-age=300', 4 * minute],
])('%s is not asked for again', async (_which, rules, ago) => {
  expect(await openTwice(rules, ago)).toEqual(['old', 'old'])
  expect(asked).toBe(0)
})
