import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, inject, test } from 'vitest'
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

describe.runIf(inject('postgres') !== null)('on PostgreSQL', () => {
  async function settingsAt(databaseUrl: string | null) {
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl })
    await migrate({ db, pool })
    const { rows } = await pool.query<{ name: string; setting: string }>(`
      select name, setting from pg_settings
      where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$|^jit$' order by name`)
    await close()
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }

  test('nothing takes for ever', async () => {
    expect(await settingsAt(inject('postgres'))).toEqual({
      idle_in_transaction_session_timeout: '30000',
      jit: 'off',
      lock_timeout: '10000',
      statement_timeout: '15000',
    })
  })

  test('what the address says of itself counts', async () => {
    const address = new URL(inject('postgres') ?? '')
    address.searchParams.set('statement_timeout', '0')
    address.searchParams.set('options', '-c jit=on -c lock_timeout=2min')
    expect(await settingsAt(address.href)).toEqual({
      idle_in_transaction_session_timeout: '30000',
      jit: 'on',
      lock_timeout: '120000',
      statement_timeout: '0',
    })
  })
})
