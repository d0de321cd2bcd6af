import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import * as v from 'valibot'
import { privateFolder } from '../process/privateFolder.ts'
import { databaseCode, type embeddedReport } from './embeddedReport.ts'
import { listenFor } from './embeddedSocket.ts'
import { asError, isOfDatabase, unopened } from './unopened.ts'

// A thread of its own: on the thread that answers requests one long statement would stop all others.
const { folder, socket, code } = v.parse(
  v.object({ folder: v.string(), socket: v.string(), code: v.optional(databaseCode) }),
  workerData,
)
if (parentPort === null) throw new Error('The embedded database runs in a worker thread only')
const port = parentPort

// One connection reads a small shop through the system's file cache; the usual 128 MB of shared buffers would only sit
// there. The process's memory never shrinks, and at the default target ANALYZE would sample thirty thousand rows of a
// table at a time.
const settings = ['shared_buffers=16MB', 'maintenance_work_mem=8MB', 'default_statistics_target=20']
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]

/** The database's program. Nothing of it is compiled before it is first used; later threads have that already. */
const pgliteWasmModule = code ?? (await compile())

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(file))
}

const report = (state: v.InferOutput<typeof embeddedReport>['state']) =>
  port.postMessage({ state, code: pgliteWasmModule })

/** What PostgreSQL says of a database that it does not open. */
class Unopened extends Error {}

/**
 * @throws {Unopened} in PostgreSQL's own words: PGlite keeps them to itself, and says only that it did not start.
 * @throws {Error} of anything else, which says nothing about the database
 */
async function open(dataDir: string): Promise<PGlite> {
  let said: string[] | null = []
  const onStderr = (line: string) => {
    const [, words] = /(?:FATAL|PANIC|DETAIL): +(.*)/.exec(line) ?? []
    if (words !== undefined) said?.push(words)
    // The library then does as if it had not been asked.
    return false
  }
  try {
    return await PGlite.create({ dataDir, extensions: { pg_trgm }, startParams, onStderr, pgliteWasmModule })
  } catch (cause) {
    const words = said.join(' ')
    if (isOfDatabase(words)) throw new Unopened(words, { cause })
    throw words === '' ? asError(cause) : new Error(words, { cause })
  } finally {
    // Later words are about statements, with values that customers have typed.
    said = null
  }
}

if (existsSync(folder)) await serve()
else await make()

/** Created beside its place and moved there whole: an interrupted start leaves nothing half made. */
async function make() {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  // PGlite would let everybody in, and makes its files for everybody to read and write.
  await (await open(privateFolder(unfinished))).close()
  renameSync(unfinished, folder)
  report('made')
}

/**
 * Without this file, PGlite would create an empty database in the midst of what is left, and the shop would open with
 * nothing. A database of another user's is refused in PostgreSQL's words for it: whoever believed it ruined would put an
 * older one in its place.
 */
function expectWhole() {
  try {
    if (statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined) return
  } catch (error) {
    const isDenied = /^(EACCES|EPERM):/.test(asError(error).message)
    throw isDenied ? new Error(`${unopened}could not open file "PG_VERSION": Permission denied`) : error
  }
  throw new Error(`${unopened}PG_VERSION is missing`)
}

async function serve() {
  expectWhole()
  // What a backup had put aside when its process was killed. It is PostgreSQL's postmaster that would remove it: there is none.
  rmSync(join(folder, 'base', 'pgsql_tmp'), { recursive: true, force: true })
  const database = await open(privateFolder(folder)).catch((cause: Error) => {
    throw cause instanceof Unopened ? new Error(unopened + cause.message, { cause }) : cause
  })
  const server = await listenFor(database, socket)

  async function close(): Promise<void> {
    await server.stop()
    await database.close()
    port.close()
  }

  port.once('message', () => void close())
  report('open')
}
