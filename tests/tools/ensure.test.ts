import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

let outer: string
let root: string
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'damson-ensure-'))
  root = join(outer, 'my shop')
  mkdirSync(join(root, 'tools'), { recursive: true })
  mkdirSync(join(outer, 'bin'))
  cpSync('tools/ensure.mjs', join(root, 'tools/ensure.mjs'))
  writeFileSync(join(root, 'package-lock.json'), '{ "release": "A" }')
})
afterEach(() => rmSync(outer, { recursive: true, force: true }))

/**
 * Prepares the checkout, for what these words say, with an npm that does this and exits with this code; returns the exit
 * code, and how often that npm has been called in all.
 */
function ensure(npmEndsWith: number, doing = '', ...words: string[]) {
  const calls = join(outer, 'calls')
  const npm = join(outer, 'bin/npm')
  writeFileSync(
    npm,
    `#!/bin/sh\necho "$PWD" >> "${calls}"\nmkdir -p node_modules\n${doing}\nexit ${npmEndsWith}\n`,
  )
  chmodSync(npm, 0o755)
  const { status } = spawnSync(process.execPath, [join(root, 'tools/ensure.mjs'), ...words], {
    env: { PATH: `${join(outer, 'bin')}:/usr/bin:/bin` },
    stdio: 'ignore',
  })
  const folders = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
  for (const folder of folders) expect(folder).toBe(root)
  return { status, calls: folders.length }
}

test('what is needed is installed once, also in a folder with a space in its name', () => {
  expect(ensure(0)).toEqual({ status: 0, calls: 1 })
  expect(ensure(0)).toEqual({ status: 0, calls: 1 })
})

test('no package that is installed is told what the shop keeps secret', () => {
  const npm = `#!/bin/sh\nenv > "${outer}/told"\nmkdir -p node_modules\n`
  writeFileSync(join(outer, 'bin/npm'), npm, { mode: 0o755 })
  const [, table = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Secrets\n')
  const [rows = ''] = table.split('\nNone of them')
  const secret = [...new Set(rows.match(/\b[A-Z\d]+(?:_[A-Z\d]+)+\b|PGPASSWORD/g))].filter(
    (name) => name !== 'DATA_DIR',
  )
  expect(secret).toHaveLength(7)
  const { status } = spawnSync(process.execPath, [join(root, 'tools/ensure.mjs')], {
    env: {
      PATH: `${join(outer, 'bin')}:/usr/bin:/bin`,
      npm_config_registry: 'https://registry.example/',
      ...Object.fromEntries(secret.map((name) => [name, 'plum-stone'])),
    },
    stdio: 'ignore',
  })
  expect(status).toBe(0)
  const told = readFileSync(join(outer, 'told'), 'utf8')
  expect(told).toContain('https://registry.example/')
  expect(told).not.toContain('plum-stone')
})

test('after an installation that was cut short even the release before it is installed anew', () => {
  ensure(0)
  writeFileSync(join(root, 'package-lock.json'), '{ "release": "B" }')
  expect(ensure(1)).toEqual({ status: 1, calls: 2 })
  writeFileSync(join(root, 'package-lock.json'), '{ "release": "A" }')
  expect(ensure(0)).toEqual({ status: 0, calls: 3 })
})

test('an installation that failed leaves what there was; one that was killed is begun anew from nothing, for half a package passes for a whole one', () => {
  const half = join(root, 'node_modules/half')
  ensure(1, 'touch node_modules/half')
  expect(ensure(0)).toEqual({ status: 0, calls: 2 })
  expect(existsSync(half)).toBe(true)

  // No process, one that has another's number since, as in a container that was started again, and an older mark.
  const marks = [[[2 ** 22 + 1, '1']], [[process.pid, '1']], '13 24']
  for (const mark of marks) {
    writeFileSync(half, '')
    writeFileSync(join(root, 'node_modules/.installed.begun'), JSON.stringify(mark))
    rmSync(join(root, 'node_modules/.installed'))
    expect(ensure(0).status).toBe(0)
    expect(existsSync(half)).toBe(false)
  }
  expect(ensure(0)).toEqual({ status: 0, calls: 5 })

  // It was npm that was killed, not the start.
  rmSync(join(root, 'node_modules/.installed'))
  expect(ensure(0, 'touch node_modules/half\nkill -9 $$').status).toBe(1)
  expect(ensure(0).status).toBe(0)
  expect(existsSync(half)).toBe(false)
})

test('nor is anything begun while npm goes on alone, whose start was killed', async () => {
  const begun = join(root, 'node_modules/.installed.begun')
  const waiting = '#!/bin/sh\nwhile [ ! -e enough ]; do sleep 0.05; done\n'
  writeFileSync(join(outer, 'bin/npm'), waiting, { mode: 0o755 })
  const first = spawn(process.execPath, [join(root, 'tools/ensure.mjs')], {
    env: { PATH: `${join(outer, 'bin')}:/usr/bin:/bin` },
    stdio: 'ignore',
  })
  await eventually(() => expect(JSON.parse(readFileSync(begun, 'utf8'))).toHaveLength(2))
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(ensure(0)).toEqual({ status: 1, calls: 0 })
  writeFileSync(join(root, 'enough'), '')
  await eventually(() => expect(ensure(0)).toEqual({ status: 0, calls: 1 }))
})

test('of two installations at once the second does nothing', () => {
  expect(ensure(0, `"${process.execPath}" tools/ensure.mjs || echo refused > refused`)).toEqual({
    status: 0,
    calls: 1,
  })
  expect(existsSync(join(root, 'refused'))).toBe(true)
  expect(ensure(0)).toEqual({ status: 0, calls: 1 })
})

test('what was installed for another machine is installed anew from nothing', () => {
  ensure(0)
  const stamp = join(root, 'node_modules/.installed')
  const [, ...rest] = readFileSync(stamp, 'utf8').split(' ')
  writeFileSync(stamp, ['darwin', ...rest].join(' '))
  writeFileSync(join(root, 'node_modules/foreign'), '')
  expect(ensure(0)).toEqual({ status: 0, calls: 2 })
  expect(existsSync(join(root, 'node_modules/foreign'))).toBe(false)
})

test('a checkout that cannot be written is said to be that, in one line', () => {
  chmodSync(outer, 0o755)
  chmodSync(root, 0o555)
  const isRoot = process.getuid?.() === 0
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/ensure.mjs')], {
    encoding: 'utf8',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  })
  chmodSync(root, 0o755)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/cannot be written.+ has to own the folder/),
  ])
})

test('a packaged Node that cannot run here is taken away, so that no script finds it first', () => {
  const own = join(root, 'node_modules/.bin/node')
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  writeFileSync(own, '#!/no/such/loader\n')
  chmodSync(own, 0o755)
  expect(ensure(0).status).toBe(0)
  expect(existsSync(own)).toBe(false)
})

test('a build by hand that failed or was cut short does not pass for the one before it', () => {
  const counting = "import { appendFileSync } from 'node:fs'\nappendFileSync('builds', '.')"
  writeFileSync(join(root, 'tools/build.ts'), counting)
  /** How often a start has built. */
  const builds = () => {
    expect(ensure(0, '', 'build').status).toBe(0)
    return readFileSync(join(root, 'builds'), 'utf8').length
  }
  expect([builds(), builds()]).toEqual([1, 1])
  // The real one, which fails here, where there is no shop.
  const byHand = spawnSync(process.execPath, [resolve('tools/build.ts')], { cwd: root, stdio: 'ignore' })
  expect(byHand.status).toBe(1)
  expect([builds(), builds()]).toEqual([2, 2])
})

/** A user's npm settings for all projects, each of which leaves something out. */
const usersSettings = `
script-shell=bash
ignore-scripts=true
omit[]=optional
omit[]=dev
dry-run=true
package-lock-only=true
bin-links=false
location=global
engine-strict=true
`

/** Makes the checkout one with packages to install; returns npm, as it is for a user with these settings and this home. */
function packagedShop() {
  const write = (name: string, content: string, mode = 0o644) => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content, { mode })
  }
  /** A package as a registry serves it. */
  const packed = (name: string, description: object) => {
    write(`${name}/package/package.json`, JSON.stringify({ name, version: '1.0.0', ...description }))
    spawnSync('tar', ['czf', `${name}.tgz`, '-C', name, 'package'], { cwd: root })
    return { [name]: `file:${name}.tgz` }
  }
  const npm = (settings: string, home: string, ...words: string[]) => {
    const userconfig = join(outer, 'npmrc')
    writeFileSync(userconfig, settings)
    const prefix = join(outer, 'global')
    return spawnSync('npm', words, {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        npm_config_userconfig: userconfig,
        npm_config_prefix: prefix,
      },
    })
  }
  write('own-node/package/node', '#!/bin/sh\necho "our own node: $*"\n', 0o755)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const description = {
    scripts,
    optionalDependencies: packed('own-node', { bin: { node: 'node' } }),
    devDependencies: packed('tool', { engines: { node: '>=999' } }),
  }
  write('package.json', JSON.stringify(description))
  rmSync(join(root, 'package-lock.json'))
  npm('', outer, 'install', '--package-lock-only')
  return npm
}

const leavingOut = [
  ['prune', '--omit=dev'],
  ['install', '--omit=optional'],
]

test.each(leavingOut)('what npm %s %s took away by hand, npm start installs again, and once', (...words) => {
  const npm = packagedShop()
  /** Whether a start has installed anything. */
  const hasInstalled = () => {
    const { stdout, stderr, status } = npm('', outer, 'start')
    expect(status, stderr).toBe(0)
    return stdout.includes('Installing')
  }
  const isWhole = () => ['tool', 'own-node'].every((name) => existsSync(join(root, 'node_modules', name)))
  expect([hasInstalled(), hasInstalled()]).toEqual([true, false])
  expect(npm('', outer, ...words).status).toBe(0)
  expect(isWhole()).toBe(false)
  expect([hasInstalled(), hasInstalled()]).toEqual([true, false])
  expect(isWhole()).toBe(true)
})

test('a release whose packages npm has replaced by hand is installed anew when it comes back', () => {
  const list = join(root, 'node_modules/.package-lock.json')
  const listing = (release: string) => `echo ${release} > "${list}"`
  ensure(0, listing('A'))
  // Another branch, installed without the shop's scripts, and back again.
  writeFileSync(list, 'B')
  expect(ensure(0, listing('A'))).toEqual({ status: 0, calls: 2 })
  expect(ensure(0, listing('A'))).toEqual({ status: 0, calls: 2 })
})

test('npm start installs everything, builds and opens the shop, whatever the user has set npm to', () => {
  const npm = packagedShop()
  const { stdout, stderr, status } = npm(usersSettings, outer, 'start', '--', '--and more')
  expect(status, stderr).toBe(0)
  expect(stdout).toContain('our own node: tools/build.ts\n')
  // Found although this shell ran another one a moment before.
  expect(stdout).toMatch(/our own node: --.* server\/main\.ts --and more\n$/)
  expect(existsSync(join(root, 'node_modules/tool'))).toBe(true)
})

test('npm start installs everything also for a user without a home, as system users are', () => {
  const npm = packagedShop()
  // Nobody can make a folder there, not even root, as which tests may run.
  const { stderr, status } = npm('', '/dev/null/nonexistent', 'start')
  expect(status, stderr).toBe(0)
  expect(existsSync(join(root, 'node_modules/tool'))).toBe(true)
  expect(existsSync(join(root, 'node_modules/.cache/npm'))).toBe(true)
})

/** A module and all of ours that it imports, by their paths in the project. */
function withImports(path: string, met = new Set<string>()): Set<string> {
  if (met.has(path)) return met
  met.add(path)
  const names = readFileSync(path, 'utf8').matchAll(/ from '([.#][^']+)'/g)
  for (const [, name = ''] of names) {
    if (name.startsWith('./') || name.startsWith('../')) withImports(join(dirname(path), name), met)
    else if (name.startsWith('#')) withImports(name.slice(1), met)
  }
  return met
}

test('the shop is built anew when any tool changes that builds it', () => {
  const list = /const sources = \[(.*?)\]/s.exec(readFileSync('tools/ensure.mjs', 'utf8'))?.[1] ?? ''
  const sources = Array.from(list.matchAll(/'([^']+)'/g), ([, name = '']) => name)
  const builders = ['vite.config.ts', 'tools/build.ts']
    .flatMap((path) => [...withImports(path)])
    .filter((path) => !path.startsWith('server/'))
  expect(builders).toContain('tools/leanReact/cuts.ts')
  const unheard = builders.filter(
    (path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)),
  )
  expect(unheard).toEqual([])
})
