import { databaseClient } from './databaseClient.ts'

/** Makes a server that runs with this environment wait for its database. */
export async function openHolder(environment: Readonly<Record<string, string>>) {
  const client = await databaseClient(environment)
  return {
    hold: async () => {
      await client.query('begin')
      // Checkouts read it, too. The embedded database has one transaction at a time, whatever it concerns.
      await client.query('lock table addresses in access exclusive mode')
    },
    letGo: () => client.query('rollback').then(() => client.end()),
  }
}
