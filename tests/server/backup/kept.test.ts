import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { backUpInto, backupFolder, keepBackups, nameAt } from '#server/backup/kept.ts'
import { readBetweenOthers, readOut } from '#server/backup/snapshot.ts'
import { type Shop, makeData, openShop } from '#tests/support/shop.ts'

const day = 24 * 3_600_000
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
  expect(errors).toEqual([])
})

test('there are never more than the last six and one of each of seven days', async () => {
  mkdirSync(folder, { recursive: true })
  const now = Date.now()
  for (let age = 1; age <= 100; age++)
    writeFileSync(join(folder, nameAt(new Date(now - (age * day) / 5))), '')
  writeFileSync(join(folder, 'mine.backup'), '')
  await change('tom@example.com')
  await keep().stop(patience)
  const names = readdirSync(folder).sort()
  expect(names).toContain('mine.backup')
  expect(names.length).toBeLessThanOrEqual(1 + 6 + 7)
  const oldest = nameAt(new Date(now - 7 * day))
  for (const name of names.filter((one) => one !== 'mine.backup')) expect(name >= oldest).toBe(true)
  expect(new Set(names.map((name) => name.slice(0, 'damson-2026-11-22'.length))).size).toBeGreaterThanOrEqual(
    7,
  )
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
})

test('the jeweller hears of a backup that others had to wait for', async () => {
  errors.length = 0
  await keepBackups({ db: shop.db, dataDir: shop.dataDir, log, longest: -1 }).stop(patience)
  expect(errors).toEqual([expect.stringContaining('Shoppers waited')])
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
