import type { Config } from './config.ts'
import type { Db } from './db/db.ts'

/** What routes are given. `clock` says what time it is, so that tests may. */
export type Services = { db: Db; config: Config; clock: () => Date }

/** By which memories tell how old something is: milliseconds since some moment, which no setting of the clock changes. */
export type Elapsed = { elapsed: () => number }
