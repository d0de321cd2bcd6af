import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { oldestPostgres } from '../server/db/oldestPostgres.ts'

/** Where Debian and Ubuntu have them, on nobody's PATH. */
const versions = '/usr/lib/postgresql'

type Postgres = {
  url: string
  /** Starts it again when it has ended. */
  start: () => void
  /** Ends it as a crash does: nothing is brought to an end, and the next start has it recover. */
  crash: () => void
  stop: () => void
}

/** For a shell, with `pg_ctl` and the folder: its input ends with the process that has the other end. */
const endWithUs = 'read -r nothing; "$0" -D "$1/data" -m immediate stop; rm -rf "${1:?}"/*'

/**
 * A PostgreSQL of our own in a private folder below `parent`, reached by socket only; null, with the reason printed,
 * without one. It ends at the latest with this process, even where that is killed.
 */
export function startPostgres(parent = tmpdir()): Postgres | null {
  const programs = findPrograms() ?? install()
  if (programs === null) {
    console.log(`PostgreSQL ${oldestPostgres} or newer is not installed, and installing it failed.`)
    return null
  }
  const folder = mkdtempSync(join(parent, 'damson-pg-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (program: string, args: string[]) =>
    spawnSync(join(programs, program), args, { encoding: 'utf8', cwd: folder, ...owner })
  const data = join(folder, 'data')
  const init = run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  // What is lost with the machine's power nobody misses here; and each commit would wait for the disk.
  if (init.status === 0) appendFileSync(join(data, 'postgresql.conf'), 'fsync = off\n')
  const options = `-k ${folder} -c listen_addresses='' -c max_connections=120`
  const begin = () => run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', options, 'start'])
  const start = begin()
  const crash = () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  // PostgreSQL runs in a session of its own; so does whoever ends it, or an interrupt would end that first.
  const watcher = spawn('sh', ['-c', endWithUs, join(programs, 'pg_ctl'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...owner,
  })
  watcher.unref()
  const stop = () => {
    watcher.kill()
    crash()
    rmSync(folder, { recursive: true, force: true })
  }
  if (init.status !== 0 || start.status !== 0) {
    console.log(`PostgreSQL could not be started: ${reasonOf(init) ?? reasonOf(start)}`)
    stop()
    return null
  }
  return { url: `postgresql://postgres@localhost/postgres?host=${folder}`, start: begin, crash, stop }
}

/** Why a program did not do its work; a program that is not there leaves no output. */
const reasonOf = ({ status, stderr, error }: SpawnSyncReturns<string>): string | null =>
  status === 0 ? null : (error?.message ?? stderr.trim())

function findPrograms(): string | null {
  const newest = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const onPath = (process.env['PATH'] ?? '').split(delimiter)
  return programsIn([...newest, configured ?? '', ...onPath].filter((folder) => folder !== ''))
}

/** The first of these folders with the programs of a PostgreSQL that the shop takes. */
export const programsIn = (folders: readonly string[]): string | null =>
  folders.find(
    (folder) =>
      ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program))) &&
      versionIn(folder) >= oldestPostgres,
  ) ?? null

function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'pg_ctl'), ['--version'], { encoding: 'utf8' })
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
}

function install(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing PostgreSQL…')
  const run = (args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore' }).status === 0
  // Debian would start a cluster of its own, which nobody here wants.
  return run(['update', '-qq']) && run(['install', '-y', '-qq', '--no-install-recommends', 'postgresql'])
    ? findPrograms()
    : null
}

function idsOf(user: string) {
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
