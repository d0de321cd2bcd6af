import { vi } from 'vitest'

/** The next import of this file of ours stays on its way until what is returned is called. For files not loaded yet. */
export function held(file: string): () => void {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
  vi.doMock(file, async (load) => {
    await isThere
    return load()
  })
  return arrive
}
