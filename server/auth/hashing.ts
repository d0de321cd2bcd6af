import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** One thing to be done by a thread: to check a password against `stored`, or without that to make a hash of it. */
export type HashJob = { id: number; password: string; stored: string | null; options: Options }
export type HashDone = { id: number; result: string | boolean } | { id: number; error: string }

/** What a thread is told when it starts: whether there is another, which goes on hashing however busy the machine is. */
type HashThread = { isSpare: boolean }

type Waiting = { resolve: (result: string | boolean) => void; reject: (error: Error) => void }
type Thread = HashThread & { worker: Worker; waiting: Map<number, Waiting> }

/** As many as may be at work at once: see `passwords.ts`. */
const most = 2
const threads: Thread[] = []
let lastId = 0

/** argon2id (what the package does unless told otherwise). */
export async function hash(password: string, options: Options): Promise<string> {
  return String(await run({ password, stored: null, options }))
}

export async function verify(stored: string, password: string): Promise<boolean> {
  return (await run({ password, stored, options: {} })) === true
}

/**
 * Hashing has threads of its own, which yield to all others of the process (`hashThread.ts`): in Node's own pool they
 * would get as much processor time as the thread that answers requests, and as the reading and compressing done for it.
 * The second, the spare one, has work only while the first has some, too.
 */
function run(job: Omit<HashJob, 'id'>): Promise<string | boolean> {
  const idle = threads.find(({ waiting }) => waiting.size === 0)
  const thread = idle ?? (threads.length < most ? start() : leastBusy())
  return new Promise((resolve, reject) => {
    const id = ++lastId
    thread.waiting.set(id, { resolve, reject })
    thread.worker.ref()
    thread.worker.postMessage({ ...job, id } satisfies HashJob)
  })
}

const leastBusy = (): Thread =>
  threads.reduce((least, thread) => (thread.waiting.size < least.waiting.size ? thread : least))

function start(): Thread {
  const isSpare = threads.some((thread) => !thread.isSpare)
  const worker = new Worker(new URL('./hashThread.ts', import.meta.url), {
    workerData: { isSpare } satisfies HashThread,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  const thread: Thread = { isSpare, worker, waiting: new Map() }
  if (isSpare) threads.push(thread)
  else threads.unshift(thread)
  worker.on('message', (done: HashDone) => {
    const waiting = thread.waiting.get(done.id)
    thread.waiting.delete(done.id)
    // Nobody waits: it keeps no process alive.
    if (thread.waiting.size === 0) worker.unref()
    if ('error' in done) waiting?.reject(new Error(done.error))
    else waiting?.resolve(done.result)
  })
  // For the next password a new thread is started.
  worker.on('error', (error) => {
    threads.splice(threads.indexOf(thread), 1)
    for (const { reject } of thread.waiting.values()) reject(error)
  })
  return thread
}
