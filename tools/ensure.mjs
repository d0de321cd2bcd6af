// Runs on whatever Node the machine has (20 or newer), before anything is installed: plain JavaScript, no packages.
// `ensure.mjs` installs the dependencies when the lock file changed; `ensure.mjs build` also builds when a source
// changed. Scripts begin with `env node tools/ensure.mjs` for two reasons: npm skips `prestart` and the like where the
// user has set `ignore-scripts`, and without `env` some shells would not look up `node` again, which may just have been
// installed.
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const installedStamp = join(root, 'node_modules', '.installed')
const builtStamp = join(root, 'dist', '.built')

const ownNode = join(bin, 'node')

/** The project's own Node, which comes with its dependencies; the machine's if there is none for its platform. */
function projectNode() {
  if (existsSync(ownNode)) return ownNode
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

const isStamped = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value

/**
 * Does the work unless it was done for this value. While running, or if interrupted, it counts as not done; nor does it
 * if another start has begun the same meanwhile, which may yet be interrupted.
 */
function once(stamp, value, work) {
  if (isStamped(stamp, value)) return
  const begun = `${stamp}.begun`
  const mine = randomUUID()
  mkdirSync(dirname(stamp), { recursive: true })
  rmSync(stamp, { force: true })
  writeFileSync(begun, mine)
  work()
  if (!isStamped(begun, mine))
    fail('Stopped: another start was doing the same. Run this again when it is done.')
  writeFileSync(stamp, value)
  rmSync(begun, { force: true })
}

once(installedStamp, fingerprint(['package-lock.json']), () => {
  console.log('Installing what Damson needs (a minute or two, once)…')
  // Not `npm ci`: it refuses a lock without the packages of every platform, and some registries carry newer tools for
  // the common platforms first. This installs exactly what the lock names, too, and writes nothing into it.
  // Our own Node must not come first on the path: it is among what may be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', '--no-save', ...whole, ...quietly], path.join(delimiter))
  // It is built for the usual C library; on a system with another one (Alpine), scripts would find a Node that cannot
  // run.
  if (existsSync(ownNode) && spawnSync(ownNode, ['--version']).status !== 0) rmSync(ownNode)
})

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
  once(builtStamp, fingerprint(sources), () => {
    console.log('Building the shop…')
    run(projectNode(), ['tools/build.ts'], [bin, process.env.PATH ?? ''].join(delimiter))
  })
}
