import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileOf, makeTransport, removeWritten, sweepWrittenMails } from '#server/mail/transport.ts'

let dataDir = ''
let outbox = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'damson-outbox-'))
  outbox = join(dataDir, 'outbox')
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const day = 24 * 3_600_000
const now = new Date('2026-11-25T12:00:00Z')
const age = (name: string, days: number) => {
  const at = new Date(now.getTime() - days * day)
  utimesSync(join(outbox, name), at, at)
}

test('mails that were written to the folder over 30 days ago go, and nothing else there does', async () => {
  await sweepWrittenMails(dataDir, now)
  mkdirSync(outbox, { mode: 0o755 })
  const transport = makeTransport({ smtpUrl: null, dataDir, publicUrl: 'https://shop.example' })
  const mail = { to_address: 'ada@example.com', subject: 'Your order', text: '', html: '', created_at: now }
  for (const id of [1, 2, 3]) await transport.send({ ...mail, id })
  // Who buys here is nobody else's business.
  expect(statSync(outbox).mode & 0o777).toBe(0o700)
  const [first = '', second = '', third = ''] = readdirSync(outbox).toSorted()
  // One that a server had begun when it was killed, and a file that somebody else has put there.
  writeFileSync(join(outbox, `.${first}.4711`), '')
  writeFileSync(join(outbox, 'keep.eml'), '')
  age(first, 31)
  age(`.${first}.4711`, 31)
  age('keep.eml', 400)
  age(second, 29)
  const stopped = new AbortController()
  stopped.abort()
  await sweepWrittenMails(dataDir, now, stopped.signal)
  expect(readdirSync(outbox)).toHaveLength(5)
  await sweepWrittenMails(dataDir, now)
  expect(readdirSync(outbox).toSorted()).toEqual([second, third, 'keep.eml'].toSorted())
})

test('a file that cannot be removed is reported, and keeps none of the others', async () => {
  const gone = [1, 2].map((id) => ({ id, created_at: now }))
  const [stuck = '', other = ''] = gone.map((mail) => join(outbox, fileOf(mail)))
  mkdirSync(stuck, { recursive: true })
  writeFileSync(other, '')
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  await removeWritten(dataDir, gone)
  expect(readdirSync(outbox)).toHaveLength(1)
  expect(reported.mock.calls.flat()).toEqual([expect.stringContaining('-1.eml')])
  reported.mockRestore()
})
