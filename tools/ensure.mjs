// Runs on whatever Node the machine has (20 or newer), before anything is installed: plain JavaScript, no packages.
// `ensure.mjs` installs the dependencies when the lock changed; `ensure.mjs build` also builds when a source changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const bin = join(root, 'node_modules', '.bin')
const installedStamp = join(root, 'node_modules', '.installed')
const builtStamp = join(root, 'dist', '.built')

/** The project's own Node, which comes with its dependencies; the machine's where there is none for it. */
function projectNode() {
  const own = join(bin, 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail(
    'Damson needs Node 24 here, and there is no packaged one for this system. Please install Node 24 or newer.',
  )
}

function fail(line) {
  console.error(line)
  process.exit(1)
}

function run(command, args, path) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  if (result.status !== 0) fail(`Stopped: ${command} ${args.join(' ')} did not succeed.`)
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

const isStamped = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value

const lock = fingerprint(['package-lock.json'])
if (!isStamped(installedStamp, lock)) {
  console.log('Installing what Damson needs (a minute or two, once)…')
  // Not `npm ci`: it refuses a lock without the packages of every platform, and some registries carry newer tools for
  // the common platforms first. This installs exactly what the lock names, too, and writes nothing into it.
  // Our own Node must not come first on the path: it is among what may be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', '--no-save', '--include=dev', ...quietly], path.join(delimiter))
  writeFileSync(installedStamp, lock)
}

if (process.argv.includes('build')) {
  const sources = [
    'src',
    'sw',
    'contract',
    'public',
    'index.html',
    'vite.config.ts',
    'tools/build.ts',
    'tools/preparePages.ts',
    'tools/listWorkerFiles.ts',
    'server/pages',
    'package-lock.json',
  ]
  const built = fingerprint(sources)
  if (!isStamped(builtStamp, built)) {
    console.log('Building the shop…')
    run(projectNode(), ['tools/build.ts'], [bin, process.env.PATH ?? ''].join(delimiter))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(builtStamp, built)
  }
}
