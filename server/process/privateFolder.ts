import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** The folders that were said not to be private. */
const told = new Set<string>()

/**
 * Makes a folder that only we may enter, and takes everybody else's right to from one that is there: it may have come
 * back from a copy with other permissions. Where that cannot be, because the folder is somebody else's or its disk knows
 * no permissions, this is said once, and the folder is used all the same: no backup and no email would be worse.
 */
export function privateFolder(path: string): string {
  make(path)
  try {
    close(path)
    if (isOpen(path)) sayOpen(path, 'its disk keeps no permissions')
  } catch (error) {
    sayOpen(path, String(error))
  }
  return path
}

/** The same for what must not be in a folder that others may enter. @throws {Error} where they still may */
export function certainlyPrivateFolder(path: string): string {
  make(path)
  close(path)
  return path
}

function make(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

function close(path: string): void {
  if (isOpen(path)) chmodSync(path, 0o700)
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0

function sayOpen(path: string, why: string): void {
  if (told.has(path)) return
  told.add(path)
  // There is no log yet where a database is opened, nor in its thread.
  console.error(`Others may enter ${path}, which has customers' data in it: ${why}`)
}
