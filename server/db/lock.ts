import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { hasCode } from '../process/failure.ts'
import { socketFolder, socketInside } from './socketFolder.ts'

/** The data folder belongs to another process that is alive; `message` is one line that names it. */
export class LockedError extends Error {}

/**
 * The socket on which the lock's owner answers for as long as it lives: a process id from another container says
 * nothing, and may be ours here.
 */
const socketName = 'lock.sock'

/** How long a new owner's other checks take until it is heard there, in milliseconds, and some more. */
const heardAfter = 500

/** `started` tells a process from a later one with the same number; null where the system does not say. */
const Owner = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  started: v.nullable(v.string()),
  id: v.string(),
})
type Owner = v.InferOutput<typeof Owner>

/**
 * Makes this the one process that may use `dataDir`: two on one embedded database silently destroy it.
 * A lock whose owner has died is taken over. Returns the function that releases it; the exit of the process does too.
 * @throws {LockedError} while another process holds it
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const me: Owner = { pid: process.pid, started: startOf(process.pid), id: randomUUID() }
  for (let attempt = 0; attempt < 5; attempt++) {
    if (!place(path, me)) {
      // Asked before the lock is read, so that next to no time passes until what was read is discarded.
      const isOwned = await isHeard(dataDir)
      const found = readOwner(path)
      if (found !== null && isAlive(found)) {
        if (isOwned || !(await isSilent(dataDir, found))) {
          throw new LockedError(
            `The data folder ${dataDir} is in use by process ${found.pid}. Stop it, or set another DATA_DIR.`,
          )
        }
        if (readOwner(path)?.id !== found.id) continue
      }
      if (isOwned) throw unseen(dataDir)
      discard(path, found)
      if (!place(path, me)) continue
    }
    // Whoever judged a dead owner may still discard our lock, even one that was placed at once: there may have been no
    // other only because somebody had just discarded it. By now they would have.
    await pause(60)
    if (readOwner(path)?.id !== me.id) continue
    // The owner's lock may have been removed by hand.
    if (await isHeard(dataDir)) {
      removeOwn(path, me)
      throw unseen(dataDir)
    }
    return hold(dataDir, me)
  }
  throw new LockedError(`The data folder ${dataDir} is being taken by another process. Try again.`)
}

const unseen = (dataDir: string) =>
  new LockedError(
    `The data folder ${dataDir} is in use by a process that cannot be seen from here, such as one of another container. Stop it, or set another DATA_DIR.`,
  )

function place(path: string, owner: Owner): boolean {
  const written = `${path}.${owner.id}`
  try {
    // A link appears whole or not at all, so nobody ever reads half a lock.
    writeFileSync(written, JSON.stringify(owner), { mode: 0o600 })
    linkSync(written, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(written, { force: true })
  }
}

function discard(path: string, judged: Owner | null): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readOwner(aside)
  if (moved !== null && moved.id !== judged?.id) place(path, moved)
  rmSync(aside, { force: true })
}

function removeOwn(path: string, owner: Owner): void {
  if (readOwner(path)?.id === owner.id) rmSync(path, { force: true })
}

function readOwner(path: string): Owner | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Owner), text)
  return parsed.success ? parsed.output : null
}

function isAlive(owner: Owner): boolean {
  // In a container every process is number 1, so our own number in an old lock is a former life.
  if (owner.pid === process.pid && owner.started !== startOf(process.pid)) return false
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false
  }
  return owner.started === null || owner.started === (startOf(owner.pid) ?? owner.started)
}

/**
 * Whether the number is probably another process's by now: where the system does not say when one began (macOS), it is
 * the owner only if it answers.
 */
async function isSilent(dataDir: string, owner: Owner): Promise<boolean> {
  if (owner.started !== null || socketInside(dataDir, socketName) === null) return false
  await pause(heardAfter)
  return !(await isHeard(dataDir))
}

function isHeard(dataDir: string): Promise<boolean> {
  const address = socketInside(dataDir, socketName)
  if (address === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(address)
    const tell = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', tell(true)).once('error', tell(false)).setTimeout(1_000, tell(false))
  })
}

/** When the process started, in the kernel's ticks since boot (field 22 of its stat, after the name in brackets). */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    // No /proc on this system, or the process has just gone.
    return null
  }
}

/** Is heard of from now on, until the function it gives is called or the process ends. */
async function hold(dataDir: string, owner: Owner): Promise<() => void> {
  const path = join(dataDir, 'lock')
  const { folder, discard: discardFolder } = socketFolder(dataDir, socketName)
  const socket = join(folder, socketName)
  // Left by an owner who has died.
  rmSync(socket, { force: true })
  const server = createServer((caller) => caller.destroy()).listen(socket)
  await once(server, 'listening')
  server.unref()
  const letGo = () => {
    process.off('exit', letGo)
    server.close()
    discardFolder()
    removeOwn(path, owner)
  }
  process.on('exit', letGo)
  return letGo
}
