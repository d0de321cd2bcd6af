import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/connect.ts'
import { asError, isOfDatabase, unopened } from '#server/db/unopened.ts'
import { whyNotStarted } from '#server/process/startFailure.ts'
import { beginningWith, endServers, startServer } from '#tests/support/program.ts'
import { makeData, makeDatabase, testSecret } from '#tests/support/shop.ts'

afterEach(() => endServers())

const external = {
  DATABASE_URL: 'postgres://damson:pa%20ss@db.example:6000/shop',
  PORT: '80',
  HOST: '10.1.2.3',
}
const { DATABASE_URL: _none, ...embedded } = external

const ofSystem = (code: string, more: object, message = `${code}: no`) =>
  Object.assign(new Error(message), { code, ...more })
const ofDatabase = (code: string, message: string) => {
  const refused = new pg.DatabaseError(message, 0, 'error')
  refused.code = code
  // As the caller passes it on.
  return new Error('Failed query: select 1', { cause: refused })
}

const at = 'Damson could not start: PostgreSQL at db.example:6000'

test.each([
  [
    'a port in use',
    embedded,
    ofSystem('EADDRINUSE', { syscall: 'listen' }),
    'PORT: 80 is in use by another program. Stop that,',
  ],
  [
    'a port that is not theirs',
    embedded,
    ofSystem('EACCES', { syscall: 'listen' }),
    'PORT: this user may not listen on 80. Set another PORT',
  ],
  [
    'an address that is not here',
    external,
    ofSystem('EADDRNOTAVAIL', { syscall: 'listen' }),
    'HOST: 10.1.2.3 is not an address of this machine.',
  ],
  [
    'a name that is none',
    { ...external, HOST: 'shop.nowhere' },
    ofSystem('ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'shop.nowhere' }),
    'HOST: shop.nowhere is not an address of this machine.',
  ],
  [
    'a folder that is not theirs',
    embedded,
    ofSystem('EACCES', { syscall: 'open', path: '/data/lock.1' }),
    'DATA_DIR: this user may not write /data/lock.1 (EACCES). Make the user who runs the shop',
  ],
  [
    'a disk mounted for reading',
    embedded,
    ofSystem('EROFS', { syscall: 'open', path: '/data/lock' }),
    'DATA_DIR: this user may not write /data/lock (EROFS).',
  ],
  [
    'a disk without sockets',
    embedded,
    ofSystem('EPERM', { syscall: 'listen', address: '/data/socket/lock.sock', port: -1 }),
    'DATA_DIR: the disk that /data/socket is on takes no sockets (EPERM), like most USB sticks and shared folders. Set DATA_DIR to',
  ],
  [
    'the same, of another kind',
    embedded,
    ofSystem('ENOTSUP', { syscall: 'listen', address: '/data/socket/lock.sock', port: -1 }),
    'DATA_DIR: the disk that /data/socket is on takes no sockets (ENOTSUP), like most USB sticks and shared folders. Set DATA_DIR to',
  ],
  [
    'a disk without hard links',
    embedded,
    ofSystem('EPERM', { syscall: 'link', path: '/data/lock.1', dest: '/data/lock' }),
    'DATA_DIR: the disk that /data is on takes no hard links (EPERM), like most USB sticks and shared folders. Set DATA_DIR to',
  ],
  [
    'a full disk',
    embedded,
    ofSystem('ENOSPC', { syscall: 'write' }),
    'Damson could not start: the disk that DATA_DIR is on is full. Make room',
  ],
  [
    'a disk that is full for the embedded database',
    embedded,
    ofDatabase('53100', 'could not extend file'),
    'Damson could not start: the disk that DATA_DIR is on is full.',
  ],
  [
    'the same, when it is opened',
    embedded,
    new Error(`${unopened}could not write lock file "postmaster.pid": No space left on device`),
    'Damson could not start: the disk that DATA_DIR is on is full.',
  ],
  [
    'the same, when its first files are written',
    embedded,
    asError({ name: 'ErrnoError', errno: 51 }),
    'Damson could not start: the disk that DATA_DIR is on is full. Make room',
  ],
  [
    'an embedded database with a file that cannot be read',
    embedded,
    asError({ name: 'ErrnoError', errno: 29 }),
    'Damson could not start: the embedded database could not be opened: error 29 of its file system.',
  ],
  [
    'an embedded database with files of somebody else',
    { ...embedded, DATA_DIR: '/data' },
    new Error(`${unopened}could not open file "global/pg_control": Permission denied`),
    'DATA_DIR: this user may not read and write all of the database in /data (could not open',
  ],
  [
    'an embedded database that is ruined',
    embedded,
    new Error(`${unopened}could not locate a valid checkpoint record`),
    'DATA_DIR: the database in .data cannot be opened, as after a power cut (could not locate a valid checkpoint record). Put the newest file in .data/backups back:',
  ],
  [
    'a PostgreSQL that is not there',
    external,
    new AggregateError([
      ofSystem('ECONNREFUSED', { syscall: 'connect' }, 'connect ECONNREFUSED 10.0.0.9:6000'),
    ]),
    `${at} cannot be reached (connect ECONNREFUSED 10.0.0.9:6000). Start it,`,
  ],
  [
    'a PostgreSQL that has no such name',
    external,
    ofSystem(
      'ENOTFOUND',
      { syscall: 'getaddrinfo', hostname: 'db.example' },
      'getaddrinfo ENOTFOUND db.example',
    ),
    `${at} cannot be reached (getaddrinfo ENOTFOUND db.example).`,
  ],
  [
    'a PostgreSQL that says nothing',
    external,
    new Error('timeout exceeded when trying to connect'),
    `${at} cannot be reached (timeout`,
  ],
  [
    'a wrong password',
    external,
    ofDatabase('28P01', 'password authentication failed for user "damson"'),
    `${at} refuses the user damson (password authentication failed for user "damson"). Correct the user and the password`,
  ],
  [
    'no password',
    external,
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    `${at} asks for a password, and there is none.`,
  ],
  [
    'an unknown database',
    external,
    ofDatabase('3D000', 'database "shop" does not exist'),
    `${at} has no database shop. Create it (createdb -O damson shop)`,
  ],
  [
    'a database of somebody else',
    external,
    ofDatabase('42501', 'permission denied for schema public'),
    'Damson could not start: the user damson lacks the rights in the database shop',
  ],
  [
    'a PostgreSQL that is full of others',
    external,
    ofDatabase('53300', 'too many clients already'),
    `${at} has no connection left`,
  ],
  [
    'a PostgreSQL that is starting',
    external,
    ofDatabase('57P03', 'the database system is starting up'),
    `${at} is starting or stopping`,
  ],
  [
    'a PostgreSQL whose disk is full',
    external,
    ofDatabase('53100', 'could not extend file'),
    'Damson could not start: the disk of PostgreSQL at db.example:6000 is full',
  ],
  [
    'a shop that is not built',
    embedded,
    ofSystem('ERR_MODULE_NOT_FOUND', {}, "Cannot find module '/shop/dist/server/entry.js'"),
    'Damson could not start: the shop is not built, or not all of it. Remove the folder dist, and start it with npm start',
  ],
  [
    'a shop of which half is built',
    embedded,
    ofSystem('ENOENT', { syscall: 'open', path: '/shop/dist/client/pages/home.html' }),
    'Damson could not start: the shop is not built, or not all of it. Remove the folder dist, and start it with npm start',
  ],
  [
    'what nobody has foreseen',
    embedded,
    new Error('A tooth broke.\nDetails'),
    'Damson could not start: A tooth broke. LOG_LEVEL=debug shows where it happened.',
  ],
  [
    'what says itself which variable it is',
    external,
    new Error('DATABASE_URL: expected fsync'),
    'DATABASE_URL: expected fsync',
  ],
  [
    'an address whose user cannot be decoded',
    { DATABASE_URL: 'postgres://d%e4mson:pa%20ss@db.example/shop' },
    new Error('DATABASE_URL: expected another'),
    'DATABASE_URL: expected another',
  ],
])('of %s it is said in a line what to do', (_what, environment, error, line) => {
  const said = whyNotStarted(error, environment)
  expect(said.startsWith(line), said).toBe(true)
  expect(said).not.toMatch(/\n|pa ss|pa%20ss/)
})

test('a socket that cannot be listened on is told by its own path, not as the port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'damson-sockets-'))
  const taken = join(folder, 'taken.sock')
  writeFileSync(taken, '')
  const refusal = async (socket: string) => {
    const [error] = await once(createServer().listen(socket), 'listening').catch((error: unknown) => [error])
    return whyNotStarted(error, embedded)
  }
  const nowhere = join(folder, 'nowhere', 'lock.sock')
  expect(await refusal(nowhere)).toMatch(`DATA_DIR: this user may not write ${nowhere} (EACCES).`)
  expect(await refusal(taken)).toMatch(
    `Damson could not start: listen EADDRINUSE: address already in use ${taken}`,
  )
  rmSync(folder, { recursive: true })
})

test.each([
  ['kept secret', { SESSION_SECRET: '' }],
  ['lock', {}],
])('a data folder on a disk without hard links is refused for that, at its %s', async (_first, more) => {
  const single = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.linkSync = (path, dest) => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link', path, dest })
    }
    syncBuiltinESMExports()`
  const data = await makeData('embedded')
  const { exit, said } = startServer({ ...data.environment, ...more, NODE_OPTIONS: beginningWith(single) })
  expect(await exit).toBe(1)
  expect(said.error.trim()).toMatch(
    `DATA_DIR: the disk that ${data.environment['DATA_DIR']} is on takes no hard links (EPERM)`,
  )
  await data.discard()
})

test.runIf(inject('postgres') !== null)('a real PostgreSQL without that database, or that user', async () => {
  const there = new URL(inject('postgres') ?? '')
  const wrong = new URL(there)
  wrong.pathname = '/nothing_there'
  const stranger = new URL(there)
  stranger.username = 'nobody_known'
  const ends = [
    {
      url: wrong,
      line: /^Damson could not start: PostgreSQL at .+ has no database nothing_there\. Create it .+$/,
    },
    {
      url: stranger,
      line: /^Damson could not start: PostgreSQL at .+ refuses the user nobody_known .+$/,
    },
  ]
  for (const { url, line } of ends) {
    const { exit, said } = startServer({
      DATABASE_URL: url.href,
      SESSION_SECRET: testSecret,
    })
    expect(await exit).toBe(1)
    expect(said.error.trim()).toMatch(line)
  }
})

test.runIf(inject('postgres') !== null)(
  'a database of a later version is opened, and said to be one',
  async () => {
    const { url, drop } = await makeDatabase('postgres')
    const { db, close } = await openDatabase({ dataDir: '', databaseUrl: url })
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 99999999999999)`,
    )
    await close()
    const { opened, said } = startServer({
      DATABASE_URL: url,
      SESSION_SECRET: testSecret,
    })
    await opened
    expect(said.error.trim()).toMatch(/^The database is of a later version of the shop than this one.+$/)
    await endServers()
    await drop()
  },
)

test('an embedded database whose thread ends without a word is not waited for', async () => {
  const silent = "import { isMainThread } from 'node:worker_threads'; if (!isMainThread) process.exit(7)"
  const data = await makeData('embedded')
  const { exit, said } = startServer({ ...data.environment, NODE_OPTIONS: beginningWith(silent) })
  expect(await exit).toBe(1)
  expect(said.error).toContain(
    'Damson could not start: The embedded database ended with 7 before it was open.',
  )
  await data.discard()
})

test('a first start without room for its database says so', async () => {
  const full =
    "import fs from 'node:fs'; import { isMainThread } from 'node:worker_threads'; if (!isMainThread) fs.writeSync = () => { throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' }) }"
  const data = await makeData('embedded')
  rmSync(join(String(data.environment['DATA_DIR']), 'postgres'), { recursive: true })
  const { exit, said } = startServer({ ...data.environment, NODE_OPTIONS: beginningWith(full) })
  expect(await exit).toBe(1)
  expect(said.error).toContain('Damson could not start: the disk that DATA_DIR is on is full.')
  await data.discard()
})

test.each([
  ['could not locate a valid checkpoint record', true],
  ['out of memory Failed on request of size 8192', false],
  ['could not open file "base/5/1259": Too many open files', false],
  // Where PostgreSQL did not get as far as to say anything: for want of WebAssembly's memory, or of a file of PGlite's.
  ['', false],
])('that PostgreSQL says ‘%s’ means that the database is ruined: %s', (words, isRuined) => {
  expect(isOfDatabase(words)).toBe(isRuined)
})
