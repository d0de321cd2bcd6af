import type { EventEmitter } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { lockDataDir } from '#server/db/lock.ts'
import { addressOf } from '#server/environment.ts'
import type { PaymentGateway } from '#server/payments/port.ts'
import { testGateway } from '#server/payments/testGateway.ts'

// A server that is told over IPC after how many steps to die, which are its statements and its gateway's approvals, and
// whose gateway records what it does, because a gateway goes on when the shop is killed. Each number sent to it is
// answered with the steps since the last one.

const config = readConfig(process.env)
if (config.databaseUrl === null) await lockDataDir(config.dataDir)
const database = await openDatabase(config)

let done = 0
/** 0: it lives on. */
let last = 0
const step = () => {
  done += 1
  if (done === last) process.kill(process.pid, 'SIGKILL')
}
const heard = new WeakSet<object>()
// Not on connecting: one connection exists already.
database.pool.on('acquire', (client) => {
  if (heard.has(client)) return
  heard.add(client)
  // The database's message after each statement, heard before anybody who waits for its result.
  const connection = Reflect.get(client, 'connection') as EventEmitter
  connection.prependListener('readyForQuery', step)
})
process.on('message', (count) => {
  process.send?.(done)
  done = 0
  last = Number(count)
})

const note = (call: string, attempt: string) =>
  appendFileSync(join(config.dataDir, 'gateway'), `${call} ${attempt}\n`)
const gateway: PaymentGateway = {
  ...testGateway(),
  authorise: async (attempt, amount, payment) => {
    note('authorise', attempt)
    const approval = await testGateway().authorise(attempt, amount, payment)
    step()
    return approval
  },
  capture: async (attempt) => note('capture', attempt),
  release: async (attempt) => note('release', attempt),
}

const app = await createApp({ db: database.db, config, gateway })
await app.listen({ port: 0, host: '127.0.0.1' })
const bound = app.server.address()
if (typeof bound !== 'object' || bound === null) throw new Error('It does not listen')
console.log(`Damson is open at ${addressOf('127.0.0.1', bound.port)}`)
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => database.close())
    .then(() => process.exit(0))
})
