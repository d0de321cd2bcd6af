import { vi } from 'vitest'

/**
 * The next import of this file of ours stays on its way until what is returned is called. For files not loaded yet.
 * @param onAsked called when that import begins
 */
export function held(file: string, onAsked?: () => void): () => void {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
  vi.doMock(file, async (load) => {
    onAsked?.()
    await isThere
    return load()
  })
  return arrive
}
