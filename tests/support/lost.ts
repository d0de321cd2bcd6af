import { vi } from 'vitest'

/**
 * The next time that somebody asks for this file of ours, the network is not there; from then on it is. For files that
 * nobody has loaded yet.
 */
export function lost(file: string): void {
  vi.doMock(file, () => {
    vi.doUnmock(file)
    throw new TypeError('Failed to fetch dynamically imported module')
  })
}
