import { vi } from 'vitest'

/**
 * The next import of this file of ours fails as if without a network; later ones succeed. For files that are not loaded
 * yet.
 */
export function lost(file: string): void {
  vi.doMock(file, () => {
    vi.doUnmock(file)
    throw new TypeError('Failed to fetch dynamically imported module')
  })
}
