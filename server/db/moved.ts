import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const markIn = (dataDir: string): string => join(dataDir, 'moved')

/**
 * Marks a data folder whose shop has moved to a PostgreSQL server. A desk that is not told where would otherwise go on
 * working on the old shop, and back that up, and nobody would notice.
 */
export const markMoved = (dataDir: string): void => writeFileSync(markIn(dataDir), '')

export const isMoved = (dataDir: string): boolean => existsSync(markIn(dataDir))

/** What is said of it to who works without the address. */
export const movedAway = (dataDir: string): string =>
  `The shop in ${dataDir} has moved to a PostgreSQL server. Set DATABASE_URL and SESSION_SECRET as it has them. (To go back to the old one, start that without DATABASE_URL.)`

/** The folder’s own shop is the one that trades again. */
export const unmarkMoved = (dataDir: string): void => rmSync(markIn(dataDir), { force: true })
