import { once } from 'node:events'
import fs, {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { backUpInto, backupFolder } from '#server/backup/kept.ts'
import { LockedError, lockDataDir } from '#server/db/lock.ts'
import { beginningWith, endServers, runDesk, startServer } from '#tests/support/program.ts'
import { isLong, rounds } from '#tests/support/rounds.ts'
import { type Data, engines, makeData, openShop } from '#tests/support/shop.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damson-starting-'))
})
afterEach(async () => {
  await endServers()
  rmSync(folder, { recursive: true, force: true })
})

describe('C5: the lock of a data folder', () => {
  const lock = () => join(folder, 'lock')
  const startedAt = () =>
    readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null

  test.each([
    ['of a process that is no more', { pid: 2 ** 22 + 1, started: '1', id: 'old' }],
    ['of a process whose number another one has now', { pid: process.ppid, started: '1', id: 'old' }],
    ['of our own number in a former life', { pid: process.pid, started: '1', id: 'old' }],
    // As on macOS, where no process says when it began: after a boot the low numbers are all somebody's.
    ['of an unknown age, whose number is another’s now,', { pid: process.ppid, started: null, id: 'old' }],
    ['of an unknown age, whose number is ours now,', { pid: process.pid, started: null, id: 'old' }],
    ['that was never written to the end', '{"pid":'],
  ])('%s is taken over', async (_name, owner) => {
    writeFileSync(lock(), typeof owner === 'string' ? owner : JSON.stringify(owner))
    const release = await lockDataDir(folder)
    expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ pid: process.pid })
    release()
    expect(existsSync(lock())).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'of a process that lives is respected, and it is named',
    async () => {
      writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: startedAt(), id: 'another' }))
      const refusal = await lockDataDir(folder).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(LockedError)
      expect(String(refusal)).toContain(`process ${process.pid}`)
      expect(JSON.parse(readFileSync(lock(), 'utf8'))).toMatchObject({ id: 'another' })
    },
  )

  test('of a process of unknown age is respected while it answers, also one that has yet to begin to', async () => {
    const answering = createServer((caller) => caller.destroy())
    mkdirSync(join(folder, 'socket'), { mode: 0o700 })
    writeFileSync(lock(), JSON.stringify({ pid: process.ppid, started: null, id: 'another' }))
    const refusal = lockDataDir(folder).catch((error: unknown) => error)
    // Nobody answered when it was first asked.
    await once(answering.listen(join(folder, 'socket', 'lock.sock')), 'listening')
    expect(String(await refusal)).toContain(`process ${process.ppid}`)
    await expect(lockDataDir(folder)).rejects.toThrow(`process ${process.ppid}`)
    answering.close()
  })

  test('of a process that cannot be seen from here, as in another container, is respected until it ends', async () => {
    const { child, opened, exit, says } = startServer({ DATA_DIR: folder })
    await says('Opening the data folder')
    writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: '1', id: 'elsewhere' }))
    await expect(lockDataDir(folder)).rejects.toThrow('another container')
    await opened
    child.kill('SIGTERM')
    await says('Closing')
    await expect(lockDataDir(folder)).rejects.toThrow('another container')
    expect(await exit).toBe(0)
    const release = await lockDataDir(folder)
    release()
  })

  test('is its owner’s from the moment it is placed, where no process says when it began', async () => {
    // As on macOS. Until its owner is heard, only the time it takes tells it from one of a process that is no more.
    const { readFileSync: read } = fs
    const reading = vi.spyOn(fs, 'readFileSync').mockImplementation((path, ...how) => {
      if (String(path).startsWith('/proc/')) throw new Error('No such file')
      return read(path, ...how)
    })
    syncBuiltinESMExports()
    const owner = lockDataDir(folder)
    const others = await Promise.allSettled(Array.from({ length: 3 }, () => lockDataDir(folder)))
    reading.mockRestore()
    syncBuiltinESMExports()
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    ;(await owner)()
  })

  test('is one process’s, however many want it at once', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 + 1, started: '1', id: 'old' }))
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(folder)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is one process’s when one comes between two others who both judge the owner dead', async () => {
    writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 + 1, started: '1', id: 'old' }))
    const tries: ReturnType<typeof lockDataDir>[] = []
    const move = vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      move.mockRestore()
      syncBuiltinESMExports()
      // The first to judge is slow: another has discarded the dead owner's lock, so that a third could place its own,
      fs.rmSync(lock())
      tries.push(lockDataDir(folder))
      fs.renameSync(from, to)
      // which the slow one has moved aside when the second places its own.
      tries.push(lockDataDir(folder))
    })
    syncBuiltinESMExports()
    const slow = lockDataDir(folder)
    await slow.catch(() => undefined)
    const outcomes = await Promise.allSettled([slow, ...tries])
    expect(outcomes).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is still its owner’s when somebody has removed the file', async () => {
    const release = await lockDataDir(folder)
    rmSync(lock())
    await expect(lockDataDir(folder)).rejects.toThrow(LockedError)
    release()
    await lockDataDir(folder).then((releaseAgain) => releaseAgain())
  })
})

describe('C6: a first start that is killed', () => {
  const kills = rounds(1, 10)
  /** Of the nearly one thousand files of a new database. */
  const files = 900
  const dyingAt = (file: number) =>
    beginningWith(`
      import fs from 'node:fs'
      const { openSync } = fs
      let made = 0
      fs.openSync = (path, ...rest) => {
        const isMade = String(path).includes('postgres.unfinished') && !fs.existsSync(path)
        if (isMade && ++made === ${file}) process.kill(process.pid, 'SIGKILL')
        return openSync(path, ...rest)
      }`)

  test(`while it makes its database, ${kills} times, leaves nothing that the next one stumbles over`, async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      const place = join(folder, String(kill))
      const begin = (more: { NODE_OPTIONS?: string } = {}) =>
        startServer({ DATA_DIR: place, ...more }, 'tests/server/crashes/opening.ts')
      const unfinished = join(place, 'postgres.unfinished')
      const first = begin({ NODE_OPTIONS: dyingAt(Math.ceil((files * kill) / (kills + 1))) })
      expect(await first.exit, first.said.error).toBe(null)
      expect([existsSync(unfinished), existsSync(join(place, 'postgres'))]).toEqual([true, false])
      // Its files are for everybody to read and write, so the folder is for nobody else from the first one on.
      expect(statSync(unfinished).mode & 0o777).toBe(0o700)
      const next = begin()
      expect(await next.exit, next.said.error).toBe(0)
      expect(existsSync(unfinished)).toBe(false)
      const again = begin()
      expect(await again.exit, again.said.error).toBe(0)
    }
  })
})

describe('B1: an embedded database that a power cut has ruined', () => {
  /** Puts zeros in the place of what the file had. */
  const blank = (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size))

  /** What of a database may not have reached the disk, by what PostgreSQL then says. */
  const ruins = {
    'database files are incompatible': (postgres: string) => blank(join(postgres, 'global', 'pg_control')),
    'could not locate a valid checkpoint record': (postgres: string) => {
      const log = join(postgres, 'pg_wal')
      for (const name of readdirSync(log).filter((file) => /^[0-9A-F]{24}$/.test(file)))
        blank(join(log, name))
    },
    'PG_VERSION is missing': (postgres: string) => rmSync(join(postgres, 'PG_VERSION')),
    'invalid page in block 0': (postgres: string, table: string) =>
      writeFileSync(join(postgres, table), Buffer.alloc(8_192, 1)),
  }

  /** A shop with a backup, of which each test ruins a copy. */
  let sound: { data: Data; backup: string; table: string }
  beforeAll(async () => {
    const data = await makeData('embedded')
    const shop = await openShop({ data })
    const { rows } = await shop.pool.query<{ path: string }>(
      `select pg_relation_filepath('drizzle.__drizzle_migrations') as path`,
    )
    const { path } = await backUpInto(shop.dataDir, shop.db)
    await shop.close()
    sound = { data, backup: basename(path), table: rows[0]?.path ?? '' }
  })
  afterAll(() => sound.data.discard())

  type Ruin = (typeof ruins)[keyof typeof ruins]
  const kinds: [string, Ruin][] = Object.entries(ruins)
  /** A copy that is ruined: its environment. */
  function ruined(ruin: Ruin) {
    const dataDir = join(folder, 'shop')
    cpSync(sound.data.environment['DATA_DIR'] ?? '', dataDir, { recursive: true })
    ruin(join(dataDir, 'postgres'), sound.table)
    return { ...sound.data.environment, DATA_DIR: dataDir }
  }

  test.each(kinds)('(%s) is said to be one, with what to do', async (words, ruin) => {
    const environment = ruined(ruin)
    const { said, exit } = startServer(environment)
    expect(await exit).toBe(1)
    expect(said.error.trim().split('\n')).toHaveLength(1)
    expect(said.error).toContain(words)
    expect(said.error).toContain(`the newest file in ${backupFolder(environment.DATA_DIR)}`)
    expect(said.error).toContain('npm run desk -- restore FILE --replace')
  })

  // What is left of a ruined one is put aside alike, whichever it is; without this file it looks least like one.
  const some = kinds.filter(([words]) => isLong || words.startsWith('PG_VERSION'))
  test.each(some)('(%s) opens again once that is done', async (_words, ruin) => {
    const environment = ruined(ruin)
    const file = join(backupFolder(environment.DATA_DIR), sound.backup)
    expect(await runDesk(environment, 'restore', file, '--replace')).toMatchObject({ code: 0 })
    await startServer(environment).opened
  })

  const asNobody = `
    import { isMainThread } from 'node:worker_threads'
    if (isMainThread) process.setuid(65_534)`

  test('is not what a whole one of another user’s is called: its owner is told, and not to overwrite it', async () => {
    // As after a restore by root: the folder is the shop's, and the database in it only root's.
    const dataDir = join(folder, 'shop')
    const postgres = join(dataDir, 'postgres')
    cpSync(join(sound.data.environment['DATA_DIR'] ?? '', 'postgres'), postgres, { recursive: true })
    chmodSync(postgres, 0)
    const isRoot = process.getuid?.() === 0
    if (isRoot) for (const path of [folder, dataDir]) chownSync(path, 65_534, 65_534)
    const { said, exit } = startServer({
      ...sound.data.environment,
      DATA_DIR: dataDir,
      // Root itself is kept from nothing.
      ...(isRoot && { NODE_OPTIONS: beginningWith(asNobody) }),
    })
    expect(await exit).toBe(1)
    chmodSync(postgres, 0o700)
    expect(said.error.trim()).toBe(
      `DATA_DIR: this user may not read and write all of the database in ${dataDir} (could not open file "PG_VERSION": Permission denied). Make the user who runs the shop the owner of its files (chown -R).`,
    )
  })
})

describe.runIf(inject('postgres') !== null)('C9: where orders count', () => {
  /** A setting of the server that all tests share: the others start shops for which it does not matter. */
  async function setFsync(url: string, value: 'on' | 'off') {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`alter system set fsync = ${value}`)
    await client.query('select pg_reload_conf()')
    await client.end()
    for (let is = ''; is !== value; await pause(5)) {
      const reader = new pg.Client({ connectionString: url })
      await reader.connect()
      is = (await reader.query<{ fsync: string }>('show fsync')).rows[0]?.fsync ?? ''
      await reader.end()
    }
  }

  test('a PostgreSQL that does not wait for its disk is refused, and one that does is not', async () => {
    const data = await makeData(engines().at(-1) ?? 'embedded')
    // As `npm start` leaves it.
    const environment = { ...data.environment, NODE_ENV: '' }
    const url = data.environment['DATABASE_URL'] ?? ''
    const refused = startServer(environment)
    expect(await refused.exit).toBe(1)
    expect(refused.said.error.trim().split('\n')).toHaveLength(1)
    expect(refused.said.error).toContain('expected a PostgreSQL with fsync on')
    await setFsync(url, 'on')
    await startServer(environment).opened
    await endServers()

    // Its disk would be waited for, but not by whoever commits.
    const database = new URL(url).pathname.slice(1)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`alter database ${database} set synchronous_commit = off`)
    await client.end()
    const hasty = startServer(environment)
    expect(await hasty.exit).toBe(1)
    expect(hasty.said.error.trim().split('\n')).toHaveLength(1)
    expect(hasty.said.error).toContain('expected a PostgreSQL with synchronous_commit on')
    await setFsync(url, 'off')
    await data.discard()
  })
})
