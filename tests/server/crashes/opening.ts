import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { lockDataDir } from '#server/db/lock.ts'

// Opens the database in the data folder, creating it if there is none, and closes it again.
const config = readConfig(process.env)
await lockDataDir(config.dataDir)
const database = await openDatabase(config)
await database.pool.query('select 1')
await database.close()
