import { join } from 'node:path'
import pg from 'pg'

/** A connection to the database of a server that runs with this environment. */
export async function databaseClient(environment: Readonly<Record<string, string>>): Promise<pg.Client> {
  const connectionString = environment['DATABASE_URL']
  const client = new pg.Client(
    connectionString === undefined
      ? { host: join(String(environment['DATA_DIR']), 'socket'), user: 'postgres', database: 'postgres' }
      : { connectionString },
  )
  await client.connect()
  return client
}
