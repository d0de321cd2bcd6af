import { pictureCache } from '#contract/worker.ts'

export type Bounds = {
  /** How many answers are kept; the one kept longest leaves first. */
  most: number
  /** How long an answer is of use, in milliseconds. */
  lasting: number
}

export type Shelf = ReturnType<typeof openShelf>

/** Header of a kept answer: when it was kept, in milliseconds since 1970. */
const keptAt = 'x-kept-at'

/** How far a clock may be set back before entries kept by it count for nothing, in milliseconds. */
const lenience = 60_000

/** Keeps something; without room for it, pictures make room: nothing weighs more and is worth less. */
export async function withRoom(keep: () => Promise<void>): Promise<void> {
  try {
    await keep()
  } catch {
    await caches.delete(pictureCache)
    await keep()
  }
}

/** Answers kept under a name, bounded in number and age. It never throws: without space it keeps nothing. */
export function openShelf(name: string, { most, lasting }: Bounds) {
  const open = () => caches.open(name)

  const ageOf = ({ headers }: Response) => Date.now() - Number(headers.get(keptAt))
  // Kept in the future: the clock was corrected since, and nobody knows how old the entry is.
  const isOfUse = (age: number) => age >= -lenience && age <= lasting

  async function trim(cache: Cache) {
    // In the order in which they were kept.
    const keys = await cache.keys()
    const surplus = Math.max(0, keys.length - most)
    await Promise.all(keys.slice(0, surplus).map((key) => cache.delete(key)))
    // Nobody may ever ask for these again.
    for (const key of keys.slice(surplus)) {
      const response = await cache.match(key, { ignoreVary: true })
      if (response !== undefined && isOfUse(ageOf(response))) break
      await cache.delete(key)
    }
  }

  return {
    /** The answer kept for this address and its age in milliseconds, if it is young enough to be of use. */
    async find(address: string): Promise<{ response: Response; age: number } | undefined> {
      try {
        const cache = await open()
        const response = await cache.match(address, { ignoreVary: true })
        if (response === undefined) return undefined
        const age = ageOf(response)
        if (isOfUse(age)) return { response, age: Math.max(0, age) }
        await cache.delete(address, { ignoreVary: true })
      } catch {
        // A broken store is an empty one.
      }
      return undefined
    },

    async put(address: string, response: Response): Promise<void> {
      const headers = new Headers(response.headers)
      headers.set(keptAt, String(Date.now()))
      try {
        const body = await response.blob()
        await withRoom(async () => {
          const cache = await open()
          await cache.put(address, new Response(body, { headers }))
          await trim(cache)
        })
      } catch {
        // Not kept. What is asked for next time is asked of the server.
      }
    },

    async remove(address: string): Promise<void> {
      await caches
        .open(name)
        .then((cache) => cache.delete(address, { ignoreVary: true }))
        .catch(() => false)
    },

    /** The addresses of everything kept, whatever its age. */
    async addresses(): Promise<string[]> {
      try {
        return (await (await open()).keys()).map(({ url }) => url)
      } catch {
        return []
      }
    },

    async clear(): Promise<void> {
      await caches.delete(name).catch(() => false)
    },
  }
}
