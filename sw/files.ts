import { isWhole } from './rules.ts'
import { withRoom } from './shelf.ts'

/** A file of the build: its path below `/`, and its revision where the name does not say that it changed. */
export type Listed = { url: string; revision: string | null }

const cacheName = 'damson-files'

/** At once, as many as browsers open connections to one server: one after the other takes a minute on a slow line. */
const atOnce = 6

/**
 * What the shop is made of, as one build lists it. A new build's files come to those of the old one, which are removed
 * when the new one takes over; what did not change is not loaded again.
 */
export function listFiles(listed: readonly Listed[]) {
  const byPath = new Map(
    listed.map(({ url, revision }) => {
      const path = `/${url.replace(/^\//, '')}`
      return [path, { path, revision, key: revision === null ? path : `${path}?revision=${revision}` }]
    }),
  )
  const has = (path: string) => byPath.has(path)

  async function load({ path, revision }: { path: string; revision: string | null }): Promise<Response> {
    const response = await fetch(path, { cache: revision === null ? 'default' : 'no-cache' })
    if (!response.ok || response.redirected) throw new Error(`${path} cannot be had: ${response.status}`)
    // The server may have gone on to another build between its list and its page.
    if (path.endsWith('.html') && !isWhole(await response.clone().text(), has))
      throw new Error(`${path} is of another build`)
    return response
  }

  return {
    has,

    /** Loads what is not there yet. Raises when one file cannot be had: a shop with holes is worse than none. */
    async install(): Promise<void> {
      const cache = await caches.open(cacheName)
      const there = new Set((await cache.keys()).map(({ url }) => url))
      const missing = [...byPath.values()].filter(({ key }) => !there.has(new URL(key, location.origin).href))
      const loadNext = async () => {
        for (let file = missing.shift(); file !== undefined; file = missing.shift()) {
          const { key } = file
          const response = await load(file)
          await withRoom(() => cache.put(key, response.clone()))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, loadNext))
    },

    /** Removes what this build has no use for. */
    async tidy(): Promise<void> {
      const cache = await caches.open(cacheName)
      const wanted = new Set([...byPath.values()].map(({ key }) => new URL(key, location.origin).href))
      const old = (await cache.keys()).filter(({ url }) => !wanted.has(url))
      await Promise.all(old.map((request) => cache.delete(request)))
    },

    async find(path: string): Promise<Response | undefined> {
      const file = byPath.get(path)
      if (file === undefined) return undefined
      try {
        return await (await caches.open(cacheName)).match(file.key, { ignoreVary: true })
      } catch {
        return undefined
      }
    },
  }
}

export type Files = ReturnType<typeof listFiles>
