import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageBounds, pictureBounds } from '../../sw/bounds.ts'
import { openShelf } from '../../sw/shelf.ts'

const origin = 'https://shop.example'
const day = 24 * 60 * 60_000

const kept = new Map<string, Response>()
const addressOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href
const cache = {
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  match: async (key: string) => kept.get(addressOf(key))?.clone(),
  // What is put again comes last, as in a browser's cache.
  put: async (key: string, response: Response) => {
    kept.delete(addressOf(key))
    kept.set(addressOf(key), response)
  },
  delete: async (key: string | Request) => kept.delete(addressOf(key)),
}
vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })

const shelf = openShelf('damson-pages', pageBounds)
const put = (address: string) => shelf.put(address, new Response(`It is ${address}`))
const paths = () => [...kept.keys()].map((url) => url.slice(origin.length))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  kept.clear()
})

it('of one more than it has room for, what was kept longest leaves', async () => {
  await put('/1')
  await put('/2')
  await put('/1')
  for (let page = 3; page <= pageBounds.most + 1; page += 1) await put(`/${page}`)
  expect(paths()).toHaveLength(pageBounds.most)
  expect(paths()).not.toContain('/2')
  expect(await (await shelf.find('/1'))?.response.text()).toBe('It is /1')
})

it('what lasts longer than it is of use is not found, and goes', async () => {
  const now = Date.now()
  await put('/products/rings')
  vi.setSystemTime(now + pageBounds.lasting)
  expect(await shelf.find('/products/rings')).toMatchObject({ age: pageBounds.lasting })
  vi.setSystemTime(now + pageBounds.lasting + 1)
  expect(await shelf.find('/products/rings')).toBeUndefined()
  expect(paths()).toEqual([])
})

it('nor is what was kept while the clock ran ahead; that two clocks differ a little is no matter', async () => {
  const now = Date.now()
  await put('/products/rings')
  vi.setSystemTime(now - 1_000)
  expect(await shelf.find('/products/rings')).toMatchObject({ age: 0 })
  vi.setSystemTime(now - 60_001)
  expect(await shelf.find('/products/rings')).toBeUndefined()
  expect(paths()).toEqual([])
})

it('what nobody asks for any more goes too, once something is kept after it was of use', async () => {
  const now = Date.now()
  await put('/login')
  vi.setSystemTime(now + 1_000)
  await put('/products/rings')
  vi.setSystemTime(now + pageBounds.lasting + 1)
  await put('/products/earrings')
  expect(paths()).toEqual(['/products/rings', '/products/earrings'])
})

it('where nothing can be kept at all, nothing is found, and nobody is kept from what is asked for', async () => {
  await put('/products/rings')
  const refuse = () => Promise.reject(new DOMException('Not here', 'SecurityError'))
  vi.stubGlobal('caches', { open: refuse, delete: refuse })
  try {
    await put('/products/earrings')
    await shelf.remove('/products/rings')
    await shelf.clear()
    expect([await shelf.find('/products/rings'), await shelf.addresses()]).toEqual([undefined, []])
  } finally {
    vi.stubGlobal('caches', { open: async () => cache, delete: async () => true })
  }
})

it.each([
  ['damson-pages', pageBounds, day, 'a day'],
  ['damson-pictures', pictureBounds, 30 * day, '30 days'],
])('%s holds as much, for as long, as the documentation says', (name, { most, lasting }, time, said) => {
  const row = readFileSync('docs/architecture.md', 'utf8')
    .split('\n')
    .find((line) => line.includes(`\`${name}\``))
  expect(row?.split('|')[3]?.trim()).toBe(`${most}, ${said}`)
  expect(lasting).toBe(time)
})
