import { chmodSync, mkdirSync } from 'node:fs'

/**
 * Makes a folder that only we may enter, and takes everybody else's right to from one that is there: it may have come
 * back from a copy with other permissions.
 */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  return path
}
