import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'

test('a pooler in front is asked for nothing but what each of them takes', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const asked = new Promise<string>((resolve) => {
    server.on('connection', (socket) =>
      socket.once('data', (said) => {
        resolve(said.subarray(8).toString())
        socket.destroy()
      }),
    )
  })
  const databaseUrl = `postgres://shop@127.0.0.1:${port}/shop`
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(/terminated|ECONNRESET/)
  const words = (await asked).split('\0')
  const names = words.filter((word, at) => at % 2 === 0 && word !== '')
  expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
  server.close()
})

test.runIf(inject('postgres') !== null)('on PostgreSQL nothing takes for ever', async () => {
  const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: inject('postgres') })
  await migrate({ db, pool })
  const { rows } = await pool.query(`
    select name, setting from pg_settings
    where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$|^jit$' order by name`)
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'jit', setting: 'off' },
    { name: 'lock_timeout', setting: '10000' },
    { name: 'statement_timeout', setting: '15000' },
  ])
  await close()
})
