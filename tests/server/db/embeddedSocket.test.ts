import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { listenFor } from '#server/db/embeddedSocket.ts'

let folder = ''
let database: PGlite
let server: Awaited<ReturnType<typeof listenFor>>
const socket = () => join(folder, '.s.PGSQL.5432')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'damson-socket-'))
  cpSync(join(inject('template'), 'postgres'), join(folder, 'postgres'), { recursive: true })
  database = await PGlite.create({ dataDir: join(folder, 'postgres'), extensions: { pg_trgm } })
  server = await listenFor(database, socket())
})
afterAll(async () => {
  await server.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await database.exec('drop table if exists notes; create table notes (text text)')
})

async function newClient(): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  // Some are cut off in these tests.
  client.on('error', () => {})
  await client.connect()
  return client
}
const notes = async () => (await database.query<{ text: string }>('select text from notes')).rows

test('what a client had begun when its line broke is undone, and who waited is served', async () => {
  const gone = await newClient()
  await gone.query('begin')
  await gone.query('insert into notes values ($1)', ['half'])
  const impatient = connect(socket())
  await once(impatient, 'connect')
  const waiting = newClient()
  impatient.destroy()
  await once(impatient, 'close')
  const line = Reflect.get(gone, 'connection') as { stream: { destroy: () => void } }
  line.stream.destroy()
  const next = await waiting
  await next.query('insert into notes values ($1)', ['whole'])
  await next.end()
  expect(await notes()).toEqual([{ text: 'whole' }])
})

test('who comes while another is there is heard between its statements, and after its transaction', async () => {
  const [one, other] = [await newClient(), await newClient()]
  await one.query('insert into notes values ($1)', ['one'])
  await other.query('insert into notes values ($1)', ['other'])
  await one.query('begin')
  await one.query('insert into notes values ($1)', ['two'])
  const said: string[] = []
  const waiting = other.query('select text from notes').then(({ rows }) => {
    said.push('other')
    return rows
  })
  await one.query('select 1')
  await one.query('select 1')
  said.push('one')
  await one.query('commit')
  expect(await waiting).toEqual([{ text: 'one' }, { text: 'other' }, { text: 'two' }])
  expect(said).toEqual(['one', 'other'])
  await Promise.all([one.end(), other.end()])
})

test('a statement that fails is told so, and the one after it is done', async () => {
  const client = await newClient()
  const failing = client.query('select $1::int', ['no number'])
  await expect(failing).rejects.toMatchObject({ code: '22P02' })
  await client.query('begin')
  await expect(client.query({ name: 'one', text: 'select 1 / $1::int', values: [0] })).rejects.toMatchObject({
    code: '22012',
  })
  await client.query('rollback')
  const { rows } = await client.query({ name: 'one', text: 'select 1 / $1::int', values: [1] })
  expect(rows).toEqual([{ '?column?': 1 }])
  await client.end()
})

test('messages are understood in whatever pieces they come, and a large answer comes whole', async () => {
  const message = (letter: string, text: string) => {
    const body = Buffer.from(`${text}\0`)
    const head = Buffer.alloc(5)
    head.write(letter)
    head.writeInt32BE(4 + body.length, 1)
    return Buffer.concat([head, body])
  }
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const startup = Buffer.alloc(8)
  startup.writeInt32BE(8 + parameters.length)
  startup.writeInt32BE(196_608, 4)
  const size = 300_000
  const query = message('Q', `select repeat('x', ${size}) as text`)
  // The end of an answer: what was done, and that the database is ready for more.
  const end = 'C\0\0\0\rSELECT 1\0Z\0\0\0\u0005I'
  const line = connect(socket())
  line.setNoDelay(true)
  let heard = ''
  const done = new Promise<void>((resolve) => {
    line.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      if (heard.endsWith(`${'x'.repeat(size)}${end}`)) resolve()
    })
  })
  for (const byte of Buffer.concat([startup, parameters, query])) {
    await new Promise((resolve) => line.write(Buffer.from([byte]), resolve))
  }
  await done
  expect(heard.split('x'.repeat(size))).toHaveLength(2)
  line.end(message('X', '').subarray(0, 5))
  await new Promise((resolve) => line.once('close', resolve))
})
