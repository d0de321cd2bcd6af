import type { Config } from './config.ts'
import type { Db } from './db/db.ts'

/** What routes are given. `clock` says what time it is, so that tests may. */
export type Services = { db: Db; config: Config; clock: () => Date }

/**
 * The clock by which caches measure ages: milliseconds since some moment, unaffected by changes to the system clock.
 */
export type Elapsed = { elapsed: () => number }
