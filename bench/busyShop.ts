import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/demo/seed.ts'
import { crowd } from '#tests/server/crashes/crowd.ts'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { startPostgres } from '../tools/postgres.ts'
import { startServer } from '#tests/support/program.ts'

export type Engine = 'embedded' | 'postgres'
export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>

/** The real server as a process of its own, with the demo catalogue and so many customers who are ready to buy. */
export async function openBusyShop(engine: Engine, buyers: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'damson-busy-'))
  const postgres = engine === 'postgres' ? startPostgres() : null
  if (engine === 'postgres' && postgres === null) throw new Error('There is no PostgreSQL here')
  const environment = {
    DATA_DIR: dataDir,
    // Each buyer says where they call from: those of one network take turns.
    TRUST_PROXY: '127.0.0.1',
    SESSION_SECRET: 'a secret that only this bench knows, long enough',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const config = readConfig(environment)
  const database = await openDatabase(config)
  await migrate(database)
  await seed(database.db)
  const shop = { db: database.db, config }
  // Customers want this and that: those who want the same wait for each other.
  const pieces = await Promise.all(Array.from({ length: 50 }, () => newPiece(shop, { stock: buyers })))
  const waiting = await crowd(shop, buyers, (index) =>
    pieces.slice(index % 50, (index % 50) + 1).map(({ id }) => ({ product_id: id, quantity: 1 })),
  )
  await database.close()

  const program = startServer(environment)
  return {
    program,
    address: await program.opened,
    buyers: waiting,
    /** Resolves once so many orders have had their email, which the server writes when it is otherwise idle. */
    async mailed(orders: number) {
      const outbox = join(dataDir, 'outbox')
      while (!existsSync(outbox) || readdirSync(outbox).length < orders) await pause(100)
    },
    async close() {
      program.child.kill('SIGTERM')
      await program.exit
      postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
