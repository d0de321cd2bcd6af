// Runs on whatever Node the machine has (20 or newer), before anything is installed: plain JavaScript, no packages.
// `ensure.mjs` installs the dependencies when the lock file or what is installed has changed; `ensure.mjs build` also
// builds when a source has. Scripts begin with it because npm skips `prestart` and the like where the user has set
// `ignore-scripts`, and by the Node that npm itself runs on: our own is among what may have to be replaced, or be for
// another machine. What follows begins with `env`, or some shells would not look up `node` again, which may just have
// been installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const ownNode = join(bin, 'node')

const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24
const tooOld =
  'Damson needs Node 24 here, and there is no packaged one for this system. Please install Node 24 or newer.'

function fail(line) {
  console.error(line)
  process.exit(1)
}

/** What a shop keeps secret (docs/operations.md, Secrets). No package that only helps to install or build is told. */
const secrets = [
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OIDC_2_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'PGPASSWORD',
  'SESSION_SECRET',
  'SMTP_URL',
]
const told = Object.fromEntries(Object.entries(process.env).filter(([name]) => !secrets.includes(name)))

/** Whether it succeeded; `begun` is told its process. What was killed has no say any more: it counts as interrupted. */
async function run(command, args, path, begun) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...told, PATH: path } })
  if (child.pid !== undefined) begun(child.pid)
  const [status] = await once(child, 'close').catch((error) => [error])
  if (status === 0) return true
  console.error(`Stopped: ${command} ${args.join(' ')} did not succeed.`)
  if (status === null) process.exit(1)
  return false
}

/** One fingerprint of the names and contents of files, whatever their dates: a fresh clone has new dates. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    try {
      for (const name of readdirSync(full).sort()) visit(join(path, name))
    } catch {
      hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    }
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

/** Everything, installed here and in the usual way, whatever npm settings the user has for other projects. */
const whole = [
  '--include=dev',
  '--include=optional',
  '--include=peer',
  '--package-lock',
  '--no-package-lock-only',
  '--no-dry-run',
  '--bin-links',
  '--no-global',
  '--location=project',
  '--no-engine-strict',
  '--no-legacy-peer-deps',
  '--no-strict-peer-deps',
  '--install-strategy=hoisted',
]

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** When a process began, as far as the system says: its number may be anybody's by now, after a restart even our own. */
function beginningOf(pid) {
  if (!existsSync('/proc/self'))
    return spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout?.trim() || null
  // The second field is a name, which may contain anything.
  return textOf(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? null
}
const named = (pids) => JSON.stringify(pids.map((pid) => [pid, beginningOf(pid)]))

/** Which of the processes in a mark is still there. */
function atWork(mark) {
  try {
    return JSON.parse(mark).find(([pid, began]) => began !== null && beginningOf(pid) === began)?.[0]
  } catch {
    return undefined
  }
}

/**
 * Does the work in this folder unless it was done for this value. While running, or if interrupted, it counts as not
 * done. What was interrupted is begun anew from nothing: npm takes half a package for a whole one. One at a time does it;
 * what it has started may outlive it, and counts as well.
 * @param work resolves to whether it is done; if it is not, whoever did it has left everything as it was
 * @param left what the work leaves behind, for the stamp as well: changed since, the work counts as not done
 * @param isForeign whether what is there, by its stamp, is of no use here
 */
async function unlessDone(folder, { stamp, value, left = () => '', work, isForeign = () => false }) {
  const done = join(folder, stamp)
  const former = textOf(done)
  if (former === value + left()) return
  const begun = `${done}.begun`
  const others = textOf(begun)
  const other = others === null ? undefined : atWork(others)
  if (other !== undefined)
    fail(`Stopped: another start (process ${other}) is doing the same. Run this again when it is done.`)
  mkdirSync(folder, { recursive: true })
  const formerMark = `${begun}.${process.pid}`
  try {
    // Of several that find the mark of an interrupted one, the first takes it away.
    if (others !== null) renameSync(begun, formerMark)
    writeFileSync(begun, named([process.pid]), { flag: 'wx' })
  } catch (error) {
    if (!['EEXIST', 'ENOENT'].includes(error.code)) throw error
    fail('Stopped: another start has just begun the same. Run this again when it is done.')
  }
  rmSync(done, { force: true })
  // By now it says who has begun: should this be interrupted as well, the rest of it is removed the next time.
  if (others !== null || isForeign(former))
    for (const name of readdirSync(folder))
      if (join(folder, name) !== begun)
        rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  const isDone = await work((pid) => writeFileSync(begun, named([process.pid, pid])))
  if (isDone) writeFileSync(done, value + left())
  rmSync(begun, { force: true })
  if (!isDone) process.exit(1)
}

/** What the packages are built for: a checkout may be in a container by now, or on another computer. */
function machine() {
  const { platform, arch, report } = process
  if (platform !== 'linux') return `${platform} ${arch}`
  // Not the names of all that it is connected to, which may take seconds.
  report.excludeNetwork = true
  return `${platform} ${arch} ${report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'}`
}

/**
 * Where npm keeps what it fetches, as an argument; none where it can do so in its usual place. That is in the user's
 * home, and a system user's is often a folder that is not there and that only root could make.
 */
function cache() {
  try {
    const usual = process.env.npm_config_cache || join(homedir(), '.npm')
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return []
  } catch {
    return [`--cache=${join(root, 'node_modules', '.cache', 'npm')}`]
  }
}

async function install(begun) {
  console.log('Installing what Damson needs (a minute or two, once)…')
  // Not `npm ci`: it refuses a lock without the packages of every platform, and some registries carry newer tools for
  // the common platforms first. This installs exactly what the lock names, too, and writes nothing into it.
  // Our own Node must not come first on the path: it is among what may be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  if (
    !(await run(
      'npm',
      ['install', '--no-save', ...whole, ...cache(), ...quietly],
      path.join(delimiter),
      begun,
    ))
  )
    return false
  // It is built for the usual C library; on a system with another one (Alpine), scripts would find a Node that cannot
  // run.
  if (existsSync(ownNode) && spawnSync(ownNode, ['--version']).status !== 0) rmSync(ownNode)
  return true
}

const cannotWrite = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC']
process.on('uncaughtException', (error) => {
  if (!cannotWrite.includes(error.code)) throw error
  fail(
    `Stopped: ${error.path ?? root} cannot be written (${error.code}). The user who runs the shop has to own the folder ${root}.`,
  )
})

const here = machine()
// Before anything is touched: there are packaged ones for the usual C library of Linux only.
if (!isNewEnough && !here.endsWith('glibc')) fail(tooOld)
await unlessDone(join(root, 'node_modules'), {
  stamp: '.installed',
  value: `${here} ${fingerprint(['package-lock.json'])}`,
  // npm's own list of what is there, rewritten whenever somebody installs or removes something by hand.
  left: () => ` ${fingerprint(['node_modules/.package-lock.json'])}`,
  work: install,
  isForeign: (former) => former !== null && former.includes(' ') && !former.startsWith(`${here} `),
})
if (!existsSync(ownNode) && !isNewEnough) fail(tooOld)

if (process.argv.includes('build')) {
  const sources = [
    'src',
    'sw',
    'contract',
    'public',
    'index.html',
    'vite.config.ts',
    'tools/build.ts',
    'tools/chunks',
    'tools/chunks.ts',
    'tools/preparePages.ts',
    'tools/leanReact',
    'tools/listWorkerFiles.ts',
    'tools/standIns.ts',
    'tools/wakeAsShown.ts',
    'tools/webManifest.ts',
    'server/pages',
    'server/violations/path.ts',
    'package-lock.json',
  ]
  await unlessDone(join(root, 'dist'), {
    stamp: '.built',
    value: fingerprint(sources),
    work(begun) {
      console.log('Building the shop…')
      // The project's own Node, which comes with its dependencies; the machine's if there is none for its platform.
      const node = existsSync(ownNode) ? ownNode : process.execPath
      return run(node, ['tools/build.ts'], [bin, process.env.PATH ?? ''].join(delimiter), begun)
    },
  })
}
