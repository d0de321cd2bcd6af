import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { writeBackup } from '#server/backup/file.ts'
import { backUpInto, backupFolder, keepBackups, nameAt } from '#server/backup/kept.ts'
import { readBetweenOthers, readOut } from '#server/backup/snapshot.ts'
import { tally } from '#server/metrics/tally.ts'
import { when } from '#server/desk/table.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, makeData, openShop } from '#tests/support/shop.ts'

const minute = 60_000
const day = 24 * 60 * minute
const patience = 600_000
const errors: string[] = []
const log = {
  warn: (_details: object, message: string) => errors.push(message),
  error: (_details: object, message: string) => errors.push(message),
}

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await openShop()
  folder = backupFolder(shop.dataDir)
})
afterAll(() => shop.close())

const keep = (every = day) => keepBackups({ db: shop.db, dataDir: shop.dataDir, log, every })
const change = (email: string) => shop.call('POST', paths.newsletter, { body: { email } })

test('a shop is backed up when it is stopped, and from time to time when something was changed', async () => {
  await keep().stop(patience)
  expect(readdirSync(folder)).toHaveLength(1)

  const kept = keep(20)
  const count = () => readdirSync(folder).filter((name) => name.endsWith('.backup')).length
  while (count() < 2) await new Promise((resolve) => setImmediate(resolve))
  await change('ada@example.com')
  while (count() < 3) await new Promise((resolve) => setImmediate(resolve))
  await kept.stop(patience)
  const all = count()
  // Nothing has changed since, so there is nothing to write; the database's own maintenance is no change.
  await shop.db.execute(sql`vacuum (analyze)`)
  await kept.stop(patience)
  expect(count()).toBe(all)
  // On a busy machine the copy itself may take so long that shoppers had to wait.
  expect(errors.filter((line) => !line.startsWith('Shoppers waited'))).toEqual([])
})

test('by default it is backed up in each hour in which something was changed', async () => {
  mkdirSync(folder, { recursive: true })
  const count = () => readdirSync(folder).filter((name) => name.endsWith('.backup')).length
  const before = count()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  try {
    const kept = keepBackups({ db: shop.db, dataDir: shop.dataDir, log })
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    await change('ivy@example.com')
    vi.advanceTimersByTime(3_600_000)
    while (count() === before) await new Promise((resolve) => setImmediate(resolve))
    await kept.stop(patience)
    expect(count()).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

const ago = (minutes: number) => new Date(Date.now() - minutes * minute)
const databaseMade = (at: Date) => utimesSync(join(shop.dataDir, 'postgres', 'PG_VERSION'), at, at)

test.each([
  ['a newest backup 50 minutes old is backed up', 50, 600, 2],
  ['one 5 hours old is, too', 300, 600, 2],
  ['one 5 minutes old is not', 5, 600, 1],
  ['none, but a database 50 minutes old, is', null, 50, 2],
  ['one 5 minutes old, of a shop in whose place this was put since, is', 5, 1, 2],
])('after a kill a shop with %s ten minutes after the start', async (_name, age, database, made) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  databaseMade(ago(database))
  if (age !== null) writeFileSync(join(folder, nameAt(ago(age))), '')
  // Of a clock that was ahead.
  writeFileSync(join(folder, nameAt(new Date(Date.now() + day))), '')
  const before = readdirSync(folder).length
  const count = () => readdirSync(folder).length - before
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  try {
    const kept = keepBackups({ db: shop.db, dataDir: shop.dataDir, log })
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(10 * minute)
    // Asked of the database after what a backup begins with: so one made in time does not have it, and is not the last.
    await change(`after-${made}-${age}@example.com`)
    await kept.stop(patience)
    expect(count()).toBe(made)
  } finally {
    vi.useRealTimers()
  }
})

test('the last six and the last of each of seven days are kept, and no others', async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  // Six of each day until yesterday: with the one that is made now, yesterday's first is one too many.
  const today = Math.floor(Date.now() / day) * day
  const of = (daysAgo: number, number: number) => nameAt(new Date(today - daysAgo * day + number * (day / 7)))
  for (let daysAgo = 1; daysAgo <= 20; daysAgo++)
    for (let number = 1; number <= 6; number++) writeFileSync(join(folder, of(daysAgo, number)), '')
  writeFileSync(join(folder, 'mine.backup'), '')
  await keep().stop(patience)
  const names = readdirSync(folder)
  const fresh = names.filter((name) => name >= nameAt(new Date(today)) && name !== 'mine.backup')
  expect(fresh).toHaveLength(1)
  const yesterday = [2, 3, 4, 5, 6].map((number) => of(1, number))
  const before = [2, 3, 4, 5, 6].map((daysAgo) => of(daysAgo, 6))
  expect(names.toSorted()).toEqual([...fresh, ...yesterday, ...before, 'mine.backup'].toSorted())
})

test('none is kept for longer than 30 days but the latest: customers who have deleted their account are still in it', async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  databaseMade(ago(50 * 24 * 60))
  const [old, young] = [30, 29].map((days) => nameAt(new Date(Date.now() - days * day - minute)))
  for (const name of [old, young]) writeFileSync(join(folder, name ?? ''), '')
  // A clock that is ahead is often put right within minutes of a start.
  await keep().stop(patience)
  expect(readdirSync(folder)).toContain(old)
  await change('old@example.com')
  const kept = keepBackups({ db: shop.db, dataDir: shop.dataDir, log, every: day, agesAfter: 0 })
  await kept.stop(patience)
  const [first, ...others] = readdirSync(folder).toSorted()
  expect([first, others.length]).toEqual([young, 2])

  // Also where nothing has changed since.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * day })
  await kept.stop(patience)
  vi.useRealTimers()
  expect(readdirSync(folder)).toEqual(others.slice(-1))
})

test('a clock that was ahead has no backup removed that is made after it was put right', async () => {
  const now = Date.now()
  for (let ahead = 1; ahead <= 20; ahead++)
    writeFileSync(join(folder, nameAt(new Date(now + ahead * day))), '')
  await change('kit@example.com')
  await keep().stop(patience)
  const isToday = (name: string) => name >= nameAt(new Date(now)) && name < nameAt(new Date(now + day))
  expect(readdirSync(folder).filter(isToday)).toHaveLength(1)
  for (const name of readdirSync(folder))
    if (name > nameAt(new Date(now + day / 2))) rmSync(join(folder, name))
})

test('a backup that takes longer than there is time is given up, leaves nothing, and the jeweller hears of it', async () => {
  await change('eve@example.com')
  const before = readdirSync(folder)
  errors.length = 0
  await keep().stop(0)
  expect(readdirSync(folder)).toEqual(before)
  expect(errors).toEqual([expect.stringContaining('no time for a last backup')])

  // Once time is up nothing is read for it.
  let isRead = false
  const late = writeBackup(shop.db, join(folder, nameAt(new Date())), new Date(), {
    signal: AbortSignal.abort(),
    readOut: (...given) => {
      isRead = true
      return readBetweenOthers(...given)
    },
  })
  await expect(late).rejects.toThrow('aborted')
  expect(isRead).toBe(false)
})

test('a backup that fails is on the list of what needs doing until one succeeds, with the time since which nothing is', async () => {
  const todo = async () => (await desk(shop, 'todo')).text
  await change('una@example.com')
  await keep().stop(patience)
  const since = tally.backups.lostSince
  expect(await todo()).not.toContain('backed up')

  await change('vic@example.com')
  const kept = keep()
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  await kept.stop(patience)
  expect(await todo()).toContain(
    `The shop could not be backed up, and what has changed since ${when(since ?? '')} is in no backup`,
  )
  expect(tally.backups.lostSince).toBe(since)

  rmSync(folder)
  await kept.stop(patience)
  expect(await todo()).not.toContain('backed up')
  expect(tally.backups.lostSince?.getTime()).toBeGreaterThan(since?.getTime() ?? Infinity)
})

test('so is a folder of backups that cannot be had, from the start', async () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  const kept = keep()
  await eventually(async () => expect((await desk(shop, 'todo')).text).toContain('could not be backed up'))
  rmSync(folder)
  await kept.stop(patience)
  expect((await desk(shop, 'todo')).text).not.toContain('backed up')
})

test('the jeweller hears of a backup that others had to wait for', async () => {
  errors.length = 0
  const kept = keepBackups({ db: shop.db, dataDir: shop.dataDir, log, every: 20, longest: -1 })
  await eventually(() => expect(errors).toEqual([expect.stringContaining('Shoppers waited')]))
  await kept.stop(patience)
})

test('of the last one nobody says so: a shop that closes has sent everybody away by then', async () => {
  await change('zoe@example.com')
  errors.length = 0
  const before = readdirSync(folder)
  await keepBackups({ db: shop.db, dataDir: shop.dataDir, log, every: day, longest: -1 }).stop(patience)
  expect(readdirSync(folder)).not.toEqual(before)
  expect(errors).toEqual([])
})

test('what backups that were cut short have left goes with the next start, and nothing else', async () => {
  mkdirSync(folder, { recursive: true })
  const left = `${nameAt(new Date())}.${randomUUID()}.part`
  for (const name of [left, 'mine.part']) writeFileSync(join(folder, name), '')
  await keep().stop(patience)
  expect(readdirSync(folder)).not.toContain(left)
  expect(readdirSync(folder)).toContain('mine.part')
})

/** What a backup still has to read out. */
const aside = async () => (await shop.db.execute(sql`select name from pg_cursors where is_holdable`)).rows

test('while a backup is written others are served, and it has the shop as it was when it began', async () => {
  const lines: string[] = []
  await shop.db.transaction((tx) => readOut(tx, (line) => void lines.push(line), new Date(0)))
  const later: string[] = []
  const changed: number[] = []
  await readBetweenOthers(
    shop.db,
    async (line) => {
      // As soon as the head is there.
      if (later.push(line) === 1) changed.push((await change('bea@example.com')).status)
    },
    new Date(0),
  )
  expect(changed).toEqual([200])
  expect(later.toSorted()).toEqual(lines.toSorted())

  let isDone = false
  const writing = backUpInto(shop.dataDir, shop.db).finally(() => (isDone = true))
  let heard = 0
  while (!isDone) heard += (await aside()).length
  await writing
  expect(heard).toBeGreaterThan(10)
})

test('tables whose long names begin alike are all in it', async () => {
  const names = ['one', 'two'].map((end) => `a_table_whose_name_is_long_${end}`)
  for (const name of names) {
    await shop.db.execute(sql`create table ${sql.identifier(name)} (word text)`)
    await shop.db.execute(sql`insert into ${sql.identifier(name)} values (${name})`)
  }
  const lines: string[] = []
  await readBetweenOthers(shop.db, (line) => void lines.push(line), new Date())
  for (const name of names) {
    expect(lines).toContain(JSON.stringify([name]))
    await shop.db.execute(sql`drop table ${sql.identifier(name)}`)
  }
})

test('it is read out whole although its connection was closed meanwhile', async () => {
  const lines: string[] = []
  await readBetweenOthers(
    shop.db,
    async (line) => {
      if (lines.push(line) > 1) return
      const clients = await Promise.all(
        Array.from({ length: shop.pool.options.max ?? 1 }, () => shop.pool.connect()),
      )
      for (const client of clients) client.release(true)
    },
    new Date(),
  )
  expect(lines.at(-1)).toContain('"end":true')
  expect(await aside()).toEqual([])
})

test('one that fails leaves nothing in the database', async () => {
  const failing = readBetweenOthers(shop.db, () => Promise.reject(new Error('a full disk')), new Date())
  await expect(failing).rejects.toThrow('a full disk')
  expect(await aside()).toEqual([])
})

test('nor does one whose process was killed, once the shop is open again', async () => {
  const data = await makeData('embedded')
  const left = join(data.environment['DATA_DIR'] ?? '', 'postgres', 'base', 'pgsql_tmp')
  mkdirSync(left)
  writeFileSync(join(left, 'pgsql_tmp42.0'), 'ada@example.com')
  const again = await openShop({ data })
  expect(existsSync(left)).toBe(false)
  await again.close()
  await data.discard()
})
