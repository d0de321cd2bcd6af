import { packs } from '#contract/worker.ts'
import { insist } from './insist.ts'
import { cameAsItself, isHashed, isWhole } from './rules.ts'
import { withRoom } from './shelf.ts'
import { TooLate, unpack } from './unpack.ts'

/** A file of the build: its path below `/`, and its revision where the name does not say that it changed. */
export type Listed = { url: string; revision: string | null }

const cacheName = 'damson-files'

/**
 * A record kept beside the files: the ids of the pages that were open when this build took over. No page has this
 * address.
 */
const openBefore = '/open-before'

/**
 * How many are loaded at once: as many connections as browsers open to one server. One after the other takes a minute
 * on a slow line.
 */
const atOnce = 6

/**
 * How long a file may be on its way, in milliseconds: on the slowest line the largest takes less. What has come to a
 * standstill would hold up the installation until the browser ends it.
 */
const limit = 60_000

/** When one in this many files is missing, all missing ones come in packs: at a first visit, or after a large change. */
const packsFrom = 3

/**
 * The files that the shop is made of, as one build lists them. A new build's files are added to those of the old one;
 * unchanged files are not loaded again. When the new build takes over, pages of the old one may be open and go on
 * requesting theirs, so those are removed once the last such page is gone.
 */
export function listFiles(listed: readonly Listed[]) {
  const byPath = new Map(
    listed.map(({ url, revision }) => {
      const path = `/${url.replace(/^\//, '')}`
      return [path, { path, revision, key: revision === null ? path : `${path}?revision=${revision}` }]
    }),
  )
  const has = (path: string) => byPath.has(path)
  // Between its list and its page the server may have moved on to another build.
  const isOurs = (path: string, text: string) => !path.endsWith('.html') || isWhole(text, has)

  async function load({ path, revision }: { path: string; revision: string | null }): Promise<Response> {
    const response = await fetch(path, {
      cache: revision === null ? 'default' : 'no-cache',
      signal: AbortSignal.timeout(limit),
    })
    if (!response.ok || response.redirected) throw new Error(`${path} cannot be had: ${response.status}`)
    if (!cameAsItself(path, response)) throw new Error(`${path} was answered by somebody else`)
    if (!isOurs(path, await response.clone().text())) throw new Error(`${path} is of another build`)
    return response
  }

  return {
    has,

    /**
     * Loads what is not there yet. Throws if a file cannot be loaded, asked for several times: a shop with holes is
     * worse than none.
     */
    async install(): Promise<void> {
      const cache = await caches.open(cacheName)
      const there = new Set((await cache.keys()).map(({ url }) => url))
      const missing = new Map(
        [...byPath].filter(([, { key }]) => !there.has(new URL(key, location.origin).href)),
      )
      const put = (key: string, response: Response) => withRoom(() => cache.put(key, response.clone()))

      const keepAll = async (pack: string) => {
        const putting: Promise<unknown>[] = []
        let isAnothers = false
        for await (const { path, text, file } of unpack(pack)) {
          const wanted = missing.get(path)
          if (wanted === undefined) continue
          if (isOurs(path, text)) putting.push(put(wanted.key, file).then(() => missing.delete(path)))
          else isAnothers = true
        }
        await Promise.allSettled(putting)
        if (isAnothers) throw new Error(`${pack} is of another build`)
      }
      // Packs are worth insisting on, too: without one, hundreds of files would have to arrive one by one. What was not
      // in them is loaded alone, or shows what is wrong. So is all of a pack that came to a standstill: to insist on it
      // would take longer than the browser lets an installation take.
      if (missing.size * packsFrom > byPath.size)
        await Promise.allSettled(
          Object.values(packs).map((pack) => insist(() => keepAll(pack).catch(unlessTooLate))),
        )
      // Each takes the next one from it.
      const alone = missing.values()
      const loadNext = async () => {
        for (const file of alone) await insist(async () => put(file.key, await load(file)))
      }
      await Promise.all(Array.from({ length: atOnce }, loadNext))
    },

    /** Notes which pages are open while this build takes over. Never throws. */
    async takeOver(open: readonly string[]): Promise<void> {
      try {
        const cache = await caches.open(cacheName)
        // Not `Response.json`, which Safari has since 17 only.
        await withRoom(() => cache.put(openBefore, new Response(JSON.stringify(open))))
      } catch {
        // Without the note, what earlier builds left stays until the next one has taken over.
      }
    },

    /**
     * After this build took over, once no page is open any more that was open then: removes unused files, then reloads
     * any of this build's that the previous worker may have removed while this one waited.
     */
    async tidy(open: readonly string[]): Promise<void> {
      const cache = await caches.open(cacheName)
      const noted = await cache.match(openBefore)
      if (noted === undefined) return
      const before: unknown = await noted.json()
      const isOver = !Array.isArray(before) || !open.some((id) => before.includes(id))
      if (isOver) {
        const wanted = new Set([openBefore, ...[...byPath.values()].map(({ key }) => key)].map(hrefOf))
        const old = (await cache.keys()).filter(({ url }) => !wanted.has(url))
        await Promise.all(old.map((request) => cache.delete(request)))
      }
      await this.install()
      // Only now: what could not be loaded is asked for again with the next page.
      if (isOver) await cache.delete(openBefore)
    },

    /** The file at this path: of this build, or of one before whose pages are still open. */
    async find(path: string): Promise<Response | undefined> {
      const key = byPath.get(path)?.key ?? (isHashed(path) ? path : undefined)
      if (key === undefined) return undefined
      try {
        return await (await caches.open(cacheName)).match(key, { ignoreVary: true })
      } catch {
        return undefined
      }
    },
  }
}

const unlessTooLate = (error: unknown) => {
  if (!(error instanceof TooLate)) throw error
}

const hrefOf = (key: string) => new URL(key, location.origin).href

export type Files = ReturnType<typeof listFiles>
