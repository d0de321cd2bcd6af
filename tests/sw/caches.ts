import { vi } from 'vitest'

/** What is kept, by the name of its cache and then by address. */
export const stores = new Map<string, Map<string, Response>>()

const addressOf = (key: string | Request) =>
  new URL(typeof key === 'string' ? key : key.url, location.origin).href

/** Stands in for the browser's caches, which Node does not have. */
const open = async (name: string) => {
  const kept = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, kept)
  return {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (key: string) => kept.get(addressOf(key))?.clone(),
    put: async (key: string, response: Response) => void kept.set(addressOf(key), response),
    delete: async (key: string | Request) => kept.delete(addressOf(key)),
  }
}
vi.stubGlobal('caches', { open, delete: async (name: string) => stores.delete(name) })
