import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inShell } from '../process/inShell.ts'

/** Where a restore puts a shop back, beside the one that is there. */
export const restoringIn = (dataDir: string): string => join(dataDir, 'restoring')

/**
 * Removes what a restore that was killed has left beside the shop, which is in its place: a copy of customers' data that
 * nobody would ever look at. To be called by who holds the data folder.
 */
export function removeUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres'))) rmSync(restoringIn(dataDir), { recursive: true, force: true })
}

const beginningOfAside = 'postgres.before-'

/** What the shop that a restore replaces is called from then on. */
export const asideOf = (dataDir: string, now: Date): string =>
  join(dataDir, `${beginningOfAside}${now.toISOString().slice(0, 19).replaceAll(':', '-')}`)

/**
 * What to do about a data folder that a restore has left without a database, because it was killed: a start would make a
 * new shop there, as if there had never been another. Null of any other.
 */
export function brokenOff(dataDir: string): string | null {
  const place = join(dataDir, 'postgres')
  if (!existsSync(dataDir) || existsSync(place)) return null
  const aside = readdirSync(dataDir).filter((name) => name.startsWith(beginningOfAside))
  const [newest] = aside.sort().reverse()
  if (newest !== undefined)
    return `DATA_DIR: there is no shop in ${dataDir}, only what a restore has put aside. Run the restore again, or put that back: mv ${inShell(join(dataDir, newest))} ${inShell(place)}`
  const restoring = restoringIn(dataDir)
  return existsSync(restoring)
    ? `DATA_DIR: there is no shop in ${dataDir}, only a restore that is not finished. Run it again, or, for a new shop, remove ${restoring}`
    : null
}
