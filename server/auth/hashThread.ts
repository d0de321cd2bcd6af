import { spawnSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import * as v from 'valibot'
import type { HashDone, HashJob } from './hashing.ts'

if (parentPort === null) throw new Error('Passwords are hashed in a worker thread only')
const port = parentPort

const { isSpare } = v.parse(v.object({ isSpare: v.boolean() }), workerData)

// A login can wait a little longer; somebody looking at a piece must not. Only Linux has a priority for each thread;
// elsewhere all have the same.
if (process.platform === 'linux') yieldToOthers(Number(basename(readlinkSync('/proc/thread-self'))))

function yieldToOthers(thread: number): void {
  // From the shop's own priority, because only root may raise one: a shop that is started by `nice` has a lower one.
  setPriority(thread, Math.min(getPriority(thread) + 5, constants.priority.PRIORITY_LOW))
  // Whatever its priority, a thread that works keeps others waiting for milliseconds at a time, unless it is of the class
  // that gets only time that nobody else wants. Node cannot say so; nor can a system without this program of Linux's own
  // tools, where both threads are as the first.
  if (isSpare) spawnSync('chrt', ['--idle', '--pid', '0', String(thread)], { stdio: 'ignore' })
}

function work({ password, stored, options }: HashJob): string | boolean {
  return stored === null ? hashSync(password, options) : verifySync(stored, password)
}

port.on('message', (job: HashJob) => {
  let done: HashDone
  try {
    done = { id: job.id, result: work(job) }
  } catch (error) {
    done = { id: job.id, error: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(done)
})
