import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/demo/seed.ts'
import { startPostgres } from '../../../tools/postgres.ts'
import { type Program, endServers, startServer } from '#tests/support/program.ts'
import { type Data, type Engine, engines, makeData } from '#tests/support/shop.ts'
import { type Answer, type Buyer, buy } from './crowd.ts'
import { restAMinute } from './rest.ts'
import { closeServer, oneOfEach, readBooks, setScene } from './scene.ts'

const undo: (() => void)[] = []
afterEach(async () => {
  await endServers()
  for (const work of undo.splice(0).toReversed()) work()
})

/** A disk of its own that is soon full. It takes the right to mount one. */
function mountDisk(megabytes: number): string {
  const disk = mkdtempSync(join(tmpdir(), 'damson-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk]
  const mounted = spawnSync('mount', options, { encoding: 'utf8' })
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true, force: true })
    throw new Error(
      `C8 was not shown: no disk can be mounted here (${mounted.stderr.trim()}). Run it as root.`,
    )
  }
  undo.push(() => {
    spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  return disk
}

const freeOn = (disk: string) => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** A shop's data, on that disk. `revive` restarts a database that ended for lack of space. */
async function dataOn(disk: string, engine: Engine): Promise<Data & { revive: () => Promise<void> }> {
  const data = await makeData('embedded')
  if (engine === 'embedded') {
    const environment = { ...data.environment, DATA_DIR: join(disk, 'data') }
    cpSync(String(data.environment['DATA_DIR']), environment.DATA_DIR, { recursive: true })
    return { ...data, environment, revive: async () => undefined }
  }
  const postgres = startPostgres(disk)
  if (postgres === null) throw new Error('C8 was not shown: there is no PostgreSQL here')
  undo.push(postgres.stop)
  const database = await openDatabase({ dataDir: disk, databaseUrl: postgres.url })
  await migrate(database)
  await seed(database.db)
  await database.close()
  const isThere = async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // Not yet, or no longer: that is the question.
      return false
    }
  }
  return {
    ...data,
    environment: { ...data.environment, DATABASE_URL: postgres.url },
    revive: async () => {
      for (let tries = 0; !(await isThere()); tries += 1) {
        await pause(200)
        if (tries > 25) postgres.start()
      }
    },
  }
}

const isOpen = ({ child }: Program) => child.exitCode === null && child.signalCode === null

describe.each(engines())('C8: on %s a full disk', (engine) => {
  test('loses no order that was confirmed, and the shop sells again when there is room', async () => {
    const stock = 10_000
    const disk = mountDisk(256)
    const data = await dataOn(disk, engine)
    mkdirSync(String(data.environment['DATA_DIR']), { recursive: true })
    const { ids, buyers } = await setScene(data, [stock], 3_000, oneOfEach)

    let server = startServer(data.environment)
    const address = await server.opened
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(Math.max(0, freeOn(disk) - 1024 * 1024)))
    const confirmed = new Map<string, string>()
    const order = async (from: string, buyer: Buyer): Promise<Answer | null> => {
      const answer = await buy(from, buyer).catch(() => null)
      if (answer?.order_number !== undefined) confirmed.set(buyer.id, answer.order_number)
      return answer
    }
    const refused: (Answer | null)[] = []
    const came: Buyer[] = []
    for (const buyer of buyers.slice(0, -20)) {
      // Refusing for a while, or ended for lack of space.
      if (refused.length >= 40 || !isOpen(server)) break
      came.push(buyer)
      const answer = await order(address, buyer)
      if (answer?.status !== 201) refused.push(answer)
    }
    expect(refused.length).toBeGreaterThan(0)
    // A connection that is cut tells nobody to try again.
    expect(refused.map((answer) => answer?.status)).toEqual(refused.map(() => 503))
    const listing = await fetch(`${address}/api/v1/products/product/`).catch(() => null)
    const isReadable = listing?.status === 200
    console.log(
      `C8 on ${engine}: ${confirmed.size} orders, then ${refused.length} refused; server ${isOpen(server) ? 'open' : 'ended'}, reading ${listing?.status}`,
    )

    rmSync(filler)
    await data.revive()
    if (!isOpen(server)) server = startServer(data.environment)
    const after = await server.opened
    for (const buyer of [...came, ...buyers.slice(-20)]) {
      let answer = await order(after, buyer)
      // What could not be undone for lack of space is undone within a minute.
      while (answer?.status === 409 || answer?.status === 503) {
        await pause(1_000)
        answer = await order(after, buyer)
      }
      expect(answer?.status).toBe(201)
      expect(confirmed.get(buyer.id)).toBe(answer?.order_number)
    }
    await closeServer(server)
    // For lack of space it may not be noted that a payment was settled; it is within a minute, or at the start.
    await restAMinute(engine, data)
    server = startServer(data.environment)
    await server.opened
    await closeServer(server)

    const { orders, pieces } = await readBooks(data, ids)
    expect(new Map(orders.map((one) => [one.customer_id, one.order_number]))).toEqual(confirmed)
    expect(orders).toHaveLength(came.length + 20)
    const sold = confirmed.size
    expect(pieces).toMatchObject([{ left: stock - sold, sold }])
    await data.discard()
    expect(isReadable, 'that lists go on while the disk is full').toBe(true)
  })
})
